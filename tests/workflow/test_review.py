"""When a Review counts: started after the last change, without inherited context, new, and having read the change.

What reads the change is for tests/events/gate/test_change_read.py."""

from __future__ import annotations

from typing import Any

import pytest

from harness_runtime.workflow.review import judge_reviewer

CHANGED = "src/app.py"
WRITE = {"at": "2026-01-01T10:00:00.000Z", "kind": "mutate", "verdict": "allow", "rule": "inside_boundary",
         "subject": CHANGED, "agent": ""}  # fmt: skip
SPAWN = {"at": "2026-01-01T10:01:00.000Z", "kind": "delegate", "verdict": "allow", "rule": "delegate_fresh",
         "subject": "spawn_agent", "agent": ""}  # fmt: skip
START = {"at": "2026-01-01T10:02:00.000Z", "agent_id": "kid"}
BEFORE, AFTER = "2026-01-01T09:00:00.000Z", "2026-01-01T10:04:00.000Z"


def reasons(
    *calls: dict[str, Any],
    starts: tuple[dict[str, Any], ...] = (START,),
    phase: str = "review",
    has_read: bool = True,
) -> list[str]:
    ordered = sorted(calls, key=lambda call: call["at"])
    return list(judge_reviewer("kid", starts, ordered, phase, has_read=has_read).reasons)


@pytest.mark.parametrize("phase", ["review", "post_repair_review"])
def test_a_clean_reviewer_that_read_the_change_counts(phase: str) -> None:
    assert reasons(WRITE, SPAWN, phase=phase) == []


def test_one_that_read_nothing_does_not() -> None:
    assert reasons(WRITE, SPAWN, has_read=False) == ["change_unread"]


ROWS = {
    "outside a review": ((WRITE, SPAWN), (START,), "implement", ["not_in_review"]),
    "never seen to start": ((WRITE, SPAWN), (), "review", ["start_unseen"]),
    "another agent started": ((WRITE, SPAWN), ({**START, "agent_id": "other"},), "review", ["start_unseen"]),
    "started before the change": (
        (WRITE, SPAWN), ({**START, "at": BEFORE},), "review", ["started_before_change"]),
    "started with the change": (
        (WRITE, SPAWN), ({**START, "at": WRITE["at"]},), "review", ["started_before_change"]),
    "an earlier agent of the run, started again": (
        (WRITE, SPAWN), ({**START, "at": BEFORE}, START), "review", ["started_before_change"]),
    "changed again since": (
        (WRITE, SPAWN, {**WRITE, "at": AFTER}, {**SPAWN, "at": AFTER + "Z"}), (START,), "review",
        ["started_before_change"]),
    "with inherited context": (
        (WRITE, {**SPAWN, "rule": "delegate_inherits"}), (START,), "review", ["inherited_context"]),
    "beside one with inherited context": (
        (WRITE, SPAWN, {**SPAWN, "rule": "delegate_inherits"}), (START,), "review", ["inherited_context"]),
    "spawned before the change": (
        (WRITE, {**SPAWN, "at": BEFORE}), (START,), "review", ["inherited_context"]),
    "no spawn seen": ((WRITE,), (START,), "review", ["inherited_context"]),
}  # fmt: skip


@pytest.mark.parametrize(("calls", "starts", "phase", "lacks"), ROWS.values(), ids=ROWS.keys())
def test_what_a_review_lacks(
    calls: tuple[dict[str, Any], ...], starts: tuple[dict[str, Any], ...], phase: str, lacks: list[str]
) -> None:
    assert reasons(*calls, starts=starts, phase=phase) == lacks


RUN = {"at": AFTER, "kind": "execute", "verdict": "allow", "rule": "verification", "subject": "make", "agent": ""}


@pytest.mark.parametrize(("rule", "lacks"), [
    ("verification", ["started_before_change", "inherited_context"]),
    ("shell_confined", ["started_before_change", "inherited_context"]),
    ("shell_confined_read", []),
])  # fmt: skip
def test_a_confined_command_may_have_changed_something(rule: str, lacks: list[str]) -> None:
    assert reasons(WRITE, SPAWN, {**RUN, "rule": rule}) == lacks


def test_a_denied_write_is_no_change() -> None:
    denied = {**WRITE, "verdict": "deny", "at": AFTER}
    assert reasons(WRITE, SPAWN, denied) == []
