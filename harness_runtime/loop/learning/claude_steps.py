"""Claude Code's session file as steps. Sub-agents, summaries and what the host tells the model are left out."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from harness_runtime.loop.learning.step import Call, Said, Step, texts, unwrapped, what_of

EXIT = re.compile(r"^(?:Error: )?Exit code (\d+)")
REFUSED = ("PreToolUse:", "Harness [", "The user doesn't want to", "Permission to use", "requested permissions")
NOT_SAID = ("isMeta", "isSidechain", "isCompactSummary", "isVisibleInTranscriptOnly")
WENT_ON = "Command running in background"
HOSTS_WORDS = ("<local-command", "<bash-", "Caveat: ", "[Request interrupted")
SLASHED = re.compile(r"<command-name>(.*?)</command-name>", re.DOTALL)
SLASHED_WITH = re.compile(r"<command-args>(.*?)</command-args>", re.DOTALL)


def claude_steps(records: Iterable[dict[str, Any]]) -> list[Step]:
    steps: list[Step] = []
    calls: dict[str, Call] = {}
    for record in records:
        message = record.get("message")
        if any(record.get(mark) for mark in NOT_SAID) or not isinstance(message, dict):
            continue
        content = message.get("content")
        if record.get("type") == "assistant":
            _assistant(content, steps, calls)
        elif record.get("type") == "user":
            _user(content, steps, calls)
    return steps


def _assistant(content: Any, steps: list[Step], calls: dict[str, Call]) -> None:
    for part in content if isinstance(content, list) else [{"type": "text", "text": content}]:
        match part:
            case {"type": "text", "text": str(text)} if text.strip():
                steps.append(Said("agent", text))
            case {"type": "tool_use", "id": str(call_id), "name": str(tool)}:
                name = "shell" if tool == "Bash" else tool
                calls[call_id] = Call(call_id, name, unwrapped(what_of(part.get("input"))))
                steps.append(calls[call_id])


def _user(content: Any, steps: list[Step], calls: dict[str, Call]) -> None:
    said = _persons(texts(content))
    if said:
        steps.append(Said("person", said))
    for part in content if isinstance(content, list) else []:
        if isinstance(part, dict) and part.get("type") == "tool_result":
            call = calls.get(str(part.get("tool_use_id")))
            if call is not None:
                _answered(call, texts(part.get("content")), part.get("is_error") is True)


def _persons(text: str) -> str:
    """What the person typed, "" for the host's own words; a slash command as it was typed."""
    if text.lstrip().startswith(HOSTS_WORDS):
        return ""
    name = SLASHED.search(text)
    if name is None:
        return text.strip()
    given = SLASHED_WITH.search(text)
    return f"{name[1]} {given[1] if given else ''}".strip()


def _answered(call: Call, told: str, is_error: bool) -> None:
    code = EXIT.match(told) if is_error else None
    if code:
        call.ended(int(code[1]), told)
    elif is_error:
        call.outcome = "refused" if any(mark in told for mark in REFUSED) else "failed"
        call.told = told
    elif not told.startswith(WENT_ON):  # else nobody knows here how it ended
        call.outcome = "ran"
        call.code = 0 if call.tool == "shell" else None
