"""What `trust`, `guides`, `sensors` and `audit` print, as models."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from harness_runtime.cli.contracts.base import Answer, Printed


class GuardTrustView(Printed):
    path: str = Field(description="of the project's guard.json")
    sha256: str | None = Field(description="of its present content; null: there is none that can be used")
    asks: bool = Field(description="it holds chains or commands, which count only when trusted")
    trusted: bool
    untrusted_in: list[str] = Field(description="data folders in which this content is not trusted")


class TrustView(Answer):
    """`trust`, `untrust`, `trusted`."""

    path: str = Field(description="of the harness file")
    sha256: str | None = Field(description="of its present content; null: there is none that can be read")
    trusted: bool
    changed_guides: list[str] = Field(description="guide files whose content is not the trusted one")
    untrusted_in: list[str] = Field(description="data folders in which this content is not trusted")
    guard: GuardTrustView


class GuideView(Printed):
    name: str
    priority: int | float
    source: str = Field(description='path of its file, or "text"')


class SensorView(Printed):
    name: str
    command: str
    blocking: bool
    timing: str
    kind: str
    timeout_secs: int


class Guides(Answer):
    """`guides`: what the model would get."""

    task_type: str | None = Field(description="null: interactive, the default workflow")
    workflow: str | None = Field(description="null: every guide and sensor")
    guides: list[GuideView]
    sensors: list[SensorView]
    completion_policy: list[str]
    warnings: list[str]
    repeated: list[str] = Field(description="guides that the project's instructions hold already")
    text: str = Field(description='the section; "": none')


class SensorList(Answer):
    """`sensors list`."""

    task_type: str | None
    workflow: str | None
    sensors: list[SensorView]


class SensorResult(Printed):
    name: str
    command: str
    blocking: bool
    outcome: Literal["passed", "failed", "timed_out", "not_started"]
    exit_code: int | None = Field(description="as a shell tells it; null: it did not end by itself")
    seconds: float
    attempts: int
    tail: list[str] = Field(description="the last lines of output, at most 40")
    fix_hint: str
    why: str = Field(description='why it was not started; ""')
    engine: str = Field(description='what confined it; "unconfined"; "": not started')


class SensorResults(Answer):
    """`sensors run`."""

    results: list[SensorResult]


class AuditFinding(Printed):
    severity: Literal["error", "warning", "suggestion"]
    code: str
    subject: str = Field(description='"": the file as a whole')
    message: str


class Audit(Answer):
    """`audit`: errors first."""

    findings: list[AuditFinding]
