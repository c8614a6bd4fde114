"""The entries of a git index, as bytes. Hot: standard library, nothing imported.

Versions 2, 3 and 4, with object ids of 20 or 32 bytes; a split index is not understood.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

SIGNATURE = b"DIRC"
MAX_NAME = 4096
_HEADER = 12  # bytes before the first entry
_MODE, _SIZE, _ID = 24, 36, 40  # of an entry: where its mode, the file's size and the object's id stand
_EXTENDED = 0x4000


class NotUnderstood(Exception):
    """A split index, a version of git's that is not known here, or no index at all."""


class Entry:
    """`name` from the top of the repository; `mode` four bytes; `size` the file's, modulo 2^32, when git last looked;
    `id` the object's; `flags` two or four bytes."""

    __slots__ = ("flags", "id", "mode", "name", "size")

    def __init__(self, name: bytes, mode: bytes, size: int, id: bytes, flags: bytes) -> None:
        self.name = name
        self.mode = mode
        self.size = size
        self.id = id
        self.flags = flags

    @property
    def stage(self) -> int:
        """0 for all but the sides of a merge conflict."""
        return self.flags[0] >> 4 & 3


def entries(raw: bytes) -> list[Entry]:
    """All entries of the index in these bytes. Raises NotUnderstood."""
    if raw[:4] != SIGNATURE or len(raw) < _HEADER:
        raise NotUnderstood
    version, count = int.from_bytes(raw[4:8], "big"), int.from_bytes(raw[8:12], "big")
    if version not in (2, 3, 4):
        raise NotUnderstood
    for size in (20, 32):  # SHA-1 and SHA-256 repositories look alike: only one of them ends where it should
        try:
            return list(_entries(raw, version, count, size))
        except (NotUnderstood, IndexError, ValueError):
            continue
    raise NotUnderstood


def _entries(raw: bytes, version: int, count: int, size: int) -> Iterator[Entry]:
    place = _HEADER
    name = b""
    for _ in range(count):
        flags = place + _ID + size
        after = flags + (4 if version > 2 and raw[flags] << 8 & _EXTENDED else 2)
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
        file_size = int.from_bytes(raw[place + _SIZE : place + _ID], "big")
        yield Entry(
            name, raw[place + _MODE : place + _MODE + 4], file_size, raw[place + _ID : flags], raw[flags:after]
        )
        place = following
    _check_end(raw, place, len(raw) - size)


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
