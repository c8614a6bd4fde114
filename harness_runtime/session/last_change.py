"""When the last allowed change of the session was over: the time of an empty file, set by PostToolUse. Hot.

A call record says when a change was judged; what runs beside it may still see the files as they were before.
"""

from __future__ import annotations

import os

from harness_runtime.session.layout import run_folder


def _path(data: str, session_id: str) -> str:
    return f"{run_folder(data, session_id)}/last-change"


def note_change(data: str, session_id: str) -> None:
    """Raises OSError when it cannot be noted."""
    path = _path(data, session_id)
    try:
        os.utime(path, follow_symlinks=False)
    except FileNotFoundError:
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600))


def last_change(data: str, session_id: str) -> float:
    """Seconds since the epoch, 0 when nothing has been changed."""
    try:
        return os.lstat(_path(data, session_id)).st_mtime
    except FileNotFoundError:
        return 0.0
