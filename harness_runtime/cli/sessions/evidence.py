"""What a run's evidence records say: agents, sensors, confined commands; and the ledger's of audits and rollbacks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from harness_runtime.cli.contracts.inspect import Unseen
from harness_runtime.cli.contracts.report import (
    CommandRow,
    OutsideRow,
    ReviewRow,
    SensorRound,
    SensorRow,
    UndoRow,
)
from harness_runtime.cli.sessions.ledger import Records
from harness_runtime.cli.sessions.values import number, seconds, text, texts
from harness_runtime.session.evidence import GATE, RUN, SENSORS, UNPROVEN

DELIVERED = ("plan", "implementation_summary", "clean_context_review", "completion_report", "repair_plan")
CHAIN_GATE = "chain_gate"  # when sensors ran


def reviews(evidence: Records) -> list[ReviewRow]:
    return [_review(record) for record in evidence if record.get("kind") in DELIVERED]


def _review(record: Mapping[str, Any]) -> ReviewRow:
    counts = record.get("counts")
    return ReviewRow(
        at=text(record.get("at")),
        kind=text(record.get("kind")),
        agent=text(record.get("agent_id")),
        agent_type=text(record.get("agent_type")),
        sha256=text(record.get("sha256")),
        verdict=text(record.get("verdict")),
        counts=counts if isinstance(counts, bool) else None,
        lacks=texts(record.get("lacks")),
        faults=texts(record.get("faults")),
    )


def sensors(evidence: Records) -> list[SensorRound]:
    return [
        SensorRound(
            at=text(record.get("at")),
            when=CHAIN_GATE if record.get("kind") == GATE else text(record.get("when")),
            stage=text(record.get("stage")),
            results=[_sensor(result) for result in _objects(record.get("results"))],
            unmet=[
                text(step.get("step") or step.get("key"))
                for step in _objects(record.get("requirements"))
                if step.get("status") == "unmet"
            ],
        )
        for record in evidence
        if record.get("kind") in (SENSORS, GATE)
    ]


def _sensor(result: Mapping[str, Any]) -> SensorRow:
    return SensorRow(
        name=text(result.get("name")),
        command=text(result.get("command")),
        blocking=result.get("blocking") is True,
        outcome=text(result.get("outcome")),
        exit=number(result.get("exit_code", result.get("exit"))),
        seconds=seconds(result.get("seconds")) or 0.0,
        engine=text(result.get("engine")),
        tail=texts(result.get("tail")),
        fix_hint=text(result.get("fix_hint")),
        why=text(result.get("why")),
    )


def commands(evidence: Records) -> list[CommandRow]:
    return [_command(record) for record in evidence if record.get("kind") in (RUN, UNPROVEN)]


def _command(record: Mapping[str, Any]) -> CommandRow:
    proven = record.get("kind") == RUN
    return CommandRow(
        at=text(record.get("at")),
        command=text(record.get("command")),
        proven=proven,
        exit=number(record.get("exit")) if proven else None,
        timed_out=record.get("timed_out") is True,
        engine=text(record.get("engine")) if proven else "",
        seconds=seconds(record.get("seconds")) if proven else None,
        faults=texts(record.get("faults")),
    )


def last_engine(commands: Iterable[CommandRow], found: str) -> str:
    """What confined the last command; before any, what was `found` at activation; "" for nothing."""
    used = [command.engine for command in commands if command.engine]
    return used[-1] if used else "" if found == "none" else found


def outside(records: Records) -> list[OutsideRow]:
    return [
        OutsideRow(
            at=text(record.get("at")), count=number(record.get("count")) or 0, changes=texts(record.get("changes"))
        )
        for record in records
        if record.get("event") == "outside_changed"
    ]


def unseen(records: Records) -> list[Unseen]:
    return [
        Unseen(at=text(record.get("at")), count=number(record.get("count")) or 0, paths=texts(record.get("paths")))
        for record in records
        if record.get("event") == "outside_unseen"
    ]


def rollbacks(records: Records) -> list[UndoRow]:
    """A rollback without outcomes was cut short."""
    found: list[UndoRow] = []
    for record in records:
        if record.get("event") == "rollback_begun":
            found.append(
                UndoRow(
                    at=text(record.get("at")),
                    account=text(record.get("account")),
                    count=number(record.get("count")) or 0,
                    paths=texts(record.get("paths")),
                    outcomes={},
                )
            )
        elif record.get("event") == "rolled_back" and found:
            told = record.get("outcomes")
            counts = told.items() if isinstance(told, dict) else ()
            outcomes = {text(name): number(count) or 0 for name, count in counts}
            found[-1] = found[-1].model_copy(update={"outcomes": outcomes})
    return found


def _objects(value: object) -> Iterable[Mapping[str, Any]]:
    return [each for each in value if isinstance(each, dict)] if isinstance(value, list) else []
