"""What a host's transcript says: recorded files of both hosts, and the shapes that they may hold besides."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from harness_runtime.loop.learning import transcript
from harness_runtime.loop.learning.claude_steps import claude_steps
from harness_runtime.loop.learning.codex_steps import codex_steps
from harness_runtime.loop.learning.step import Call, Said, what_of
from harness_runtime.loop.learning.transcript import TranscriptFault, mark, read_transcript

FIXTURES = Path(__file__).resolve().parents[2] / "fixtures/transcripts"


def shown(steps: list[Any]) -> list[tuple[Any, ...]]:
    """Each step as one row: who and what, or what was called and how it ended."""
    return [
        (step.who, step.text.split("\n")[0])
        if isinstance(step, Said)
        else (step.tool, step.what, step.outcome, step.code)
        for step in steps
    ]


RECORDED = {
    "codex": [
        ("person", "please do it"),
        ("shell", "cat README.md", "ran", 0),
        ("shell", "ls nowhere; exit 3", "failed", 3),
        ("apply_patch", "Add File src/new.py", "ran", None),
        ("agent", "done, all of it"),
        ("person", "and again"),
        ("shell", "echo hi", "ran", 0),
        ("agent", "second"),
    ],
    "codex-code-mode": [
        ("person", "$harness do it"),
        ("shell", "cat README.md", "ran", 0),
        (
            "exec",
            'text(await tools.apply_patch("*** Begin Patch\\n*** Add File: nope.py\\n+x\\n*** End Patch\\n"))',
            "refused",
            None,
        ),
        ("agent", "# Plan"),
        ("person", "y"),
        ("apply_patch", "add /project/src/new.py", "ran", None),
        ("shell", "python3 -c pass", "ran", 0),
        ("shell", "cat nowhere", "failed", 1),
        ("agent", "done"),
    ],
    "claude": [
        ("person", "please do it"),
        ("Read", "/project/README.md", "ran", None),
        ("shell", "ls nowhere; exit 3", "failed", 3),
        ("Write", "/project/src/new.py", "ran", None),
        ("agent", "done, all of it"),
        ("person", "and again"),
        ("shell", "echo hi", "ran", 0),
        ("agent", "second"),
    ],
}


@pytest.mark.parametrize("name", RECORDED)
def test_a_recorded_session_is_read_in_its_order(name: str) -> None:
    read = read_transcript(str(FIXTURES / f"{name}.jsonl"))
    assert (read.host, read.torn, read.beginning) == (name.partition("-")[0], False, [])
    assert (read.session_id[:9], read.cwd) == ("00000000-", "/project")
    assert shown(read.rest) == RECORDED[name]


def test_what_harness_denied_did_not_run() -> None:
    read = read_transcript(str(FIXTURES / "codex.jsonl"))
    mark(read, {"call_1_0": "deny", "call_5_0": "allow"})
    calls = [step for step in read.rest if isinstance(step, Call)]
    assert [(call.outcome, call.judged) for call in calls] == [
        ("refused", "deny"),
        ("failed", ""),
        ("ran", ""),
        ("ran", "allow"),
    ]


# Shapes


def call(name: str, call_id: str = "c1", **fields: Any) -> dict[str, Any]:
    return {"type": "response_item", "payload": {"type": "function_call", "name": name, "call_id": call_id, **fields}}


def output(text: Any, call_id: str = "c1") -> dict[str, Any]:
    payload = {"type": "function_call_output", "call_id": call_id, "output": text}
    return {"type": "response_item", "payload": payload}


def item(kind: str, **fields: Any) -> dict[str, Any]:
    return {"type": "event_msg", "payload": {"type": "item_completed", "item": {"type": kind, "id": "i1", **fields}}}


SHELL = call("exec_command", arguments='{"cmd": "make"}')


@pytest.mark.parametrize(
    ("records", "rows"),
    [
        pytest.param([SHELL], [("shell", "make", "unknown", None)], id="still running"),
        pytest.param(
            [SHELL, output("Process running with session ID 3")], [("shell", "make", "unknown", None)], id="left"
        ),
        pytest.param(
            [SHELL, output("x\nProcess exited with code 2\ny")], [("shell", "make", "failed", 2)], id="code"
        ),
        pytest.param(
            [SHELL, output("Command blocked by PreToolUse hook: no. Command: make")],
            [("shell", "make", "refused", None)],
            id="refused",
        ),
        pytest.param(
            [SHELL, item("CommandExecution", id="c1", command=["bash", "-lc", "other"], exit_code=0)],
            [("shell", "make", "ran", 0)],
            id="the call's own words",
        ),
        pytest.param(
            [
                item(
                    "CommandExecution",
                    command=["/x/bash", "-lc", "/d/bin/harness-confine 7 -- make test"],
                    exit_code=0,
                )
            ],
            [("shell", "make test", "ran", 0)],
            id="confined",
        ),
        pytest.param(
            [item("CommandExecution", command=["git", "status"], status="declined")],
            [("shell", "git status", "refused", None)],
            id="declined",
        ),
        pytest.param(
            [item("McpToolCall", server="docs", tool="find", arguments={"query": "x"}, status="failed", error="no")],
            [("docs.find", "x", "failed", None)],
            id="mcp",
        ),
        pytest.param(
            [call("view_image", arguments='{"path": "a.png"}'), output("")], [("view_image", "a.png", "ran", None)]
        ),
        pytest.param([call("write_stdin", arguments="{}"), output("x")], [], id="poll"),
        pytest.param(
            [{"type": "event_msg", "payload": {"type": "user_message", "message": "old form"}}],
            [("person", "old form")],
        ),
        pytest.param([{"type": "response_item", "payload": {"type": "reasoning", "summary": [{"text": "x"}]}}], []),
        pytest.param(
            [{"type": "response_item", "payload": {"type": "message", "role": "developer", "content": "x"}}], []
        ),
        pytest.param(
            [call("exec_command", arguments="{broken"), {"payload": 3}, item("Other")],
            [("shell", "{broken", "unknown", None)],
        ),
    ],
)
def test_codex(records: list[dict[str, Any]], rows: list[tuple[Any, ...]]) -> None:
    assert shown(codex_steps(records)) == rows


def user(content: Any, **fields: Any) -> dict[str, Any]:
    return {"type": "user", "message": {"role": "user", "content": content}, **fields}


def uses(tool: str, given: Any) -> dict[str, Any]:
    part = {"type": "tool_use", "id": "t1", "name": tool, "input": given}
    return {"type": "assistant", "message": {"role": "assistant", "content": [part]}}


def gives(text: Any, *, error: bool = False) -> dict[str, Any]:
    return user([{"type": "tool_result", "tool_use_id": "t1", "content": text, "is_error": error}])


BASH = uses("Bash", {"command": "make"})


@pytest.mark.parametrize(
    ("records", "rows"),
    [
        pytest.param([BASH], [("shell", "make", "unknown", None)], id="still running"),
        pytest.param([BASH, gives("ok")], [("shell", "make", "ran", 0)]),
        pytest.param(
            [BASH, gives([{"type": "text", "text": "Exit code 2\nno"}], error=True)], [("shell", "make", "failed", 2)]
        ),
        pytest.param([BASH, gives("Harness [held]: no", error=True)], [("shell", "make", "refused", None)]),
        pytest.param(
            [BASH, gives("PreToolUse:Bash hook error: x", error=True)], [("shell", "make", "refused", None)]
        ),
        pytest.param([BASH, gives("timed out", error=True)], [("shell", "make", "failed", None)]),
        pytest.param([BASH, gives("Command running in background with ID: b")], [("shell", "make", "unknown", None)]),
        pytest.param([user("x", isMeta=True), user("y", isSidechain=True), user("z", isCompactSummary=True)], []),
        pytest.param([user([{"type": "text", "text": "one"}, {"type": "text", "text": "two"}])], [("person", "one")]),
        pytest.param(
            [
                user(
                    "<command-message>x</command-message>\n<command-name>/deploy</command-name>\n<command-args>now</command-args>"
                )
            ],
            [("person", "/deploy now")],
        ),
        pytest.param(
            [user("<local-command-stdout>x</local-command-stdout>"), user("[Request interrupted by user]")], []
        ),
        pytest.param([{"type": "assistant", "message": {"content": [{"type": "thinking", "thinking": "x"}]}}], []),
        pytest.param([{"type": "assistant", "message": {"content": 3}}, user(None), {"type": "summary"}], []),
    ],
)
def test_claude(records: list[dict[str, Any]], rows: list[tuple[Any, ...]]) -> None:
    assert shown(claude_steps(records)) == rows


@pytest.mark.parametrize(
    ("arguments", "what"),
    [
        ({"command": "ls"}, "ls"),
        ({"command": ["git", "status"]}, "git status"),
        ("*** Begin Patch\n*** Update File: a\n*** Move to: b\n*** End Patch", "Update File a, Move to b"),
        ({"command": "*** Begin Patch\n*** Delete File: a\n*** End Patch"}, "Delete File a"),
        ({"path": "", "b": 1, "c": [2]}, "path=, b=1"),
        ("free text", "free text"),
        (None, ""),
        ([1], ""),
    ],
)
def test_what_a_call_was_about(arguments: Any, what: str) -> None:
    assert what_of(arguments) == what


# Files


def lines(*records: Any) -> bytes:
    return b"".join(json.dumps(record).encode() + b"\n" for record in records)


META = {"type": "session_meta", "payload": {"id": "s"}}


def typed(text: str) -> dict[str, Any]:
    return {"type": "event_msg", "payload": {"type": "user_message", "message": text}}


def test_a_line_that_is_being_written_is_left_out(tmp_path: Path) -> None:
    path = tmp_path / "t.jsonl"
    path.write_bytes(lines(META, typed("whole")) + b'{"type": "event_msg", "payl')
    assert shown(read_transcript(str(path)).rest) == [("person", "whole")]


def test_of_a_large_file_the_beginning_and_the_end_are_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(transcript, "HEAD_BYTES", 300)
    monkeypatch.setattr(transcript, "TAIL_BYTES", 300)
    path = tmp_path / "t.jsonl"
    path.write_bytes(lines(META, *(typed(f"prompt {number}") for number in range(100))))
    read = read_transcript(str(path))
    assert read.torn
    assert shown(read.beginning)[0] == ("person", "prompt 0")
    assert shown(read.rest)[-1] == ("person", "prompt 99")
    assert len(read.beginning) + len(read.rest) < 12


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (None, "transcript_unreadable"),
        (b"", "transcript_unknown"),
        (b"[]\n3\nno json\n" + b"[" * 100_000, "transcript_unknown"),
        (b'{"other": "tool"}\n', "transcript_unknown"),
    ],
)
def test_what_is_no_transcript_is_told(tmp_path: Path, content: bytes | None, code: str) -> None:
    path = tmp_path / "t.jsonl"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(TranscriptFault) as caught:
        read_transcript(str(path))
    assert caught.value.code == code


def test_a_folder_is_no_transcript(tmp_path: Path) -> None:
    with pytest.raises(TranscriptFault) as caught:
        read_transcript(str(tmp_path))
    assert caught.value.code == "transcript_unreadable"
