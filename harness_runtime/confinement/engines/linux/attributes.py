"""Changes mode, owner, times and extended attributes for a confined program, inside its boundary only.

Each change happens on an O_PATH descriptor whose place was looked at: the path that the kernel gives for it, checked
again to lead to the same file. A file without any name left may be changed, it is the program's own.
"""

from __future__ import annotations

import os
import stat
import struct

from harness_runtime.confinement.engines.linux.asked import Asked
from harness_runtime.confinement.engines.linux.meant import (
    AT_FDCWD,
    PATH_MAX,
    Memory,
    as_int,
    open_descriptor,
    open_path,
    refused,
    require_inside,
)
from harness_runtime.confinement.engines.linux.system import call

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

_AT_SYMLINK_NOFOLLOW, _AT_EMPTY_PATH = 0x100, 0x1000
_NAME_MAX, _VALUE_MAX = 256, 65536
_SPECIAL = stat.S_ISUID | stat.S_ISGID

Where = tuple[int, bytes, bool]  # a folder's descriptor, a path ("" for the descriptor itself), follow a last link


def _change(
    where: Callable[[Asked, Memory], Where], what: Callable[[Asked, Memory, bytes, int], None]
) -> Callable[[Asked, dict[bytes, bool]], None]:
    """Does `what` to what `where` names, under a path that leads to the looked-at file whatever happens meanwhile."""

    def change(asked: Asked, boundary: dict[bytes, bool]) -> None:
        with Memory(asked) as memory:
            folder, path, follow = where(asked, memory)
            handle = open_path(asked, folder, path, follow) if path else open_descriptor(asked, folder)
            try:
                require_inside(handle, boundary)
                what(asked, memory, b"/proc/self/fd/%d" % handle, os.fstat(handle).st_mode)
            finally:
                os.close(handle)

    return change


def _named(
    path: int, folder: int = -1, flags: int = -1, follow: bool = True, null: bool = False
) -> Callable[[Asked, Memory], Where]:
    """By a path: which arguments are it, its folder and its flags. `null`: without a path the folder is meant."""

    def where(asked: Asked, memory: Memory) -> Where:
        base = AT_FDCWD if folder < 0 else as_int(asked.arguments[folder])
        how = asked.arguments[flags] & 0xFFFFFFFF if flags >= 0 else 0 if follow else _AT_SYMLINK_NOFOLLOW
        if how & ~(_AT_SYMLINK_NOFOLLOW | _AT_EMPTY_PATH):
            raise refused(22)
        if null and asked.arguments[path] == 0:
            return base, b"", True
        text = memory.text(asked.arguments[path], PATH_MAX, 36)
        if not text and not how & _AT_EMPTY_PATH:
            raise refused(2)
        return base, text, not how & _AT_SYMLINK_NOFOLLOW

    return where


def _held(asked: Asked, _: Memory) -> Where:
    return as_int(asked.arguments[0]), b"", True


def _mode(at: int) -> Callable[[Asked, Memory, bytes, int], None]:
    def what(asked: Asked, _: Memory, path: bytes, found: int) -> None:
        mode = asked.arguments[at] & 0o7777
        if mode & _SPECIAL and not (stat.S_ISDIR(found) and not mode & stat.S_ISUID):
            raise refused()
        os.chmod(path, mode)

    return what


def _owner(at: int) -> Callable[[Asked, Memory, bytes, int], None]:
    def what(asked: Asked, _: Memory, path: bytes, found: int) -> None:
        os.chown(path, as_int(asked.arguments[at]), as_int(asked.arguments[at + 1]))

    return what


def _times(at: int, layout: str, to_nanoseconds: int) -> Callable[[Asked, Memory, bytes, int], None]:
    """`layout` is that of the times in memory: seconds and a fraction, twice, or seconds alone."""

    def what(asked: Asked, memory: Memory, path: bytes, found: int) -> None:
        address = asked.arguments[at]
        if address == 0:
            call("utimensat", AT_FDCWD, path, 0, 0)
            return
        numbers = struct.unpack(layout, memory.read(address, struct.calcsize(layout)))
        if len(numbers) == 2:
            numbers = (numbers[0], 0, numbers[1], 0)
        if to_nanoseconds > 1 and not all(0 <= part < 1_000_000 for part in numbers[1::2]):
            raise refused(22)
        spec = struct.pack("=4q", numbers[0], numbers[1] * to_nanoseconds, numbers[2], numbers[3] * to_nanoseconds)
        call("utimensat", AT_FDCWD, path, spec, 0)

    return what


def _set_attribute(asked: Asked, memory: Memory, path: bytes, found: int) -> None:
    _, name, value, size, flags, _ = asked.arguments
    if size > _VALUE_MAX:
        raise refused(7)
    os.setxattr(path, memory.text(name, _NAME_MAX, 34), memory.read(value, size), flags & 0xFFFFFFFF)


def _remove_attribute(asked: Asked, memory: Memory, path: bytes, found: int) -> None:
    os.removexattr(path, memory.text(asked.arguments[1], _NAME_MAX, 34))


def _length(asked: Asked, _: Memory, path: bytes, found: int) -> None:
    os.truncate(path, struct.unpack("=q", struct.pack("=Q", asked.arguments[1]))[0])


# A system call: which of its arguments name the file, and what is done to that file
CHANGES = {
    "chmod": _change(_named(0), _mode(1)),
    "fchmod": _change(_held, _mode(1)),
    "fchmodat": _change(_named(1, folder=0), _mode(2)),
    "fchmodat2": _change(_named(1, folder=0, flags=3), _mode(2)),
    "chown": _change(_named(0), _owner(1)),
    "lchown": _change(_named(0, follow=False), _owner(1)),
    "fchown": _change(_held, _owner(1)),
    "fchownat": _change(_named(1, folder=0, flags=4), _owner(2)),
    "utime": _change(_named(0), _times(1, "=2q", 1)),
    "utimes": _change(_named(0), _times(1, "=4q", 1000)),
    "futimesat": _change(_named(1, folder=0, null=True), _times(2, "=4q", 1000)),
    "utimensat": _change(_named(1, folder=0, flags=3, null=True), _times(2, "=4q", 1)),
    "setxattr": _change(_named(0), _set_attribute),
    "lsetxattr": _change(_named(0, follow=False), _set_attribute),
    "fsetxattr": _change(_held, _set_attribute),
    "removexattr": _change(_named(0), _remove_attribute),
    "lremovexattr": _change(_named(0, follow=False), _remove_attribute),
    "fremovexattr": _change(_held, _remove_attribute),
    "truncate": _change(_named(0), _length),
}
