"""Between the stored State and the pure Position: both directions, and the birth of a run."""

from __future__ import annotations

import secrets
from datetime import UTC, datetime

from harness_runtime.events.context import Context
from harness_runtime.session import ledger
from harness_runtime.session.state import Accepted, Pending, State, Turn
from harness_runtime.session.store import moment
from harness_runtime.workflow.position import Gate, Position

SHORT = 12


def position_of(state: State) -> Position:
    pending = state.pending
    return Position(
        revision=state.revision,
        phase=state.phase,
        pending=Gate(pending.kind, pending.sha256) if pending else None,
        accepted_plan=state.accepted.plan,
        accepted_repair=state.accepted.repair_plan,
        authority=state.policy_sha256 is not None,
        held=state.held,
    )


def moved(state: State, position: Position, *, pending: Pending | None = None, policy: str | None = None) -> State:
    """`state` at `position`. `pending` and `policy` are the stored forms of its gate and its authority."""
    assert (pending is None) == (position.pending is None)
    assert (policy is None) == (not position.authority)
    return state.model_copy(
        update={
            "phase": position.phase,
            "pending": pending,
            "accepted": Accepted(
                plan=position.accepted_plan,
                repair_plan=position.accepted_repair,
                policy=policy or state.accepted.policy,
            ),
            "policy_sha256": policy,
            "held": position.held,
            "suspended": False,
            "correction": None,
        }
    )


def new_run(context: Context, previous: State | None, position: Position, root: str) -> State:
    """The state of a run that has just been activated; it inherits nothing but the ledger."""
    return State.model_validate(
        {
            "session_id": context.event.session_id,
            "host": context.event.host,
            "run_id": f"{datetime.now(UTC):%Y%m%dT%H%M%S}-{secrets.token_hex(3)}",
            "revision": position.revision,
            "phase": position.phase,
            "workspace_root": root,
            "language": context.language(),
            "turn": Turn(id=context.event.turn, person=True),
            "told_phase": position.phase,
            "started_at": moment(),
            "updated_at": "",
            "ledger": previous.ledger if previous else ledger.EMPTY,
        }
    )


def short(digest: str) -> str:
    """A hash as people read it."""
    return digest[:SHORT]
