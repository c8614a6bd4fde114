"""The lock of a run's confined commands: held while one of them may write. Hot.

`harness-confine` holds the file locked, by flock, from before its command starts until every process of it is dead.
"""

from __future__ import annotations

import os

from harness_runtime.session.layout import confined_lock_path

__all__ = ["confined_lock_path", "is_confined_running", "make_confined_lock"]


def make_confined_lock(data: str, session_id: str) -> None:
    """Where a command runs the folder may be read-only, so the file is made here. Raises OSError."""
    flags = os.O_WRONLY | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC
    os.close(os.open(confined_lock_path(data, session_id), flags, 0o600))


def is_confined_running(data: str, session_id: str) -> bool:
    """May a confined command write at this moment? Raises OSError when that cannot be told.

    Asks for a shared lock, so that hooks which ask at the same time do not see each other.
    """
    try:
        handle = os.open(confined_lock_path(data, session_id), os.O_RDONLY | os.O_NOFOLLOW | os.O_CLOEXEC)
    except FileNotFoundError:
        return False
    try:
        import fcntl

        fcntl.flock(handle, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    finally:
        os.close(handle)
    return False
