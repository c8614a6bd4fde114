"""The phase table of the contract, row by row, and that nothing but its rows changes anything."""

from __future__ import annotations

from typing import get_args

import pytest

from harness_runtime.session.sealed import PHASES
from harness_runtime.session.state import Phase
from harness_runtime.workflow.position import AUTHORITY, RELEASING, TERMINAL, Event, Gate, Happening, Position
from harness_runtime.workflow.transition import ACTIVE, HELD, TABLE, advance, pause
from tests.workflow.positions import NEW, PLAN, REPAIR, at, invariant_faults

OPEN = (
    "planning",
    "plan_pending",
    "implement",
    "review",
    "repair_planning",
    "repair_pending",
    "repair_implement",
    "post_repair_review",
)
ENDED = ("completed", "completed_with_residual_risk", "blocked", "degraded", "cancelled", "superseded")
NO_SUCCESS = ("blocked", "degraded", "cancelled")
NOTHING_APPROVED = ("planning", "plan_pending")

# phase, event with its hash, the phase it becomes, whether there is authority then
ROWS = [
    ("planning", Happening(Event.PLAN, NEW), "plan_pending", False),
    ("plan_pending", Happening(Event.PLAN, NEW), "plan_pending", False),
    ("plan_pending", Happening(Event.APPROVE, PLAN), "implement", True),
    ("repair_planning", Happening(Event.REPAIR_PLAN, NEW), "repair_pending", False),
    ("repair_pending", Happening(Event.REPAIR_PLAN, NEW), "repair_pending", False),
    ("repair_pending", Happening(Event.APPROVE, REPAIR), "repair_implement", True),
    ("plan_pending", Happening(Event.DECLINE), "cancelled", False),
    ("repair_pending", Happening(Event.DECLINE), "cancelled", False),
    ("plan_pending", Happening(Event.REVISE), "planning", False),
    ("repair_pending", Happening(Event.REVISE), "repair_planning", False),
    ("implement", Happening(Event.SUMMARY), "review", False),
    ("repair_implement", Happening(Event.SUMMARY), "post_repair_review", False),
    ("implement", Happening(Event.REPAIR_PLAN, NEW), "repair_pending", False),
    ("repair_implement", Happening(Event.REPAIR_PLAN, NEW), "repair_pending", False),
    ("review", Happening(Event.REPAIR_PLAN, NEW), "repair_pending", False),
    ("post_repair_review", Happening(Event.REPAIR_PLAN, NEW), "repair_pending", False),
    ("implement", Happening(Event.REVOKE), "repair_planning", False),
    ("repair_implement", Happening(Event.REVOKE), "repair_planning", False),
    *((phase, Happening(Event.CANCEL), "cancelled", False) for phase in OPEN),
    *(
        (phase, Happening(Event.COMPLETION, status=status), status, False)
        for phase in OPEN
        for status in (NO_SUCCESS if phase in NOTHING_APPROVED else ENDED[:-1])
    ),
]
NAMED = {(phase, happening.event) for phase, happening, *_ in ROWS}
UNNAMED = [
    (phase, event)
    for phase in (*OPEN, *ENDED)
    for event in Event
    if (phase, event) not in NAMED and event is not Event.ACTIVATE
]


def row_id(value: object) -> str | None:
    return f"{value.event}-{value.sha256 or value.status}" if isinstance(value, Happening) else None


@pytest.mark.parametrize(("phase", "happening", "becomes", "authority"), ROWS, ids=row_id)
def test_row(phase: Phase, happening: Happening, becomes: Phase, authority: bool) -> None:
    after = advance(at(phase), happening)
    assert after is not None
    assert (after.phase, after.authority) == (becomes, authority)


@pytest.mark.parametrize(("phase", "happening", "becomes", "authority"), ROWS, ids=row_id)
def test_row_leaves_a_sound_position(phase: Phase, happening: Happening, becomes: Phase, authority: bool) -> None:
    after = advance(at(phase), happening)
    assert after is not None and invariant_faults(after) == []


def test_the_table_has_no_row_besides_these() -> None:
    assert set(TABLE) == NAMED


@pytest.mark.parametrize(("phase", "event"), UNNAMED)
def test_an_event_without_a_row_changes_nothing(phase: Phase, event: Event) -> None:
    position = at(phase)
    held = position.pending.sha256 if position.pending else PLAN
    assert advance(position, Happening(event, held, "completed")) is None


@pytest.mark.parametrize("phase", ["plan_pending", "repair_pending"])
def test_an_unclear_reply_changes_nothing(phase: Phase) -> None:
    assert advance(at(phase), Happening(Event.UNCLEAR)) is None


