"""The phase table of the harness contract, and the pure function that applies it (contract: Phases).

`advance` never reads a clock, a file or an environment: the same position and happening always give the same
position. What the table does not name changes nothing, which `advance` says by returning None.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import assert_never, get_args

from harness_runtime.session.state import GateKind, Phase
from harness_runtime.workflow.position import TERMINAL, Event, Gate, Happening, Position, replace

ACTIVE: tuple[Phase, ...] = tuple(phase for phase in get_args(Phase) if phase not in TERMINAL)
BEFORE_APPROVAL: frozenset[Phase] = frozenset(("blocked", "degraded", "cancelled"))
HELD: frozenset[Phase] = frozenset(("blocked", "degraded", "cancelled"))


@dataclass(frozen=True)
class Row:
    """One line of the phase table. `becomes` None: the phase that the Completion Report names."""

    becomes: Phase | None
    pauses: Phase | None = None  # stored first, so that authority is gone before the gate opens
    opens: GateKind | None = None
    grants: GateKind | None = None


TABLE: dict[tuple[Phase, Event], Row] = {
    ("planning", Event.PLAN): Row("plan_pending", opens="plan"),
    ("plan_pending", Event.PLAN): Row("plan_pending", opens="plan"),
    ("plan_pending", Event.APPROVE): Row("implement", grants="plan"),
    ("plan_pending", Event.DECLINE): Row("cancelled"),
    ("plan_pending", Event.REVISE): Row("planning"),
    ("repair_planning", Event.REPAIR_PLAN): Row("repair_pending", opens="repair_plan"),
    ("repair_pending", Event.REPAIR_PLAN): Row("repair_pending", opens="repair_plan"),
    ("repair_pending", Event.APPROVE): Row("repair_implement", grants="repair_plan"),
    ("repair_pending", Event.DECLINE): Row("cancelled"),
    ("repair_pending", Event.REVISE): Row("repair_planning"),
    ("implement", Event.SUMMARY): Row("review"),
    ("implement", Event.REPAIR_PLAN): Row("repair_pending", pauses="repair_planning", opens="repair_plan"),
    ("repair_implement", Event.SUMMARY): Row("post_repair_review"),
    ("repair_implement", Event.REPAIR_PLAN): Row("repair_pending", pauses="repair_planning", opens="repair_plan"),
    ("review", Event.REPAIR_PLAN): Row("repair_pending", opens="repair_plan"),
    ("post_repair_review", Event.REPAIR_PLAN): Row("repair_pending", opens="repair_plan"),
    ("implement", Event.REVOKE): Row("repair_planning"),
    ("repair_implement", Event.REVOKE): Row("repair_planning"),
    **{(phase, Event.COMPLETION): Row(None) for phase in ACTIVE},
    **{(phase, Event.CANCEL): Row("cancelled") for phase in ACTIVE},
}


def advance(position: Position | None, happening: Happening) -> Position | None:
    """The position after `happening`, None when nothing changes.

    `position` None: the session has no run. An approval counts here as already proven to be the person's
    answer to the pending artifact; `approval` decides that.
    """
    if happening.event is Event.ACTIVATE:
        return Position(revision=position.revision + 1 if position else 1, phase="planning")
    if position is None:
        return None
    row = TABLE.get((position.phase, happening.event))
    if row is None:
        return None
    phase = row.becomes or _named_by_completion(position, happening.status)
    if phase is None:
        return None
    if row.grants is not None and (position.pending is None or position.pending.sha256 != happening.sha256):
        return None
    moved = replace(
        position,
        phase=phase,
        pending=Gate(row.opens, happening.sha256) if row.opens else None,
        authority=row.grants is not None,
        held=phase in HELD,
    )
    match row.grants:
        case None:
            return moved
        case "plan":
            return replace(moved, accepted_plan=happening.sha256)
        case "repair_plan":
            return replace(moved, accepted_repair=happening.sha256)
        case _:
            assert_never(row.grants)


def pause(position: Position, event: Event) -> Position | None:
    """The position to store before `event` is applied: authority revoked. None when the event needs none."""
    row = TABLE.get((position.phase, event))
    if row is None or row.pauses is None:
        return None
    return replace(position, phase=row.pauses, authority=False)


def _named_by_completion(position: Position, status: str) -> Phase | None:
    """A Completion Report names one of the terminal phases; before any approval only one that claims no success."""
    allowed = TERMINAL - {"superseded"} if position.accepted_plan else BEFORE_APPROVAL
    return next((phase for phase in allowed if phase == status), None)
