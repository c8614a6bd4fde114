"""What a thread that asks means by an address, a path or a descriptor: read, or opened, by us.

What was opened stays what it is, whatever the program does meanwhile; what was read is our copy.
"""

from __future__ import annotations

import os
import struct

from harness_runtime.confinement.engines.linux.asked import Asked

AT_FDCWD = -100
PATH_MAX = 4096
_EFAULT = 14
_TRIES = 3


def refused(error: int = 1) -> OSError:
    """What the program is told; EPERM, if nothing else is said."""
    return OSError(error, os.strerror(error))


def as_int(word: int) -> int:
    """A C int out of a register."""
    return int(struct.unpack("=i", struct.pack("=I", word & 0xFFFFFFFF))[0])


class Memory:
    """What the asking thread's addresses hold."""

    def __init__(self, asked: Asked) -> None:
        self._handle = os.open(f"/proc/{asked.thread}/mem", os.O_RDONLY | os.O_CLOEXEC)

    def __enter__(self) -> Memory:
        return self

    def __exit__(self, *_: object) -> None:
        os.close(self._handle)

    def read(self, address: int, size: int) -> bytes:
        found = self._at(address, size) if size else b""
        if len(found) < size:
            raise refused(_EFAULT)
        return found

    def text(self, address: int, most: int, too_long: int) -> bytes:
        """Up to its zero byte; `too_long` is the error where none comes within `most` bytes."""
        found, ended, _ = self._at(address, most).partition(b"\0")
        if not ended:
            raise refused(too_long)
        return found

    def _at(self, address: int, most: int) -> bytes:
        try:
            return os.pread(self._handle, most, address)
        except OSError:  # the kernel says EIO here, where a call with this address fails with EFAULT
            raise refused(_EFAULT) from None


def open_path(asked: Asked, folder: int, path: bytes, follow: bool) -> int:
    """An O_PATH descriptor of what the path leads to, as seen from the folder that is the thread's descriptor."""
    own = b"/proc/%d" % asked.thread
    for spelling, meant in ((b"/proc/self", own), (b"/proc/thread-self", own), (b"/dev/fd", own + b"/fd")):
        if path.startswith(spelling + b"/"):
            path = meant + path[len(spelling) :]
    flags = os.O_PATH | os.O_CLOEXEC | (0 if follow else os.O_NOFOLLOW)
    if path.startswith(b"/"):
        handle = os.open(path, flags)
    else:
        base = open_descriptor(asked, folder)
        try:
            handle = os.open(path, flags, dir_fd=base)
        finally:
            os.close(base)
    return _checked(asked, handle)


def open_descriptor(asked: Asked, number: int) -> int:
    """An O_PATH descriptor of what the thread's descriptor, or its current folder (AT_FDCWD), is."""
    name = "cwd" if number == AT_FDCWD else f"fd/{number}"
    try:
        handle = os.open(f"/proc/{asked.thread}/{name}", os.O_PATH | os.O_CLOEXEC)
    except FileNotFoundError:
        raise refused(9) from None
    return _checked(asked, handle)


def _checked(asked: Asked, handle: int) -> int:
    try:
        asked.check_still_asking()
    except OSError:
        os.close(handle)
        raise
    return handle


def require_inside(handle: int, boundary: dict[bytes, bool]) -> None:
    """The opened file lies where the boundary says yes: its path as the kernel gives it, checked again to lead to the
    same file. A file without any name left is the program's own. Raises OSError: EPERM."""
    found = os.fstat(handle)
    if found.st_nlink == 0:
        return
    for _ in range(_TRIES):
        path = os.readlink(b"/proc/self/fd/%d" % handle)
        if not _inside(path, boundary):
            raise refused()
        try:
            named = os.lstat(path)
        except OSError:
            continue  # renamed while we looked
        if (named.st_dev, named.st_ino) == (found.st_dev, found.st_ino):
            return
    raise refused()


def _inside(path: bytes, boundary: dict[bytes, bool]) -> bool:
    while path not in boundary:
        if path in (b"/", b""):
            return False
        path = os.path.dirname(path)
    return boundary[path]
