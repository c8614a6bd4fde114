"""What hooks told the model in a conversation, from the host's transcript, on the branch that is alive. Cold.

Measured shapes (Codex 0.171.0, Claude Code 2.1.197):

| what           | Codex record                                         | Claude Code attachment                  |
|----------------|------------------------------------------------------|-----------------------------------------|
| context        | `response_item`, a message with role `developer`     | `hook_additional_context`               |
| a blocked Stop | the same, role `user`, `<hook_prompt …>` around it   | `hook_blocking_error`                   |
| going back     | a new file whose `session_meta` has a `history_base` | a prompt that hangs on an earlier record |

Both hosts only append: what a compaction took from the model is still in the file. Only the last 8 MB are read. A
transcript that cannot be read tells nothing, and is never trusted for authority. Claude Code writes a prompt down
after its hooks have run, so that who goes back there is seen to have gone back at the turn's end only.
"""

from __future__ import annotations

import glob
import json
import os
import re
from typing import Any, Literal

from harness_runtime.session.transcript_tail import tail_lines

TAIL_BYTES = 8 << 20
FIRST_LINE_BYTES = 1 << 20
MOST_FILES = 20
_THREAD = re.compile(r"[0-9a-f-]{36}")
_NO_PROMPT = ("isMeta", "isSidechain", "isCompactSummary", "isVisibleInTranscriptOnly", "toolUseResult")
_PROMPT = re.compile(r"\A<hook_prompt\b[^>]*>(.*)</hook_prompt>\s*\Z", re.DOTALL)
Record = dict[str, Any]


def hook_texts(path: str, host: Literal["codex", "claude"], mark: str) -> list[str]:
    """The texts that hold `mark`, in the order of the conversation."""
    needle = mark.encode("utf-8")
    lines = _with_bases(path) if host == "codex" else tail_lines(path, TAIL_BYTES)
    if not any(needle in line for line in lines):
        return []
    found = _codex(lines, needle) if host == "codex" else _claude(lines)
    return [text for text in found if mark in text]


def _with_bases(path: str) -> list[bytes]:
    """A conversation of Codex that was taken back goes on in a file of its own, behind a part of the one before."""
    lines = tail_lines(path, TAIL_BYTES)
    if not lines:
        return []
    seen, here = {os.path.realpath(path)}, path
    for _ in range(MOST_FILES):
        base = _base(here)
        others = (file for file in _files_of(here, base[0]) if os.path.realpath(file) not in seen) if base else ()
        found = next((part for file in others if base and (part := _ended(file, base[1], base[2]))), None)
        if found is None:
            break
        here, before = found
        seen.add(os.path.realpath(here))
        lines = [*before, *lines]
    return lines


def _base(path: str) -> tuple[str, int, int] | None:
    """The thread that a file goes on from, where in its file, and with which number."""
    try:
        with open(path, "rb") as file:
            record = _record(file.readline(FIRST_LINE_BYTES))
    except (OSError, ValueError):
        return None
    payload = record.get("payload") if record else None
    base = payload.get("history_base") if isinstance(payload, dict) else None
    if not isinstance(base, dict):
        return None
    thread, end, number = (base.get(name) for name in ("thread_id", "end_byte_offset", "end_ordinal_exclusive"))
    if not isinstance(thread, str) or not _THREAD.fullmatch(thread):
        return None
    return (thread, end, number) if isinstance(end, int) and isinstance(number, int) else None


def _ended(path: str, end: int, number: int) -> tuple[str, list[bytes]] | None:
    """What stands before this place, when the record before it is the one before this number."""
    lines = tail_lines(path, TAIL_BYTES, end)
    last = _record(lines[-2]) if len(lines) > 1 and not lines[-1] else None
    return (path, lines) if last is not None and last.get("ordinal") == number - 1 else None


def _files_of(path: str, thread: str) -> list[str]:
    """Files of this thread, the latest first; they lie in a folder for each day."""
    days = os.path.join(os.path.dirname(path), *[os.pardir] * 3)
    return sorted(
        glob.glob(os.path.join(glob.escape(days), "*", "*", "*", f"rollout-*{thread}*.jsonl")), reverse=True
    )


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


def _claude(lines: list[bytes]) -> list[str]:
    """The texts of the branch that the person has not left."""
    records = [record for line in lines if b'"uuid"' in line and (record := _record(line)) is not None]
    left = _left(records)
    found = []
    for number, record in enumerate(records):
        attachment = record.get("attachment")
        if isinstance(attachment, dict) and record.get("isSidechain") is not True and number not in left:
            found += _attached(attachment)
    return found


def _left(records: list[Record]) -> set[int]:
    """Where records of a branch stand that the person went back from.

    Who goes back says something else in the place of an earlier prompt: the new one hangs on what stood before that.
    Other links do not tell a branch: a summary of hooks hangs on the first of them, and a compaction on that summary
    (measured).
    """
    places = {str(record["uuid"]): number for number, record in enumerate(records) if record.get("uuid")}
    left: set[int] = set()
    prompts: list[int] = []
    for number, record in enumerate(records):
        if not _is_prompt(record):
            continue
        parent = record.get("parentUuid") or record.get("logicalParentUuid")
        hangs_on = places.get(str(parent), number) if parent else -1
        first = next((place for place in prompts if place > hangs_on and place not in left), None)
        if first is not None:
            left.update(range(first, number))
        prompts.append(number)
    return left


def _is_prompt(record: Record) -> bool:
    if record.get("type") != "user" or any(record.get(name) for name in _NO_PROMPT):
        return False
    message = record.get("message")
    content = message.get("content") if isinstance(message, dict) else None
    parts = content if isinstance(content, list) else []
    return not any(isinstance(part, dict) and part.get("type") == "tool_result" for part in parts)


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
