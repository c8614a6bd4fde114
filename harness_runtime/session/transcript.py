"""What a host's transcript tells: on Codex, the reasoning effort of the present turn. Cold, and never trusted
for authority: a transcript that cannot be read answers "unknown"."""

from __future__ import annotations

import json
import os
from typing import Any

TAIL_BYTES = 4 << 20
UNKNOWN = "unknown"


def codex_effort(path: str, turn: str) -> str:
    """The effort in the `turn_context` of `turn`, else of the latest one; "unknown" when none names it."""
    latest = UNKNOWN
    for record in _turn_contexts(path):
        effort = _effort(record)
        if record.get("turn_id") == turn:
            return effort
        latest = effort
    return latest


def _turn_contexts(path: str) -> list[dict[str, Any]]:
    try:
        with open(path, "rb") as file:
            file.seek(max(0, file.seek(0, os.SEEK_END) - TAIL_BYTES))
            lines = file.read().splitlines()
    except OSError:
        return []
    found = []
    for line in lines:
        if b'"turn_context"' not in line:
            continue
        try:
            record = json.loads(line)
        except ValueError:
            continue
        if (
            isinstance(record, dict)
            and record.get("type") == "turn_context"
            and isinstance(record.get("payload"), dict)
        ):
            found.append(record["payload"])
    return found


def _effort(context: dict[str, Any]) -> str:
    mode = context.get("collaboration_mode")
    settings = mode.get("settings") if isinstance(mode, dict) else None
    for holder, name in ((context, "effort"), (settings, "reasoning_effort")):
        value = holder.get(name) if isinstance(holder, dict) else None
        if isinstance(value, str) and value:
            return value
    return UNKNOWN
