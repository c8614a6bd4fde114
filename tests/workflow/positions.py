"""Positions as a run reaches them, one for each phase, and what can never be true of one."""

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


def invariant_faults(position: Position) -> list[str]:
    """What can never be true of a position; empty when all is well."""
    faults = []
    if position.authority and position.phase not in WITH_AUTHORITY:
        faults.append("authority outside implement and repair_implement")
    if position.authority and not position.accepted_plan:
        faults.append("authority without an accepted Plan")
    if position.authority and position.pending:
        faults.append("authority while a gate is open")
    if position.phase in WITH_AUTHORITY and not position.authority:
        faults.append("an implementing phase without authority")
    if (position.phase in PENDING) != (position.pending is not None):
        faults.append("pending phase and pending artifact disagree")
    if position.held and position.phase not in HELD:
        faults.append("held in a phase that is not held")
    return faults
