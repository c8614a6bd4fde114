"""What became of tool calls, read from the transcripts of both hosts."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from harness_runtime.session.outcomes import outcomes


def codex(kind: str, output: object, call: str = "c1") -> dict[str, object]:
    return {"type": "response_item", "payload": {"type": kind, "call_id": call, "output": output}}


def claude(**fields: object) -> dict[str, object]:
    return {"type": "user", "message": {"content": [{"type": "tool_result", "tool_use_id": "c1", **fields}]}}


SHELL = "Chunk ID: 10f938\nWall time: 0.0000 seconds\nProcess exited with code {}\nOutput:\n{}"
PATCH = "Exit code: {}\nWall time: 0 seconds\nOutput:\n{}"


@pytest.mark.parametrize(
    ("host", "record", "known"),
    [
        ("codex", codex("function_call_output", SHELL.format(0, "x")), {"c1": "ran"}),
        ("codex", codex("function_call_output", SHELL.format(3, "x")), {"c1": "failed: exit 3"}),
        ("codex", codex("function_call_output", SHELL.format(-9, "x")), {"c1": "failed: exit -9"}),
        (
            "codex",
            codex("function_call_output", SHELL.format(2, "Process exited with code 0")),
            {"c1": "failed: exit 2"},
        ),
        ("codex", codex("function_call_output", "Process running with session ID 1\nOutput:\nExit code: 0"), {}),
        ("codex", codex("function_call_output", '{"goal":null}'), {}),
        ("codex", codex("function_call_output", [{"type": "input_text", "text": "x"}]), {}),
        ("codex", codex("custom_tool_call_output", PATCH.format(0, "Success")), {"c1": "ran"}),
        (
            "codex",
            codex("custom_tool_call_output", "apply_patch verification failed: no such file"),
            {"c1": "failed"},
        ),
        ("claude", claude(content="ok"), {"c1": "ran"}),
        ("claude", claude(content="ok", is_error=False), {"c1": "ran"}),
        ("claude", claude(content="Exit code 3", is_error=True), {"c1": "failed"}),
        ("claude", {"type": "user", "message": {"content": "tool_result"}}, {}),
    ],
)
def test_a_record_tells_what_became_of_its_call(
    tmp_path: Path, host: str, record: dict[str, object], known: dict[str, str]
) -> None:
    path = tmp_path / "transcript.jsonl"
    path.write_text(f'{{"broken tool_result _output\n{json.dumps(record)}\n[1]\n', "utf-8")
    assert outcomes(host, str(path)) == known


def test_no_transcript_tells_nothing(tmp_path: Path) -> None:
    assert outcomes("codex", "") == outcomes("claude", str(tmp_path / "nowhere")) == {}
