"""When a Review counts: started after the last change, without inherited context, new, and having read the change."""

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
DIFF = {"at": "2026-01-01T10:03:00.000Z", "kind": "read", "verdict": "allow", "rule": "read",
        "subject": "git diff", "agent": "kid"}  # fmt: skip
BEFORE, AFTER = "2026-01-01T09:00:00.000Z", "2026-01-01T10:04:00.000Z"


def reasons(
    *calls: dict[str, Any], starts: tuple[dict[str, Any], ...] = (START,), phase: str = "review"
) -> list[str]:
    return list(judge_reviewer("kid", starts, sorted(calls, key=lambda call: call["at"]), phase).reasons)


@pytest.mark.parametrize("phase", ["review", "post_repair_review"])
@pytest.mark.parametrize(
    "subject",
    ["git diff", "git diff --stat", "git show HEAD", "git log -p", "git --no-pager diff", CHANGED, f"cat {CHANGED}"],
)
def test_a_clean_reviewer_that_read_the_change_counts(subject: str, phase: str) -> None:
    assert reasons(WRITE, SPAWN, {**DIFF, "subject": subject}, phase=phase) == []


ROWS = {
    "outside a review": ((WRITE, SPAWN, DIFF), (START,), "implement", ["not_in_review"]),
    "never seen to start": ((WRITE, SPAWN, DIFF), (), "review", ["start_unseen"]),
    "another agent started": ((WRITE, SPAWN, DIFF), ({**START, "agent_id": "other"},), "review", ["start_unseen"]),
    "started before the change": (
        (WRITE, SPAWN, DIFF), ({**START, "at": BEFORE},), "review", ["started_before_change"]),
    "started with the change": (
        (WRITE, SPAWN, DIFF), ({**START, "at": WRITE["at"]},), "review", ["started_before_change"]),
    "an earlier agent of the run, started again": (
        (WRITE, SPAWN, DIFF), ({**START, "at": BEFORE}, START), "review", ["started_before_change"]),
    "changed again since": (
        (WRITE, SPAWN, DIFF, {**WRITE, "at": AFTER}, {**SPAWN, "at": AFTER + "Z"}), (START,), "review",
        ["started_before_change"]),
    "with inherited context": (
        (WRITE, {**SPAWN, "rule": "delegate_inherits"}, DIFF), (START,), "review", ["inherited_context"]),
    "beside one with inherited context": (
        (WRITE, SPAWN, {**SPAWN, "rule": "delegate_inherits"}, DIFF), (START,), "review", ["inherited_context"]),
    "spawned before the change": (
        (WRITE, {**SPAWN, "at": BEFORE}, DIFF), (START,), "review", ["inherited_context"]),
    "no spawn seen": ((WRITE, DIFF), (START,), "review", ["inherited_context"]),
    "nothing read": ((WRITE, SPAWN), (START,), "review", ["change_unread"]),
    "another file read": (
        (WRITE, SPAWN, {**DIFF, "subject": "cat README.md"}), (START,), "review", ["change_unread"]),
    "read by another": ((WRITE, SPAWN, {**DIFF, "agent": "other"}), (START,), "review", ["change_unread"]),
    "read by the root": ((WRITE, SPAWN, {**DIFF, "agent": ""}), (START,), "review", ["change_unread"]),
    "a read that was denied": ((WRITE, SPAWN, {**DIFF, "verdict": "deny"}), (START,), "review", ["change_unread"]),
    "only git status": ((WRITE, SPAWN, {**DIFF, "subject": "git status"}), (START,), "review", ["change_unread"]),
    "a file whose name begins alike": (
        (WRITE, SPAWN, {**DIFF, "subject": f"cat {CHANGED}.orig"}), (START,), "review", ["change_unread"]),
    "a file whose name ends alike": (
        (WRITE, SPAWN, {**DIFF, "subject": f"cat my{CHANGED}"}), (START,), "review", ["change_unread"]),
    "a folder of the same name": (
        (WRITE, SPAWN, {**DIFF, "subject": f"cat {CHANGED}/x"}), (START,), "review", ["change_unread"]),
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
    assert reasons(WRITE, SPAWN, DIFF, {**RUN, "rule": rule}) == lacks


def test_a_confined_line_of_the_reviewer_reads() -> None:
    line = {**DIFF, "kind": "execute", "rule": "shell_confined_read", "subject": "git diff $(git merge-base a b)"}
    assert reasons(WRITE, SPAWN, line) == []


def test_a_denied_write_is_no_change() -> None:
    denied = {**WRITE, "verdict": "deny", "at": AFTER}
    assert reasons(WRITE, SPAWN, DIFF, denied) == []


def test_a_change_of_several_files_is_read_with_one_of_them() -> None:
    two = {**WRITE, "subject": f"src/a.py, {CHANGED}"}
    assert reasons(two, SPAWN, {**DIFF, "subject": CHANGED}) == []


@pytest.mark.parametrize(
    "command", [f"echo {CHANGED}", f"ls {CHANGED}", f"test -f {CHANGED}", f"cat <<'EOF'\n{CHANGED}\nEOF"]
)
def test_naming_a_file_is_not_reading_it(command: str) -> None:
    assert reasons(WRITE, SPAWN, {**DIFF, "tool": "Bash", "subject": command}) == ["change_unread"]


@pytest.mark.parametrize("command", [f"cat {CHANGED}", f"sed -n 1,9p {CHANGED}", "git diff", f"rg def {CHANGED}"])
def test_printing_it_is(command: str) -> None:
    assert reasons(WRITE, SPAWN, {**DIFF, "tool": "Bash", "subject": command}) == []
