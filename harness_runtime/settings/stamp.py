"""Which file stands at a path, and what is in it: identity and bytes that belong together.

The stamp is what the hot path can compare on every call with one lstat; the hash is what gets sealed.
"""

from __future__ import annotations

import errno
import os
import stat as kinds
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from harness_runtime.settings.fault import SettingsFault

MAX_BYTES = 256 * 1024
READINGS = 3

Stamp = tuple[int, int, int, int]


@dataclass(frozen=True)
class Reading:
    """The bytes of a regular file, their SHA-256 in hex, and the stamp that held before and after reading."""

    raw: bytes
    sha256: str
    stamp: Stamp


def stamp(path: Path) -> Stamp | None:
    """Size, mtime in ns, inode, device of the entry itself (no link followed); None when there is none."""
    try:
        return _stamp(path.lstat())
    except (FileNotFoundError, NotADirectoryError):
        return None
    except (OSError, ValueError) as error:
        raise _unreadable(path, error) from None


def read(path: Path, *, follow: bool) -> Reading | None:
    """The file at `path`, None when there is none. Raises SettingsFault.

    Without `follow` neither the file nor the folder that holds it may be a symbolic link.
    """
    for _ in range(READINGS):
        try:
            reading = _read_once(path, follow)
        except (FileNotFoundError, NotADirectoryError):
            return None
        except (OSError, ValueError) as error:
            raise _unreadable(path, error) from None
        if reading is not None:
            return reading
    raise SettingsFault(str(path), "", "unsettled")


def _read_once(path: Path, follow: bool) -> Reading | None:
    """None when the file changed under our eyes."""
    handle = _open(path, follow)
    try:
        before = os.fstat(handle)
        if not kinds.S_ISREG(before.st_mode):
            raise SettingsFault(str(path), "", "not_regular")
        raw = _bytes(handle)
        after = os.fstat(handle)
    finally:
        os.close(handle)
    if len(raw) > MAX_BYTES:
        raise SettingsFault(str(path), "", "too_large", limit=MAX_BYTES)
    standing = path.stat() if follow else path.lstat()
    if not _stamp(before) == _stamp(after) == _stamp(standing) or len(raw) != before.st_size:
        return None
    return Reading(raw, sha256(raw).hexdigest(), _stamp(before))


def _bytes(handle: int) -> bytes:
    """All of it, or one byte more than the limit."""
    parts = b""
    while len(parts) <= MAX_BYTES and (part := os.read(handle, MAX_BYTES + 1 - len(parts))):
        parts += part
    return parts


def _open(path: Path, follow: bool) -> int:
    """O_NONBLOCK, because a FIFO at this place must not hold the hook."""
    flags = os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC
    if follow:
        return os.open(path, flags)
    if path.parent.is_symlink():
        raise SettingsFault(str(path.parent), "", "link")
    folder = os.open(path.parent, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC)
    try:
        return os.open(path.name, flags | os.O_NOFOLLOW, dir_fd=folder)
    finally:
        os.close(folder)


def _stamp(status: os.stat_result) -> Stamp:
    return status.st_size, status.st_mtime_ns, status.st_ino, status.st_dev


def _unreadable(path: Path, error: OSError | ValueError) -> SettingsFault:
    if isinstance(error, OSError) and error.errno in (errno.ELOOP, errno.EMLINK):
        return SettingsFault(str(path), "", "link")
    if isinstance(error, OSError) and error.errno == errno.ENXIO:  # a socket
        return SettingsFault(str(path), "", "not_regular")
    detail = error.strerror if isinstance(error, OSError) else str(error)
    return SettingsFault(str(path), "", "unreadable", detail=detail or type(error).__name__)
