"""What hooks told the model in a conversation, from the host's transcript, on the branch that is alive. Cold.

Measured shapes (Codex 0.171.0, Claude Code 2.1.197):

| what           | Codex record                                         | Claude Code attachment                  |
|----------------|------------------------------------------------------|-----------------------------------------|
| context        | `response_item`, a message with role `developer`     | `hook_additional_context`               |
| a blocked Stop | the same, role `user`, `<hook_prompt …>` around it   | `hook_blocking_error`                   |
| going back     | `event_msg` `thread_rolled_back`, `num_turns`        | none: later records hang on earlier ones |

Both hosts only append: what a compaction took from the model is still in the file. Only the last 8 MB are read. A
transcript that cannot be read tells nothing, and is never trusted for authority.
"""

from __future__ import annotations

import json
import os
import re
from typing import Any, Literal

TAIL_BYTES = 8 << 20
_PROMPT = re.compile(r"\A<hook_prompt\b[^>]*>(.*)</hook_prompt>\s*\Z", re.DOTALL)
Record = dict[str, Any]


def hook_texts(path: str, host: Literal["codex", "claude"], mark: str) -> list[str]:
    """The texts that hold `mark`, in the order of the file."""
    needle = mark.encode("utf-8")
    lines = _lines(path)
    if not any(needle in line for line in lines):
        return []
    return _codex(lines, needle) if host == "codex" else _claude(lines, needle)


def _lines(path: str) -> list[bytes]:
    """The whole lines at the end of the file."""
    try:
        handle = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    except (OSError, ValueError):
        return []
    try:
        with os.fdopen(handle, "rb") as file:
            begin = max(0, file.seek(0, os.SEEK_END) - TAIL_BYTES)
            file.seek(begin)
            lines = file.read(TAIL_BYTES).split(b"\n")
    except OSError:
        return []
    return lines[1:] if begin else lines


def _record(line: bytes) -> Record | None:
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None


def _codex(lines: list[bytes], needle: bytes) -> list[str]:
    """The texts of the turns that were not taken back."""
    turns: list[list[str]] = [[]]
    for line in lines:
        if needle not in line and b'"task_started"' not in line and b'"thread_rolled_back"' not in line:
            continue
        record = _record(line)
        payload = record.get("payload") if record else None
        if record is None or not isinstance(payload, dict):
            continue
        match record.get("type"), payload.get("type"):
            case "event_msg", "task_started":
                turns.append([])
            case "event_msg", "thread_rolled_back":
                count = payload.get("num_turns")
                kept = max(1, len(turns) - count) if type(count) is int and count > 0 else len(turns)
                del turns[kept:]
            case "response_item", "message":
                turns[-1] += _told(payload)
    return [text for turn in turns for text in turn]


def _told(payload: Record) -> list[str]:
    content = payload.get("content")
    parts = [part for part in content if isinstance(part, dict)] if isinstance(content, list) else []
    texts = [text for part in parts if isinstance(text := part.get("text"), str)]
    match payload.get("role"):
        case "developer":
            return texts
        case "user":
            return [found[1] for text in texts if (found := _PROMPT.match(text))]
    return []


def _claude(lines: list[bytes], needle: bytes) -> list[str]:
    """The texts that lead to the last record; of what lies before the part that was read, all."""
    records = [record for line in lines if b'"uuid"' in line and (record := _record(line)) is not None]
    alive, first = _branch(records)
    found = []
    for number, record in enumerate(records):
        attachment = record.get("attachment")
        if not isinstance(attachment, dict) or record.get("isSidechain") is True:
            continue
        if number < first or record.get("uuid") in alive or record.get("parentUuid") in alive:
            found += _attached(attachment)
    return [text for text in found if needle.decode("utf-8") in text]


def _branch(records: list[Record]) -> tuple[set[str], int]:
    """The ids from the last record back to the first one that is known, and where that one stands: 0 for the
    beginning of the conversation."""
    known = {str(record["uuid"]): number for number, record in enumerate(records) if record.get("uuid")}
    here = next(
        (str(record["uuid"]) for record in reversed(records) if record.get("uuid") and not record.get("isSidechain")),
        "",
    )
    alive: set[str] = set()
    number = len(records)
    while here in known and here not in alive:
        alive.add(here)
        number = known[here]
        record = records[number]
        parent = record.get("parentUuid") or record.get("logicalParentUuid")
        if not isinstance(parent, str):
            return alive, 0
        here = parent
    return alive, number


def _attached(attachment: Record) -> list[str]:
    match attachment.get("type"):
        case "hook_additional_context":
            content = attachment.get("content")
            return [text for text in content if isinstance(text, str)] if isinstance(content, list) else []
        case "hook_blocking_error":
            error = attachment.get("blockingError")
            text = error.get("blockingError") if isinstance(error, dict) else None
            return [text] if isinstance(text, str) else []
    return []
