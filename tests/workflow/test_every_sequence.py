"""Every sequence of seven events, with two hashes so that stale approvals are tried; random longer ones."""

from __future__ import annotations

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from harness_runtime.workflow.position import Event, Happening
from tests.workflow.history import History, follow

DEPTH = 7
HASHES = ("a", "b")
STATUSES = ("completed", "completed_with_residual_risk", "blocked", "degraded", "cancelled", "superseded")
HAPPENINGS = (
    Happening(Event.ACTIVATE),
    *(Happening(event, sha256) for event in (Event.PLAN, Event.REPAIR_PLAN, Event.APPROVE) for sha256 in HASHES),
    Happening(Event.APPROVE),
    Happening(Event.SUMMARY),
    *(Happening(Event.COMPLETION, status=status) for status in STATUSES),
    Happening(Event.DECLINE),
    Happening(Event.REVISE),
    Happening(Event.UNCLEAR),
    Happening(Event.CANCEL),
    Happening(Event.REVOKE),
)


def walk(depth: int) -> list[set[History]]:
    """The histories that `depth` events can reach, by their number; equal ones are followed once."""
    levels = [{History()}]
    seen = {History()}
    for _ in range(depth):
        reached = {follow(history, happening) for history in levels[-1] for happening in HAPPENINGS}
        levels.append(reached - seen)
        seen |= reached
    return levels


def test_no_sequence_of_seven_events_breaks_an_invariant() -> None:
    reached = {history.position.phase for level in walk(DEPTH) for history in level if history.position}
    assert reached == {
        "planning", "plan_pending", "implement", "review", "repair_pending", "repair_planning", "repair_implement",
        "post_repair_review", "completed", "completed_with_residual_risk", "blocked", "degraded", "cancelled",
    }  # fmt: skip


def test_authority_needs_an_activation_a_shown_artifact_and_a_y() -> None:
    first = next(
        number for number, level in enumerate(walk(DEPTH)) if any(h.position and h.position.authority for h in level)
    )
    assert first == 3


class Runs(RuleBasedStateMachine):
    """One session, any number of runs; the ghost checks every step."""

    def __init__(self) -> None:
        super().__init__()
        self.history = History()

    @rule()
    def activate(self) -> None:
        self.history = follow(self.history, Happening(Event.ACTIVATE))

    @rule(event=st.sampled_from([Event.PLAN, Event.REPAIR_PLAN]), sha256=st.sampled_from("abcd"))
    def show(self, event: Event, sha256: str) -> None:
        self.history = follow(self.history, Happening(event, sha256))

    @rule(sha256=st.sampled_from("abcd"))
    def approve_any(self, sha256: str) -> None:
        self.history = follow(self.history, Happening(Event.APPROVE, sha256))

    @rule()
    def approve_what_is_asked(self) -> None:
        asked = self.history.asked
        after = follow(self.history, Happening(Event.APPROVE, asked or ""))
        assert (after != self.history) == (asked is not None)
        self.history = after

    @rule(
        event=st.sampled_from([Event.SUMMARY, Event.DECLINE, Event.REVISE, Event.UNCLEAR, Event.CANCEL, Event.REVOKE])
    )
    def other(self, event: Event) -> None:
        self.history = follow(self.history, Happening(event))

    @rule(status=st.sampled_from(STATUSES))
    def complete(self, status: str) -> None:
        self.history = follow(self.history, Happening(Event.COMPLETION, status=status))  # type: ignore[arg-type]

    @invariant()
    def a_dead_hash_cannot_be_approved(self) -> None:
        for sha256 in self.history.dead:
            after = follow(self.history, Happening(Event.APPROVE, sha256))
            assert after == self.history


TestRuns = Runs.TestCase
TestRuns.settings = settings(deadline=None)
