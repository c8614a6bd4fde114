"""Is a prompt one that an agent has scheduled? Claude Code submits it as a root prompt, word for word. Cold.

Looked for in the conversation's transcript, which holds the agent's calls, and in the file in which the host keeps
schedules over a restart. What neither tells counts as the person's.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from harness_runtime.session.schedules import FILE, MAX_BYTES
from harness_runtime.session.transcript_tail import tail_records

TAIL_BYTES = 16 << 20
TOOLS = ("CronCreate", "ScheduleWakeup")  # take a `prompt`


def is_scheduled(prompt: str, workspace: str, transcript: str) -> bool:
    words = prompt.strip()
    return any(str(given.get("prompt")).strip() == words for given in (*_kept(workspace), *_called_for(transcript)))


def _kept(workspace: str) -> list[dict[str, Any]]:
    try:
        with Path(workspace, FILE).open("rb") as file:
            value = json.loads(file.read(MAX_BYTES))
    except (OSError, ValueError, RecursionError):
        return []
    tasks = value.get("tasks") if isinstance(value, dict) else value
    return [task for task in tasks if isinstance(task, dict)] if isinstance(tasks, list) else []


def _called_for(transcript: str) -> Iterator[dict[str, Any]]:
    """What the agent's calls of such tools were given."""
    for record in tail_records(transcript, TAIL_BYTES, tuple(f'"{tool}"'.encode() for tool in TOOLS)):
        message = record.get("message")
        content = message.get("content") if isinstance(message, dict) else None
        for part in content if isinstance(content, list) else ():
            if isinstance(part, dict) and part.get("name") in TOOLS and isinstance(part.get("input"), dict):
                yield part["input"]