@pytest.mark.parametrize(
    ("phase", "kind"), [("planning", "plan"), ("plan_pending", "plan"), ("review", "repair_plan"),
                        ("implement", "repair_plan"), ("repair_pending", "repair_plan")]
)  # fmt: skip
def test_a_shown_artifact_is_what_the_gate_asks_about(phase: Phase, kind: str) -> None:
    event = Event.PLAN if kind == "plan" else Event.REPAIR_PLAN
    after = advance(at(phase), Happening(event, NEW))
    assert after is not None and after.pending == Gate(kind, NEW)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("phase", "pending", "accepted"),
    [("plan_pending", PLAN, (PLAN, None)), ("repair_pending", REPAIR, (PLAN, REPAIR))],
)
def test_an_approval_accepts_the_pending_hash(phase: Phase, pending: str, accepted: tuple[str, str | None]) -> None:
    after = advance(at(phase), Happening(Event.APPROVE, pending))
    assert after is not None
    assert (after.accepted_plan, after.accepted_repair, after.pending) == (*accepted, None)


@pytest.mark.parametrize("phase", ["plan_pending", "repair_pending"])
@pytest.mark.parametrize("sha256", [NEW, "", "y"])
def test_an_approval_of_another_hash_changes_nothing(phase: Phase, sha256: str) -> None:
    assert advance(at(phase), Happening(Event.APPROVE, sha256)) is None


def test_a_refused_repair_plan_does_not_bring_implement_authority_back() -> None:
    ended = advance(at("repair_pending"), Happening(Event.DECLINE))
    assert ended is not None
    assert (ended.phase, ended.authority, ended.held) == ("cancelled", False, True)


@pytest.mark.parametrize("phase", ["implement", "repair_implement"])
def test_a_deviation_takes_authority_first_and_then_opens_the_gate(phase: Phase) -> None:
    paused = pause(at(phase), Event.REPAIR_PLAN)
    assert paused is not None
    assert (paused.phase, paused.authority, invariant_faults(paused)) == ("repair_planning", False, [])
    shown = Happening(Event.REPAIR_PLAN, NEW)
    assert advance(paused, shown) == advance(at(phase), shown)


@pytest.mark.parametrize(("phase", "event"), [(phase, event) for phase in (*OPEN, *ENDED) for event in Event])
def test_nothing_else_pauses(phase: Phase, event: Event) -> None:
    pauses = phase in ("implement", "repair_implement") and event is Event.REPAIR_PLAN
    assert (pause(at(phase), event) is not None) == pauses


@pytest.mark.parametrize("phase", NOTHING_APPROVED)
@pytest.mark.parametrize("status", ["completed", "completed_with_residual_risk", "superseded", "implement"])
def test_before_approval_no_report_can_claim_success(phase: Phase, status: Phase) -> None:
    assert advance(at(phase), Happening(Event.COMPLETION, status=status)) is None


@pytest.mark.parametrize("status", ["superseded", "planning", "implement", "repair_implement", "review"])
def test_a_report_cannot_name_a_phase_that_is_no_end_of_its_own(status: Phase) -> None:
    assert advance(at("implement"), Happening(Event.COMPLETION, status=status)) is None


@pytest.mark.parametrize("phase", [*OPEN, *ENDED])
def test_activation_starts_a_new_revision_and_inherits_nothing(phase: Phase) -> None:
    assert advance(at(phase), Happening(Event.ACTIVATE)) == Position(revision=4, phase="planning")


def test_the_first_activation_is_revision_one() -> None:
    assert advance(None, Happening(Event.ACTIVATE)) == Position(revision=1, phase="planning")


@pytest.mark.parametrize("event", [event for event in Event if event is not Event.ACTIVATE])
def test_without_a_run_nothing_happens(event: Event) -> None:
    assert advance(None, Happening(event, PLAN, "completed")) is None


@pytest.mark.parametrize("phase", ENDED)
def test_only_refused_ends_hold_the_session(phase: Phase) -> None:
    assert (phase in HELD) == (phase in NO_SUCCESS)


def test_the_phases_are_the_same_everywhere() -> None:
    assert set(get_args(Phase)) == PHASES == {*ACTIVE, *TERMINAL}


def test_open_and_ended_phases_are_the_contracts() -> None:
    assert (OPEN, set(ENDED), set(ENDED[:2])) == (ACTIVE, TERMINAL, RELEASING)


def test_authority_exists_in_the_implementing_phases_only() -> None:
    assert set(AUTHORITY) == {row[2] for row in ROWS if row[3]} == {"implement", "repair_implement"}


@pytest.mark.parametrize(
    ("broken", "fault"),
    [
        (Position(1, "review", accepted_plan=PLAN, authority=True), "authority outside"),
        (Position(1, "implement", authority=True), "without an accepted Plan"),
        (Position(1, "implement", Gate("plan", PLAN), PLAN, authority=True), "while a gate is open"),
        (Position(1, "implement", accepted_plan=PLAN), "without authority"),
        (Position(1, "plan_pending"), "disagree"),
        (Position(1, "planning", Gate("plan", PLAN)), "disagree"),
        (Position(1, "completed", accepted_plan=PLAN, held=True), "held"),
    ],
)
def test_the_invariants_notice(broken: Position, fault: str) -> None:
    assert any(fault in found for found in invariant_faults(broken))
