"""The conditions of a `y`: each one alone keeps it from approving, and the code says which."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from harness_runtime.messages.gates import NOT_CONSUMED
from harness_runtime.session.ledger import EMPTY
from harness_runtime.session.state import LastStop, Pending, ProjectPolicy, State, Turn
from harness_runtime.workflow.approval import why_not

ROOT = "/somewhere/project"
PENDING = Pending(kind="plan", sha256="a" * 64, turn="t1", since="2026-01-01T00:00:00Z", revision=2, person_turn=True)
STATE = State(
    session_id="s",
    host="codex",
    run_id="r",
    revision=2,
    phase="plan_pending",
    workspace_root=ROOT,
    language="en",
    pending=PENDING,
    turn=Turn(id="t2", person=True),
    last_stop=LastStop(turn="t1", gate=True),
    updated_at="",
    ledger=EMPTY,
)
EVENT: dict[str, Any] = {
    "turn": "t2",
    "workspace_root": ROOT,
    "artifact_intact": True,
    "guard_alive": True,
    "project_sha256": None,
}


PROJECT = ProjectPolicy(sha256="b" * 64, stamp=[1, 2, 3, 4])


def pending(**fields: Any) -> dict[str, Any]:
    return {"pending": PENDING.model_copy(update=fields)}


IN_THE_TERMINAL = {"not_answered"}  # said by `harness-state approve`, before any of these is asked

# what differs in the state, what differs in the event, the reason
REASONS = [
    ({"pending": None}, {}, "nothing_pending"),
    (pending(revision=1), {}, "other_revision"),
    (pending(revision=3), {}, "other_revision"),
    ({}, {"workspace_root": "/somewhere/else"}, "other_workspace"),
    ({}, {"workspace_root": f"{ROOT}/below"}, "other_workspace"),
    ({}, {"workspace_root": f"{ROOT}/"}, "other_workspace"),
    ({}, {"artifact_intact": False}, "artifact_altered"),
    ({}, {"turn": ""}, "turn_unknown"),
    (pending(turn=""), {}, "turn_unknown"),
    (pending(turn=""), {"turn": ""}, "turn_unknown"),
    ({}, {"turn": "t1"}, "same_turn"),
    (pending(person_turn=False), {}, "not_your_turn"),
    ({}, {"project_sha256": "d" * 64}, "guard_changed"),
    ({"project": PROJECT}, {}, "guard_changed"),
    ({"project": PROJECT}, {"project_sha256": "c" * 64}, "guard_changed"),
    ({}, {"guard_alive": False}, "guard_silent"),
    ({"last_stop": None}, {}, "question_not_last"),
    ({"last_stop": LastStop(turn="t1", gate=False)}, {}, "question_not_last"),
]


def test_a_y_that_meets_every_condition_approves() -> None:
    assert why_not(STATE, **EVENT) is None


def test_a_question_repeated_in_a_later_turn_can_be_answered_too() -> None:
    state = STATE.model_copy(update={"last_stop": LastStop(turn="t2", gate=True)})
    assert why_not(state, **{**EVENT, "turn": "t3"}) is None


@pytest.mark.parametrize(("state", "event", "reason"), REASONS)
def test_reason(state: dict[str, Any], event: dict[str, Any], reason: str) -> None:
    assert why_not(STATE.model_copy(update=state), **(EVENT | event)) == reason


def test_an_unchanged_guard_file_is_no_obstacle() -> None:
    state = STATE.model_copy(update={"project": PROJECT})
    assert why_not(state, **{**EVENT, "project_sha256": PROJECT.sha256}) is None


def test_every_reason_has_its_sentence_and_every_sentence_its_reason() -> None:
    assert {reason for _, _, reason in REASONS} == set(NOT_CONSUMED) - IN_THE_TERMINAL


def test_no_two_failed_conditions_make_a_good_one() -> None:
    for (state, event, _), (other_state, other_event, _) in product(REASONS, REASONS):
        both = STATE.model_copy(update={**state, **other_state})
        assert why_not(both, **(EVENT | event | other_event)) is not None
