"""Which of a run's confined commands may be at work: their lock, and the tickets whose end was not seen. Hot.

`harness-confine` holds the file locked, by flock, from before its command starts until every process of it is dead.
A ticket that may write has a file of its number, which holds the turn of its call, until somebody has looked at what
its command left: a host that kills it, or that never reports it, leaves the file.
"""

from __future__ import annotations

import os

from harness_runtime.session.layout import confined_lock_path, unended_path

__all__ = ["confined_lock_path", "is_confined_running", "make_confined_lock", "note_begun", "note_ended", "unended"]

MAX_TURN = 4096


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


def note_begun(data: str, session_id: str, number: int, turn: str) -> None:
    """This ticket's command may start from now on. Raises OSError."""
    folder = unended_path(data, session_id)
    flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_NOFOLLOW | os.O_CLOEXEC
    try:
        handle = os.open(f"{folder}/{number}", flags, 0o600)
    except FileNotFoundError:  # no other command is there
        os.makedirs(folder, 0o700, exist_ok=True)
        handle = os.open(f"{folder}/{number}", flags, 0o600)
    try:
        os.write(handle, turn.encode("utf-8", "surrogatepass")[:MAX_TURN])
    finally:
        os.close(handle)


def note_ended(data: str, session_id: str, number: int) -> None:
    """What it left has been looked at, or it never runs."""
    folder = unended_path(data, session_id)
    for remove, path in ((os.unlink, f"{folder}/{number}"), (os.rmdir, folder)):
        try:
            remove(path)
        except OSError:  # gone already; or another command is there
            continue


def unended(data: str, session_id: str) -> dict[int, str]:
    """Number and turn of each ticket whose end was not seen. Raises OSError when that cannot be told."""
    folder = unended_path(data, session_id)
    found: dict[int, str] = {}
    try:
        names = os.listdir(folder)
    except FileNotFoundError:
        return found
    for name in names:
        if name.isascii() and name.isdigit():
            try:
                handle = os.open(f"{folder}/{name}", os.O_RDONLY | os.O_NOFOLLOW | os.O_CLOEXEC)
            except FileNotFoundError:  # ended this moment
                continue
            try:
                found[int(name)] = os.read(handle, MAX_TURN).decode("utf-8", "replace")
            finally:
                os.close(handle)
    return found
