"""What `explain`, `replay` and `check` print, as models."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from harness_runtime.cli.contracts.base import Answer, Printed


class Target(Printed):
    path: str
    inside: bool = Field(description="a file may be written there now")


class Step(Printed):
    step: str
    outcome: str = Field(description='"passed", or the rule that ends the decision')


class Explain(Answer):
    """`explain`: one call, and how its decision was reached."""

    verdict: Literal["allow", "deny"]
    kind: str = Field(serialization_alias="class")
    rule: str
    reason: str
    targets: list[Target]
    steps: list[Step]


class Replay(Answer):
    """`replay`: one line for each recorded event."""

    index: int = Field(description="of the line, from 0")
    verdict: Literal["allow", "deny"] | None = Field(description="null: the event is not a tool call")
    rule: str | None
    answer: str = Field(
        description='what the hook says to the host, or the command that runs instead; "" for silence'
    )


class DraftFault(Printed):
    section: str = Field(description='"": the whole text')
    message: str


class Draft(Answer):
    """`check -`: an artifact as Stop would judge it."""

    kind: str = Field(
        description="plan, repair_plan, implementation_summary, clean_context_review or completion_report"
    )
    ok: bool
    faults: list[DraftFault]
    sha256: str = Field(description='of the canonical bytes; "": it has none')
    notes: list[str] = Field(description="what was not judged, or will matter beside the artifact")
