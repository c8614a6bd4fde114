"""A stage's acceptance gate: sensors of the project and commands, run confined, before the chain goes on.

In a run they run as its sensors do, inside the boundary of the accepted policy; outside one with the workspace
writable, but for what is never writable, and no network. A gate that cannot be run has not passed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from harness_runtime.chains.advance import Refused
from harness_runtime.events.chain.text import entry_text
from harness_runtime.events.context import Context
from harness_runtime.events.guides.context import harness_of, not_used
from harness_runtime.events.guides.sensors import run_in_a_run, run_unbounded
from harness_runtime.events.guides.words import failure_parts, outcome_words
from harness_runtime.events.run.terms import accepted_terms
from harness_runtime.events.turn_end.end import TurnEnd
from harness_runtime.guides.document import HarnessFile, Sensor
from harness_runtime.guides.fault import HarnessFault
from harness_runtime.guides.load import Harness
from harness_runtime.guides.sensors.result import Outcome, Report, Result
from harness_runtime.messages.catalog import sentence
from harness_runtime.messages.chains import CHAINS
from harness_runtime.session.evidence import GATE, append_evidence
from harness_runtime.session.state import State
from harness_runtime.session.store import moment
from harness_runtime.settings.chains import Chain, GateCommand, GateEntry
from harness_runtime.settings.fault import SettingsFault

MOST_CHARS = 2_000  # of the output that goes back as the brief
MOST_NAME = 60


@dataclass(frozen=True)
class GateFound:
    """`refused` None: all gates passed. `output`: what the stage that mends it is told. `passed`: the names of the
    checks that did."""

    refused: Refused | None = None
    output: str = ""
    passed: tuple[str, ...] = ()


def check_gates(end: TurnEnd, chain: Chain, stages: Sequence[int]) -> GateFound:
    """The gates of these stages one after the other, up to the first that does not pass. Takes minutes, and no lock
    meanwhile."""
    passed: list[str] = []
    for stage in stages:
        entries = chain.stages[stage - 1].gate
        if entries:
            found = _check(end, stage, chain.stages[stage - 1].agent, entries)
            if found.refused is not None:
                return found
            passed += found.passed
    return GateFound(passed=tuple(passed))


def gate_fault(context: Context, root: str, chain: Chain, language: str) -> str:
    """Why a gate of this chain could not be run as things are, as far as its sensors go; "" for none."""
    file, fault = _project_file(context, root, language)
    lacks = (_sensors(stage.gate, file, fault, language) for stage in chain.stages)
    return next((found for found in lacks if isinstance(found, str)), "")


def _check(end: TurnEnd, stage: int, agent: str, entries: Sequence[GateEntry]) -> GateFound:
    file, fault = _project_file(end.context, end.root, end.language)
    sensors = _sensors(entries, file, fault, end.language)
    if isinstance(sensors, str):
        return GateFound(Refused(stage, ran=False, detail=sensors))
    if not end.seconds(1e9):
        return GateFound(Refused(stage, ran=False, detail=sentence(CHAINS, end.language, "gate_no_time")))
    try:
        report = _run(end, file, sensors)
    except SettingsFault as fault:
        return GateFound(Refused(stage, ran=False, detail=fault.line(end.language)))
    _keep(end, agent, report)
    failing = [result for result in report.results if not result.passed]
    if not failing:
        return GateFound(passed=tuple(sensor.name for sensor in sensors))
    detail = "; ".join(f"{result.sensor.name}: {outcome_words(result, end.language)}" for result in failing)
    ran = any(result.outcome is not Outcome.NOT_STARTED for result in failing)
    output = "\n".join(failure_parts(failing, end.language, MOST_CHARS))
    return GateFound(Refused(stage, ran=ran, detail=detail[:400]), output)


def _project_file(context: Context, root: str, language: str) -> tuple[HarnessFile, str]:
    """An empty one where the project's does not count, and what is wrong with one that cannot be used."""
    try:
        found = harness_of(context, root)
    except HarnessFault as fault:
        return HarnessFile(), not_used(fault, language)
    return (found.file if isinstance(found, Harness) else HarnessFile()), ""


def _sensors(entries: Sequence[GateEntry], file: HarnessFile, fault: str, language: str) -> list[Sensor] | str:
    """What the entries stand for, each once; else why one of them stands for nothing."""
    sensors: dict[str, Sensor] = {}
    for number, entry in enumerate(entries, 1):
        sensor = _sensor(entry, number, file)
        if sensor is None:
            return fault or sentence(CHAINS, language, "gate_no_sensor", name=entry_text(entry))
        sensors.setdefault(sensor.name, sensor)
    return list(sensors.values())


def _sensor(entry: GateEntry, number: int, file: HarnessFile) -> Sensor | None:
    """A sensor of that name, else a command; None for one word that no sensor is called."""
    if isinstance(entry, GateCommand):
        return _command(entry.command, number, entry.timeout_secs)
    known = next((sensor for sensor in file.sensors if sensor.name == entry), None)
    if known is not None:
        return known.model_copy(update={"blocking": True})
    return _command(entry, number, Sensor.model_fields["timeout_secs"].default) if len(entry.split()) > 1 else None


def _command(command: str, number: int, seconds: int) -> Sensor:
    return Sensor(name=f"gate {number}: {command[:MOST_NAME]}", command=command, timeout_secs=seconds, blocking=True)


def _run(end: TurnEnd, file: HarnessFile, sensors: Sequence[Sensor]) -> Report:
    context, state = end.context, end.run
    if state is None:
        return run_unbounded(context, Path(end.root), file, sensors, end.until, end.language)
    terms = accepted_terms(context.store, state)
    if terms is None:
        return Report(tuple(Result(sensor, Outcome.NOT_STARTED, why="no_engine") for sensor in sensors))
    return run_in_a_run(context, state, terms, file, sensors, None, end.until)


def _keep(end: TurnEnd, agent: str, report: Report) -> None:
    if end.run is None:
        return
    append_evidence(end.context.store.folder, _record(end.context, end.run, agent, report))


def _record(context: Context, state: State, agent: str, report: Report) -> dict[str, object]:
    return {
        "at": moment(),
        "kind": GATE,
        "run_id": state.run_id,
        "stage": agent,
        "passed": report.passed,
        "results": [
            {"name": result.sensor.name, "outcome": result.outcome.value, "exit": result.exit_code}
            for result in report.results
        ],
        "turn": context.event.turn,
    }
