"""Reading a file that must lie inside the project: no link out of it, no device, no more than a limit.

Not promised: that the file stays as it was read.
"""

from __future__ import annotations

import errno
import os
import stat as kinds
from pathlib import Path

MAX_FILE = 1024 * 1024
MAX_GUIDE = 256 * 1024


class ReadFault(Exception):
    """`code`: missing, outside, not_regular, too_large, unreadable. `detail` is the limit or the system's words."""

    def __init__(self, code: str, detail: str = "") -> None:
        super().__init__(code, detail)
        self.code = code
        self.detail = detail


def read_inside(project: Path, relative: str, limit: int) -> bytes:
    """The bytes of a regular file below the project, links followed as long as they stay there. Raises ReadFault."""
    try:
        root = os.path.realpath(project)
        target = os.path.realpath(os.path.join(root, relative), strict=True)
        below = os.path.relpath(target, root)
        if below == ".." or below.startswith("../"):
            raise ReadFault("outside")
        handle = _open(root, below)
        try:
            return _bytes(handle, limit)
        finally:
            os.close(handle)
    except (FileNotFoundError, NotADirectoryError):
        raise ReadFault("missing") from None
    except OSError as error:
        if error.errno == errno.ENXIO:  # a socket
            raise ReadFault("not_regular") from None
        raise ReadFault("unreadable", error.strerror or type(error).__name__) from None
    except ValueError as error:  # a NUL in the path
        raise ReadFault("unreadable", str(error)) from None


def _open(root: str, below: str) -> int:
    """Name by name without following a link, so that a folder that is exchanged meanwhile leads nowhere else.

    O_NONBLOCK, because a FIFO must not hold the reader.
    """
    *folders, name = below.split("/")
    folder = os.open(root, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        for part in folders:
            inner = os.open(part, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC, dir_fd=folder)
            os.close(folder)
            folder = inner
        return os.open(name, os.O_RDONLY | os.O_NONBLOCK | os.O_NOFOLLOW | os.O_CLOEXEC, dir_fd=folder)
    finally:
        os.close(folder)


def _bytes(handle: int, limit: int) -> bytes:
    if not kinds.S_ISREG(os.fstat(handle).st_mode):
        raise ReadFault("not_regular")
    parts = b""
    while len(parts) <= limit and (part := os.read(handle, limit + 1 - len(parts))):
        parts += part
    if len(parts) > limit:
        raise ReadFault("too_large", str(limit))
    return parts
