"""Does the host itself pursue a goal in this conversation? Two goals would pull one turn in two directions. Cold.

Measured (Codex 0.171.0, Claude Code 2.1.197):

| host        | where it stands                                                                            |
|-------------|--------------------------------------------------------------------------------------------|
| Codex       | `<codex home>/goals_<n>.sqlite`, table thread_goals; in the transcript                     |
|             | `thread_goal_updated` when a person sets it, `turn_trigger` goal for its turns, nothing    |
|             | when it is cleared                                                                         |
| Claude Code | in the transcript, attachment `goal_status`: `met` false when set, true when met or cleared |

Evidence for staying silent, and for nothing else. What cannot be read says no.
"""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

from harness_runtime.session.transcript_tail import tail_records

TAIL_BYTES = 32 << 20
CODEX_MARKS = (b'"thread_goal_updated"', b'"turn_trigger"', b'"task_started"')
CLAUDE_MARKS = (b'"goal_status"',)
ACTIVE = "active"


def host_goal_is_active(host: str, data: str, session_id: str, transcript_path: str) -> bool:
    if host != "codex":
        return _claude(transcript_path)
    stored = _codex_store(Path(data), session_id)
    return _codex_transcript(transcript_path) if stored is None else stored == ACTIVE


def _codex_store(data: Path, session_id: str) -> str | None:
    """The goal's status, "" when there is none; None when the host's store is not there or cannot be read."""
    stores = sorted(data.parent.parent.parent.glob("goals_*.sqlite"))
    if not stores:
        return None
    try:
        import sqlite3
    except ImportError:
        return None
    try:
        with closing(sqlite3.connect(f"{stores[-1].as_uri()}?mode=ro", uri=True, timeout=1)) as store:
            row = store.execute("SELECT status FROM thread_goals WHERE thread_id = ?", (session_id,)).fetchone()
    except sqlite3.Error:
        return None
    return str(row[0]) if row else ""


def _codex_transcript(path: str) -> bool:
    for record in tail_records(path, TAIL_BYTES, CODEX_MARKS, newest_first=True):
        payload = record.get("payload")
        if record.get("type") != "event_msg" or not isinstance(payload, dict):
            continue
        if payload.get("type") == "thread_goal_updated":
            goal = payload.get("goal")
            return isinstance(goal, dict) and goal.get("status") == ACTIVE
        attribution = payload.get("turn_attribution")
        if isinstance(attribution, dict) and attribution.get("turn_trigger") == "goal":
            return True
    return False


def _claude(path: str) -> bool:
    for record in tail_records(path, TAIL_BYTES, CLAUDE_MARKS, newest_first=True):
        status = record.get("attachment")
        if record.get("type") == "attachment" and isinstance(status, dict) and status.get("type") == "goal_status":
            return status.get("met") is False
    return False
