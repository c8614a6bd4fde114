"""What became of the tool calls of a turn, as the host's transcript tells it: on Codex hooks alone do not learn it,
PostToolUse has no exit code there. Evidence for a critic or a judge, never authority. Cold."""

from __future__ import annotations

import re
from typing import Any

from harness_runtime.session.transcript_tail import tail_records

TAIL_BYTES = 8 << 20
MARKS = (b"_output", b"tool_result")
OK, FAILED = "ran", "failed"

_CODEX_OUTPUTS = ("function_call_output", "custom_tool_call_output")
_EXIT = re.compile(r"^(?:Process exited with code|Exit code:) (-?\d+)$", re.MULTILINE)
_HEAD = 400  # characters of a Codex result before its output: what a command printed is no exit code
_STARTED = re.compile(r"^(?:Chunk ID|Wall time|Exit code)", re.MULTILINE)


def outcomes(host: str, transcript_path: str) -> dict[str, str]:
    """By the id of the call: "ran", "failed", or "failed: exit 3". What the transcript does not tell is left out."""
    found: dict[str, str] = {}
    for record in tail_records(transcript_path, TAIL_BYTES, MARKS):
        found.update(_of_codex(record) if host == "codex" else _of_claude(record))
    return found


def _of_codex(record: dict[str, Any]) -> dict[str, str]:
    payload = record.get("payload")
    if not isinstance(payload, dict) or payload.get("type") not in _CODEX_OUTPUTS:
        return {}
    call, output = payload.get("call_id"), payload.get("output")
    if not isinstance(call, str) or not isinstance(output, str):
        return {}
    head = output.partition("\nOutput:")[0][:_HEAD]
    code = _EXIT.search(head)
    if code is not None:
        return {call: OK if code[1] == "0" else f"{FAILED}: exit {code[1]}"}
    if payload["type"] == "custom_tool_call_output" and not _STARTED.search(head):
        return {call: FAILED}  # a patch that could not be applied
    return {}


def _of_claude(record: dict[str, Any]) -> dict[str, str]:
    message = record.get("message")
    content = message.get("content") if isinstance(message, dict) else None
    found = {}
    for item in content if isinstance(content, list) else ():
        if isinstance(item, dict) and item.get("type") == "tool_result" and isinstance(item.get("tool_use_id"), str):
            found[item["tool_use_id"]] = FAILED if item.get("is_error") else OK
    return found
