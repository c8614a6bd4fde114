"""Positions as a run reaches them, one for each phase."""

from __future__ import annotations

from harness_runtime.session.state import GateKind, Phase
from harness_runtime.workflow.position import Gate, Position

PLAN, REPAIR, NEW = "plan-hash", "repair-hash", "new-hash"
BEFORE_APPROVAL = ("planning", "plan_pending")
PENDING: dict[str, GateKind] = {"plan_pending": "plan", "repair_pending": "repair_plan"}
WITH_AUTHORITY = ("implement", "repair_implement")
AFTER_REPAIR = ("repair_implement", "post_repair_review")
HELD = ("blocked", "degraded", "cancelled")


def at(phase: Phase) -> Position:
    """A run in `phase`: its gate asks about PLAN or REPAIR, and what came before was approved."""
    gate = PENDING.get(phase)
    return Position(
        revision=3,
        phase=phase,
        pending=Gate(gate, PLAN if gate == "plan" else REPAIR) if gate else None,
        accepted_plan=None if phase in BEFORE_APPROVAL else PLAN,
        accepted_repair=REPAIR if phase in AFTER_REPAIR else None,
        authority=phase in WITH_AUTHORITY,
        held=phase in HELD,
    )
