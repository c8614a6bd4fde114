"""Prompts that Claude Code will submit by itself, from the file in which it keeps them over a restart.

The host does not list these in its Stop event (measured, 2.1.197): they would arrive as ordinary root prompts, in
the words that the agent chose.
"""

from __future__ import annotations

import json
from pathlib import Path

from harness_runtime.session.names import entry_text

FILE = ".claude/scheduled_tasks.json"
MAX_BYTES = 1 << 20
NAMING_KEYS = ("id", "cron", "schedule", "prompt")


def durable_schedules(workspace: str) -> list[str]:
    """One short text a task; a file that is there and cannot be understood counts as one."""
    path = Path(workspace) / FILE
    try:
        with path.open("rb") as file:
            value = json.loads(file.read(MAX_BYTES))
    except FileNotFoundError:
        return []
    except (OSError, ValueError, RecursionError):
        return [f"{FILE}: unreadable"]
    tasks = value.get("tasks") if isinstance(value, dict) else value
    if not isinstance(tasks, list):
        return [f"{FILE}: not understood"]
    return [f"{FILE}: {entry_text(task, NAMING_KEYS, 60)}" for task in tasks]
