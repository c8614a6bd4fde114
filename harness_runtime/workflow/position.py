"""Where a run stands, as a value: the part of the state that the approval state machine decides about."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

from harness_runtime.session.state import GateKind, Phase

TERMINAL: frozenset[Phase] = frozenset(
    ("completed", "completed_with_residual_risk", "blocked", "degraded", "cancelled", "superseded")
)
RELEASING: frozenset[Phase] = frozenset(("completed", "completed_with_residual_risk"))
AUTHORITY: frozenset[Phase] = frozenset(("implement", "repair_implement"))
GATES: dict[Phase, GateKind] = {"plan_pending": "plan", "repair_pending": "repair_plan"}


@dataclass(frozen=True)
class Gate:
    """An artifact that waits for the person's answer."""

    kind: GateKind
    sha256: str


@dataclass(frozen=True)
class Position:
    """`authority` means: a sealed policy is in force. `held`: ended, but still guarded."""

    revision: int
    phase: Phase
    pending: Gate | None = None
    accepted_plan: str | None = None
    accepted_repair: str | None = None
    authority: bool = False
    held: bool = False


class Event(StrEnum):
    """What can happen to a run."""

    ACTIVATE = "activate"
    PLAN = "plan"
    REPAIR_PLAN = "repair_plan"
    SUMMARY = "implementation_summary"
    COMPLETION = "completion_report"
    APPROVE = "approve"
    DECLINE = "decline"
    REVISE = "revise"
    UNCLEAR = "unclear"
    CANCEL = "cancel"
    REVOKE = "revoke"  # Harness saw that the boundary did not hold


@dataclass(frozen=True)
class Happening:
    """An event with what it carries: the artifact's hash, or the terminal status that a Completion names."""

    event: Event
    sha256: str = ""
    status: str = ""


__all__ = [
    "AUTHORITY",
    "GATES",
    "RELEASING",
    "TERMINAL",
    "Event",
    "Gate",
    "Happening",
    "Position",
    "replace",
]
