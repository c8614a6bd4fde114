"""What a run has been through, kept apart from the code under test, and the invariants that it must keep."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from harness_runtime.workflow.position import Event, Happening, Position
from harness_runtime.workflow.transition import advance
from tests.workflow.positions import invariant_faults


@dataclass(frozen=True)
class History:
    """A run's position with what the people in it saw.

    `asked` is the hash that the person looks at; `dead` the hashes that were superseded, discarded or answered
    and not shown since; `answered` those that got a `y` while they were asked about, in this revision.
    """

    position: Position | None = None
    asked: str | None = None
    dead: frozenset[str] = field(default_factory=frozenset)
    answered: frozenset[str] = field(default_factory=frozenset)


def follow(history: History, happening: Happening) -> History:
    """The history after `happening`; AssertionError when the step breaks an invariant."""
    before = history.position
    after = advance(before, happening)
    if after is None:
        return history
    told = _told(history, happening, after)
    _check_step(before, happening, after, history)
    _check_position(after, told)
    return told


def _told(history: History, happening: Happening, after: Position) -> History:
    over = {history.asked} if history.asked else set()
    match happening.event:
        case Event.ACTIVATE:
            return History(after, None, history.dead | over | history.answered, frozenset())
        case Event.PLAN | Event.REPAIR_PLAN:
            shown = happening.sha256
            return replace(history, position=after, asked=shown, dead=(history.dead | over) - {shown})
        case Event.APPROVE:
            assert history.asked == happening.sha256, "a `y` approved what nobody was asked about"
            answered = history.answered | {happening.sha256}
            return History(after, None, history.dead | over, answered)
        case _:
            return replace(history, position=after, asked=None, dead=history.dead | over)


def _check_step(before: Position | None, happening: Happening, after: Position, history: History) -> None:
    if happening.event is Event.ACTIVATE:
        assert after.revision == (before.revision + 1 if before else 1)
        return
    assert before is not None, "something happened without a run"
    assert after.revision == before.revision, "only an activation starts a revision"
    assert not _ended(before), "an ended run went on"
    accepted = (after.accepted_plan, after.accepted_repair)
    if happening.event is Event.APPROVE:
        assert happening.sha256 not in history.dead, "a superseded hash came back"
    else:
        assert accepted == (before.accepted_plan, before.accepted_repair), "accepted without an approval"
        assert not after.authority, "authority without an approval"


def _check_position(position: Position, history: History) -> None:
    assert invariant_faults(position) == []
    assert not (position.authority and (_ended(position) or position.pending)), "authority after the end or at a gate"
    assert (position.pending.sha256 if position.pending else None) == history.asked
    for accepted in (position.accepted_plan, position.accepted_repair):
        assert accepted is None or accepted in history.answered, "accepted, but never answered in this revision"
    if position.authority:
        assert _in_force(position) in history.answered


def _in_force(position: Position) -> str | None:
    return position.accepted_plan if position.phase == "implement" else position.accepted_repair


def _ended(position: Position) -> bool:
    return position.phase in (
        "completed", "completed_with_residual_risk", "blocked", "degraded", "cancelled", "superseded"
    )  # fmt: skip
