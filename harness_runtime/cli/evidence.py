"""What a run's records say of its confined commands, its sensors, and changes that no hook saw: for `inspect`. Only
reads."""

from __future__ import annotations

from typing import Any

from pydantic import ValidationError

from harness_runtime.cli.contracts.inspect import ConfinedRun, OutsideChange, SensorRun
from harness_runtime.session.evidence import RUN, SENSORS, UNPROVEN, read_evidence
from harness_runtime.session.state import State
from harness_runtime.session.store import Store

LAST_RUNS = 10


def confined_runs(store: Store, state: State) -> list[ConfinedRun]:
    """The newest LAST_RUNS of the run, oldest first."""
    try:
        records = read_evidence(store.folder, state.run_id)
    except OSError:
        return []
    runs = [_run(record) for record in records if record.get("kind") in (RUN, UNPROVEN)]
    return runs[-LAST_RUNS:]


def _run(record: dict[str, Any]) -> ConfinedRun:
    proven = record.get("kind") == RUN
    return ConfinedRun(
        at=_text(record.get("at")),
        command=_text(record.get("command")),
        proven=proven,
        exit=record.get("exit") if proven else None,
        timed_out=record.get("timed_out") is True,
        engine=_text(record.get("engine")) if proven else None,
        seconds=record.get("seconds") if proven else None,
        faults=[_text(fault) for fault in record.get("faults") or ()],
    )


def sensor_runs(store: Store, state: State) -> list[SensorRun]:
    """What came of the sensors that ran last."""
    try:
        records = read_evidence(store.folder, state.run_id)
    except OSError:
        return []
    last: dict[str, Any] = next((record for record in reversed(records) if record.get("kind") == SENSORS), {})
    found = [_sensor(_text(last.get("at")), result) for result in last.get("results") or ()]
    return [sensor for sensor in found if sensor is not None]


def _sensor(at: str, result: dict[str, Any]) -> SensorRun | None:
    """None for what another release has written."""
    known = {name: result.get(name) for name in ("blocking", "outcome", "seconds", "engine")}
    fields = {**known, "at": at, "name": _text(result.get("name")), "exit": result.get("exit_code")}
    try:
        return SensorRun.model_validate(fields)
    except ValidationError:
        return None


def engine_of(state: State, runs: list[ConfinedRun]) -> str | None:
    """What confined the last command; before any, what was found at activation. None: nothing was."""
    used = [run.engine for run in runs if run.engine]
    found = state.engine.name if state.engine.name != "none" else None
    return used[-1] if used else found


def outside_changes(records: list[dict[str, Any]], state: State) -> list[OutsideChange]:
    """The audits of this run that found something; `records` are the ledger's."""
    return [
        OutsideChange(
            at=_text(record.get("at")),
            count=record["count"] if isinstance(record.get("count"), int) else 0,
            changes=[_text(change) for change in record.get("changes") or ()],
        )
        for record in records
        if record.get("event") == "outside_changed" and record.get("run_id") == state.run_id
    ]


def _text(value: object) -> str:
    """Printable in any encoding."""
    return str("" if value is None else value).encode("utf-8", "backslashreplace").decode()
