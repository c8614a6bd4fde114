"""result.json: what came of a run's sensors, as it is kept beside the run, and read again as the audit's history."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from harness_runtime.guides.escalation import Escalation
from harness_runtime.guides.policies import Requirement
from harness_runtime.guides.selection import Selection
from harness_runtime.guides.sensors.result import Report, Result
from harness_runtime.messages.catalog import DEFAULT
from harness_runtime.session.files import replace_file
from harness_runtime.session.store import now


class Kept(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, defer_build=True)


class SensorRecord(Kept):
    name: str
    command: str
    blocking: bool
    timing: str
    kind: str
    outcome: Literal["passed", "failed", "timed_out", "not_started"]
    exit_code: int | None = Field(description="as a shell tells it; null: the command did not end by itself")
    seconds: float = Field(description="of all attempts")
    attempts: int
    tail: list[str] = Field(description="the last lines of output, at most 40")
    fix_hint: str
    why: str = Field(description="why it was not started; else empty")
    engine: str = Field(description="what confined it; `unconfined`; empty when it was not started")


class RequirementRecord(Kept):
    key: str = Field(description="of the completion policy")
    step: str = Field(description="of `required_validation_steps`; else empty")
    status: Literal["met", "unmet", "guidance"]


class EscalationRecord(Kept):
    name: str
    condition: str
    message: str


class ResultRecord(Kept):
    """The whole file."""

    schema_version: Literal[1] = 1
    run_id: str = Field(description="empty outside a run")
    at: str = Field(description="ISO 8601, UTC")
    harness_sha256: str = Field(description="of the trusted `.o4/harness.toml`")
    task_type: str | None = Field(description="null: interactive")
    workflow: str | None = Field(description="null: every guide and sensor")
    guides: list[str] = Field(
        description="names of the guides that the model got, here or in the project's instructions"
    )
    results: list[SensorRecord]
    left_out: list[str] = Field(description="sensors whose paths match no changed file")
    requirements: list[RequirementRecord] = Field(description="of the completion policy, held against the evidence")
    escalations: list[EscalationRecord] = Field(description="rules whose condition held")


def record_of(
    selection: Selection,
    guides: Sequence[str],
    harness_sha256: str,
    report: Report,
    *,
    run_id: str = "",
    requirements: Sequence[Requirement] = (),
    escalations: Sequence[Escalation] = (),
    language: str = DEFAULT,
) -> ResultRecord:
    """`guides` are the names of those that the model got."""
    return ResultRecord(
        run_id=run_id,
        at=now(),
        harness_sha256=harness_sha256,
        task_type=selection.task_type,
        workflow=selection.workflow,
        guides=list(guides),
        results=[sensor_record(result) for result in report.results],
        left_out=[left.sensor.name for left in report.left_out],
        requirements=[
            RequirementRecord(key=found.key, step=found.step, status=found.status.value) for found in requirements
        ],
        escalations=[
            EscalationRecord(name=found.rule.name, condition=found.rule.condition, message=found.message(language))
            for found in escalations
        ],
    )


def sensor_record(result: Result) -> SensorRecord:
    sensor = result.sensor
    return SensorRecord(
        name=sensor.name,
        command=sensor.command,
        blocking=sensor.blocking,
        timing=sensor.timing,
        kind=sensor.kind,
        outcome=result.outcome.value,
        exit_code=result.exit_code,
        seconds=result.seconds,
        attempts=result.attempts,
        tail=list(result.tail),
        fix_hint=sensor.fix_hint,
        why=" ".join(part for part in (result.why, result.detail) if part),
        engine=result.engine,
    )


def write_record(path: Path, record: ResultRecord) -> None:
    """Replaces the file whole. Raises OSError."""
    replace_file(path, record.model_dump_json(indent=2).encode("utf-8") + b"\n")
