"""result.json: what came of a run's sensors, as it is kept beside the run, and read again as the audit's history."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from harness_runtime.guides.resolve import Resolved
from harness_runtime.guides.sensors.result import Report, Result
from harness_runtime.session.files import replace_file
from harness_runtime.session.store import now


class Kept(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


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


class ResultRecord(Kept):
    """The whole file."""

    schema_version: Literal[1] = 1
    at: str = Field(description="ISO 8601, UTC")
    harness_sha256: str = Field(description="of the trusted `.o4/harness.toml`")
    task_type: str | None = Field(description="null: interactive")
    workflow: str | None = Field(description="null: every guide and sensor")
    guides: list[str] = Field(
        description="names of the guides that the model got, here or in the project's instructions"
    )
    results: list[SensorRecord]
    left_out: list[str] = Field(description="sensors whose paths match no changed file")


def record_of(resolved: Resolved, harness_sha256: str, report: Report) -> ResultRecord:
    return ResultRecord(
        at=now(),
        harness_sha256=harness_sha256,
        task_type=resolved.selection.task_type,
        workflow=resolved.selection.workflow,
        guides=[*(guide.guide.name for guide in resolved.guides), *resolved.repeated],
        results=[sensor_record(result) for result in report.results],
        left_out=[left.sensor.name for left in report.left_out],
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
