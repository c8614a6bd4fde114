"""What a git index says, without what git writes into it while it only reads. Cold.

`git status`, `git describe --dirty` and other readers refresh the index: they write the files' times and numbers
and their own caches anew (measured with git 2.39: of everything in `.git` they touch only this file). So the
digest is over paths, modes, object ids and flags, the things that only a change of the index changes.
"""

from __future__ import annotations

from hashlib import sha256

SIGNATURE = b"DIRC"
_HEADER = 12  # bytes before the first entry
_MODE, _STATUS = 24, 40  # of an entry: where its mode stands, and where the file's status ends
_EXTENDED = 0x4000
MAX_NAME = 4096


class NotUnderstood(Exception):
    """A split index, a version of git's that is not known here, or no index at all."""


def digest(raw: bytes) -> str:
    """Of the index in these bytes, in hex. Raises NotUnderstood."""
    if raw[:4] != SIGNATURE or len(raw) < _HEADER:
        raise NotUnderstood
    version, count = int.from_bytes(raw[4:8], "big"), int.from_bytes(raw[8:12], "big")
    if version not in (2, 3, 4):
        raise NotUnderstood
    for size in (20, 32):  # SHA-1 and SHA-256 repositories look alike: only one of them ends where it should
        try:
            return _digest(raw, version, count, size)
        except (NotUnderstood, IndexError, ValueError):
            continue
    raise NotUnderstood


def _digest(raw: bytes, version: int, count: int, size: int) -> str:
    entries = sha256()
    place = _HEADER
    name = b""
    for _ in range(count):
        flags = place + _STATUS + size
        after = flags + (4 if version > 2 and int.from_bytes(raw[flags : flags + 2], "big") & _EXTENDED else 2)
        if version == 4:
            dropped, begin = _number(raw, after)
            end = raw.index(b"\0", begin)
            if dropped > len(name) or len(name) - dropped + end - begin > MAX_NAME:
                raise NotUnderstood
            name = name[: len(name) - dropped] + raw[begin:end]
            following = end + 1
        else:
            end = raw.index(b"\0", after)
            name = raw[after:end]
            following = place + (end - place + 8) // 8 * 8
        mode = raw[place + _MODE : place + _MODE + 4]
        entries.update(mode + raw[place + _STATUS : after] + name + b"\0")
        place = following
    _check_end(raw, place, len(raw) - size)
    return entries.hexdigest()


def _check_end(raw: bytes, place: int, end: int) -> None:
    """Extensions fill the room up to the checksum; one that this reader would have to apply is not understood."""
    while place < end:
        if raw[place : place + 4] == b"link":
            raise NotUnderstood
        place += 8 + int.from_bytes(raw[place + 4 : place + 8], "big")
    if place != end:
        raise NotUnderstood


def _number(raw: bytes, place: int) -> tuple[int, int]:
    """git's variable-width number, and where it ends."""
    byte = raw[place]
    place += 1
    value = byte & 0x7F
    while byte & 0x80:
        if value > MAX_NAME:
            raise NotUnderstood
        byte = raw[place]
        place += 1
        value = ((value + 1) << 7) | (byte & 0x7F)
    return value, place
