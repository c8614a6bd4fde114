"""What a call's record says it was about, for people, a reviewer's judge, a critic and a judge."""

from __future__ import annotations

from pathlib import Path

import pytest

from harness_runtime.boundary.decision import Decision
from harness_runtime.events.call_record import record_call
from harness_runtime.session.calls import last_calls
from harness_runtime.session.layout import run_folder

PATCH = "*** Begin Patch\n*** Update File: src/a.py\n@@\n-a\n+b\n*** End Patch"
READ = Decision("allow", "read", "")


def changing(*targets: str) -> Decision:
    return Decision("allow", "mutate", "", targets=targets)


@pytest.mark.parametrize(
    ("tool", "tool_input", "decision", "subject", "command"),
    [
        ("Bash", {"command": "make test"}, READ, "make test", None),
        ("Bash", {"command": "rm a"}, changing("/w/a"), "a", "rm a"),
        ("Bash", {"command": "touch a"}, changing("/w/a"), "a", "touch a"),
        ("apply_patch", {"command": PATCH}, changing("/w/src/a.py"), "src/a.py", None),
        ("Write", {"file_path": "/w/a", "content": "x"}, changing("/w/a"), "a", None),
        ("Read", {"file_path": "/w/a"}, READ, "a", None),
        ("WebFetch", {"url": "https://example.org/x", "prompt": "what?"}, READ, "https://example.org/x", None),
        ("WebSearch", {"query": "harness gates"}, READ, "harness gates", None),
        ("mcp__tracker__create", {"title": "A bug", "labels": ["x"], "body": "Long."}, READ, "A bug, Long.", None),
        ("mcp__tracker__list", {}, READ, "", None),
    ],
)
def test_what_a_call_was_about(
    tmp_path: Path, tool: str, tool_input: object, decision: Decision, subject: str, command: str | None
) -> None:
    Path(run_folder(str(tmp_path), "s")).mkdir(parents=True)
    event = {"cwd": "/w", "tool_name": tool, "tool_input": tool_input, "turn_id": "t"}
    assert record_call(str(tmp_path), "s", event, decision)
    (record,) = last_calls(str(tmp_path), "s", 1)
    assert (record["subject"], record.get("command")) == (subject, command)
