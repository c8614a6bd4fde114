"""What hooks told the model: which records of a transcript count, on which branch, and that nothing else does."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from harness_runtime.session import hook_texts as module
from harness_runtime.session.hook_texts import hook_texts

MARK = "[harness:"


def text(n: int) -> str:
    return f"{MARK}{n}]"


def message(role: str, *texts: str) -> dict[str, Any]:
    content = [{"type": "input_text", "text": each} for each in texts]
    return {"type": "response_item", "payload": {"type": "message", "role": role, "content": content}}


def hooked(n: int) -> str:
    return f'<hook_prompt hook_run_id="stop:8:/p/hooks.json">{text(n)}\nmore</hook_prompt>'


def told(n: int, **more: Any) -> dict[str, Any]:
    found = {"type": "hook_additional_context", "content": [text(n)], "hookEvent": "UserPromptSubmit"}
    return {"type": "attachment", "attachment": found, "isSidechain": False, **more}


def blocked(n: int, **more: Any) -> dict[str, Any]:
    error = {"blockingError": text(n), "command": "x"}
    return {"type": "attachment", "attachment": {"type": "hook_blocking_error", "blockingError": error}, **more}


def read(tmp_path: Path, host: Any, *records: Any) -> list[str]:
    file = tmp_path / "t.jsonl"
    file.write_text("".join(f"{each if isinstance(each, str) else json.dumps(each)}\n" for each in records), "utf-8")
    return [found.split("\n")[0] for found in hook_texts(str(file), host, MARK)]


def event(kind: str, **more: Any) -> dict[str, Any]:
    return {"type": "event_msg", "payload": {"type": kind, **more}}


CODEX = [
    ([message("developer", text(1))], [1]),
    ([message("developer", "x", text(1), text(2))], [1, 2]),
    ([message("user", hooked(1))], [1]),
    ([message("user", text(1))], []),
    ([message("user", f"see {hooked(1)}")], []),
    ([message("assistant", text(1))], []),
    ([{"type": "response_item", "payload": {"type": "function_call_output", "output": text(1)}}], []),
    ([{"type": "compacted", "payload": {"message": text(1)}}], []),
    (["{", "[1]", '"x"', "", f'"{text(1)}"', message("developer", text(1))], [1]),
    ([{"type": "response_item", "payload": f"{text(1)}"}], []),
    ([{"type": "response_item", "payload": {"type": "message", "role": "user", "content": text(1)}}], []),
    # taken back
    ([event("task_started"), message("developer", text(1)), event("task_started"), message("developer", text(2)),
      event("thread_rolled_back", num_turns=1)], [1]),
    ([event("task_started"), message("developer", text(1)), event("thread_rolled_back", num_turns=9),
      message("developer", text(2))], [2]),
    ([event("task_started"), message("developer", text(1)), event("thread_rolled_back", num_turns="1")], [1]),
]  # fmt: skip


@pytest.mark.parametrize(("records", "found"), CODEX)
def test_codex(tmp_path: Path, records: list[Any], found: list[int]):
    assert read(tmp_path, "codex", *records) == [text(n) for n in found]


def linked(*records: dict[str, Any]) -> list[dict[str, Any]]:
    """Each behind the one before, unless it says otherwise."""
    made: list[dict[str, Any]] = []
    for number, record in enumerate(records):
        parent = made[-1]["uuid"] if made else None
        made.append({"parentUuid": parent, "uuid": f"u{number}", **record})
    return made


def said(content: str, **more: Any) -> dict[str, Any]:
    return {"type": "user", "message": {"role": "user", "content": content}, **more}


def result(parent: str) -> dict[str, Any]:
    content = [{"type": "tool_result", "tool_use_id": "t", "content": "x"}]
    return {"type": "user", "message": {"role": "user", "content": content}, "parentUuid": parent}


CLAUDE = [
    (linked(told(1)), [1]),
    (linked(blocked(1)), [1]),
    (linked(said(text(1))), []),
    (linked(said(f"Stop hook feedback:\n{text(1)}")), []),
    (linked({"type": "assistant", "message": {"content": [{"type": "text", "text": text(1)}]}}), []),
    (linked(told(1, isSidechain=True), said("x")), []),
    (linked({"type": "attachment", "attachment": {"type": "file", "content": [text(1)]}}), []),
    (linked({"type": "attachment", "attachment": {"type": "hook_blocking_error", "blockingError": text(1)}}), []),
    # a branch that was left
    (linked(said("a"), told(1), said("b"), told(2), said("c", parentUuid="u1")), [1]),
    (linked(said("a"), told(1), said("b"), told(2), said("c", parentUuid="u1"), told(3), said("d"), told(4)),
     [1, 3, 4]),
    (linked(said("a"), told(1), said("x", parentUuid=None), told(2)), [2]),
    # one that was not
    (linked(said("a"), told(1), said("b", parentUuid="u0"), told(2)), [1, 2]),
    (linked(said("a"), told(1), result("u0"), told(2)), [1, 2]),
    (linked(said("a"), told(1), said("feedback", isMeta=True, parentUuid="u0"), blocked(2)), [1, 2]),
    (linked(told(1, parentUuid="gone"), said("x", parentUuid="gone too"), told(2)), [1, 2]),
    # a compaction as Claude Code writes it down
    (linked(said("a"), told(1), said("stop", isMeta=True), blocked(2), said("stop", isMeta=True), blocked(3),
            {"type": "system", "subtype": "stop_hook_summary", "parentUuid": "u3"},
            {"type": "system", "subtype": "stop_hook_summary"},
            {"type": "system", "subtype": "compact_boundary", "parentUuid": None, "logicalParentUuid": "u7"},
            said("summary", isCompactSummary=True), said("/compact", parentUuid="u7"), said("b"), told(4)),
     [1, 2, 3, 4]),
]  # fmt: skip


@pytest.mark.parametrize(("records", "found"), CLAUDE)
def test_claude(tmp_path: Path, records: list[Any], found: list[int]):
    assert read(tmp_path, "claude", *records) == [text(n) for n in found]


@pytest.mark.parametrize("host", ["codex", "claude"])
@pytest.mark.parametrize("path", ["", "/nowhere/t.jsonl", "/", "/dev/null", "a\0b"])
def test_a_transcript_that_cannot_be_read_tells_nothing(host: Any, path: str):
    assert hook_texts(path, host, MARK) == []


def test_only_the_end_of_a_long_transcript_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(module, "TAIL_BYTES", 2000)
    records = [message("developer", text(1)), message("developer", "x" * 2000), message("developer", text(2))]
    assert read(tmp_path, "codex", *records) == [text(2)]
