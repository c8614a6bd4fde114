"""The standard streams that a confined command shares with harness-confine."""

from __future__ import annotations

import os


def open_streams() -> None:
    """A standard stream that is closed would become the next file that is opened."""
    while (handle := os.open(os.devnull, os.O_RDWR)) <= 2:
        os.set_inheritable(handle, True)
    os.close(handle)


def is_at_line_start(descriptor: int) -> bool:
    """Does what comes next stand at the beginning of a line? Only a file can tell; elsewhere a new line is begun."""
    import stat as kinds
    from fcntl import F_GETFL, fcntl

    try:
        status = os.fstat(descriptor)
        if not kinds.S_ISREG(status.st_mode):
            return False
        appends = fcntl(descriptor, F_GETFL) & os.O_APPEND
        place = status.st_size if appends else os.lseek(descriptor, 0, os.SEEK_CUR)
        if place == 0:
            return True
        handle = os.open(f"/dev/fd/{descriptor}", os.O_RDONLY | os.O_CLOEXEC)
        try:
            return os.pread(handle, 1, place - 1) == b"\n"
        finally:
            os.close(handle)
    except OSError:
        return False
