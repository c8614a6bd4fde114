"""Changes mode, owner, times and extended attributes for a confined program, inside its boundary only.

Each change happens on an O_PATH descriptor whose place was looked at: the path that the kernel gives for it, checked
again to lead to the same file. A file without any name left may be changed, it is the program's own.
"""

from __future__ import annotations

import os
import stat
import struct

from harness_runtime.confinement.engines.linux.asked import Asked
from harness_runtime.confinement.engines.linux.system import call

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

_AT_FDCWD, _AT_SYMLINK_NOFOLLOW, _AT_EMPTY_PATH = -100, 0x100, 0x1000
_PATH_MAX, _NAME_MAX, _VALUE_MAX = 4096, 256, 65536
_SPECIAL = stat.S_ISUID | stat.S_ISGID
_TRIES = 3


def _refused(error: int = 1) -> OSError:
    return OSError(error, os.strerror(error))


def _int(word: int) -> int:
    """A C int out of a register."""
    return struct.unpack("=i", struct.pack("=I", word & 0xFFFFFFFF))[0]  # type: ignore[no-any-return]


class _Memory:
    """What the asking thread's addresses hold."""

    def __init__(self, asked: Asked) -> None:
        self._handle = os.open(f"/proc/{asked.thread}/mem", os.O_RDONLY | os.O_CLOEXEC)

    def __enter__(self) -> _Memory:
        return self

    def __exit__(self, *_: object) -> None:
        os.close(self._handle)

    def read(self, address: int, size: int) -> bytes:
        found = os.pread(self._handle, size, address) if size else b""
        if len(found) < size:
            raise _refused(14)
        return found

    def text(self, address: int, most: int, too_long: int) -> bytes:
        found, ended, _ = os.pread(self._handle, most, address).partition(b"\0")
        if not ended:
            raise _refused(too_long)
        return found


def _open(asked: Asked, folder: int, path: bytes, follow: bool) -> int:
    """An O_PATH descriptor of what the asking thread means by this."""
    own = b"/proc/%d" % asked.thread
    for spelling, meant in ((b"/proc/self", own), (b"/proc/thread-self", own), (b"/dev/fd", own + b"/fd")):
        if path.startswith(spelling + b"/"):
            path = meant + path[len(spelling) :]
    flags = os.O_PATH | os.O_CLOEXEC | (0 if follow else os.O_NOFOLLOW)
    if path.startswith(b"/"):
        handle = os.open(path, flags)
    else:
        base = _descriptor(asked, folder)
        try:
            handle = os.open(path, flags, dir_fd=base)
        finally:
            os.close(base)
    return _checked(asked, handle)


def _descriptor(asked: Asked, number: int) -> int:
    name = "cwd" if number == _AT_FDCWD else f"fd/{number}"
    try:
        handle = os.open(f"/proc/{asked.thread}/{name}", os.O_PATH | os.O_CLOEXEC)
    except FileNotFoundError:
        raise _refused(9) from None
    return _checked(asked, handle)


def _checked(asked: Asked, handle: int) -> int:
    try:
        asked.check_still_asking()
    except OSError:
        os.close(handle)
        raise
    return handle


def _require_inside(handle: int, boundary: dict[bytes, bool]) -> None:
    found = os.fstat(handle)
    if found.st_nlink == 0:
        return
    for _ in range(_TRIES):
        path = os.readlink(b"/proc/self/fd/%d" % handle)
        if not _inside(path, boundary):
            raise _refused()
        try:
            named = os.lstat(path)
        except OSError:
            continue  # renamed while we looked
        if (named.st_dev, named.st_ino) == (found.st_dev, found.st_ino):
            return
    raise _refused()


def _inside(path: bytes, boundary: dict[bytes, bool]) -> bool:
    while path not in boundary:
        if path in (b"/", b""):
            return False
        path = os.path.dirname(path)
    return boundary[path]


Where = tuple[int, bytes, bool]  # a folder's descriptor, a path ("" for the descriptor itself), follow a last link


def _change(
    where: Callable[[Asked, _Memory], Where], what: Callable[[Asked, _Memory, bytes, int], None]
) -> Callable[[Asked, dict[bytes, bool]], bool]:
    """Does `what` to what `where` names, under a path that leads to the looked-at file whatever happens meanwhile."""

    def change(asked: Asked, boundary: dict[bytes, bool]) -> bool:
        with _Memory(asked) as memory:
            folder, path, follow = where(asked, memory)
            handle = _open(asked, folder, path, follow) if path else _descriptor(asked, folder)
            try:
                _require_inside(handle, boundary)
                what(asked, memory, b"/proc/self/fd/%d" % handle, os.fstat(handle).st_mode)
            finally:
                os.close(handle)
        return False

    return change


def _named(
    path: int, folder: int = -1, flags: int = -1, follow: bool = True, null: bool = False
) -> Callable[[Asked, _Memory], Where]:
    """By a path: which arguments are it, its folder and its flags. `null`: without a path the folder is meant."""

    def where(asked: Asked, memory: _Memory) -> Where:
        base = _AT_FDCWD if folder < 0 else _int(asked.arguments[folder])
        how = asked.arguments[flags] & 0xFFFFFFFF if flags >= 0 else 0 if follow else _AT_SYMLINK_NOFOLLOW
        if how & ~(_AT_SYMLINK_NOFOLLOW | _AT_EMPTY_PATH):
            raise _refused(22)
        if null and asked.arguments[path] == 0:
            return base, b"", True
        text = memory.text(asked.arguments[path], _PATH_MAX, 36)
        if not text and not how & _AT_EMPTY_PATH:
            raise _refused(2)
        return base, text, not how & _AT_SYMLINK_NOFOLLOW

    return where


def _held(asked: Asked, _: _Memory) -> Where:
    return _int(asked.arguments[0]), b"", True


def _mode(at: int) -> Callable[[Asked, _Memory, bytes, int], None]:
    def what(asked: Asked, _: _Memory, path: bytes, found: int) -> None:
        mode = asked.arguments[at] & 0o7777
        if mode & _SPECIAL and not (stat.S_ISDIR(found) and not mode & stat.S_ISUID):
            raise _refused()
        os.chmod(path, mode)

    return what


def _owner(at: int) -> Callable[[Asked, _Memory, bytes, int], None]:
    def what(asked: Asked, _: _Memory, path: bytes, found: int) -> None:
        os.chown(path, _int(asked.arguments[at]), _int(asked.arguments[at + 1]))

    return what


def _times(at: int, layout: str, to_nanoseconds: int) -> Callable[[Asked, _Memory, bytes, int], None]:
    """`layout` is that of the times in memory: seconds and a fraction, twice, or seconds alone."""

    def what(asked: Asked, memory: _Memory, path: bytes, found: int) -> None:
        address = asked.arguments[at]
        if address == 0:
            call("utimensat", _AT_FDCWD, path, 0, 0)
            return
        numbers = struct.unpack(layout, memory.read(address, struct.calcsize(layout)))
        if len(numbers) == 2:
            numbers = (numbers[0], 0, numbers[1], 0)
        if to_nanoseconds > 1 and not all(0 <= part < 1_000_000 for part in numbers[1::2]):
            raise _refused(22)
        spec = struct.pack("=4q", numbers[0], numbers[1] * to_nanoseconds, numbers[2], numbers[3] * to_nanoseconds)
        call("utimensat", _AT_FDCWD, path, spec, 0)

    return what


def _set_attribute(asked: Asked, memory: _Memory, path: bytes, found: int) -> None:
    _, name, value, size, flags, _ = asked.arguments
    if size > _VALUE_MAX:
        raise _refused(7)
    os.setxattr(path, memory.text(name, _NAME_MAX, 34), memory.read(value, size), flags & 0xFFFFFFFF)


def _remove_attribute(asked: Asked, memory: _Memory, path: bytes, found: int) -> None:
    os.removexattr(path, memory.text(asked.arguments[1], _NAME_MAX, 34))


def _length(asked: Asked, _: _Memory, path: bytes, found: int) -> None:
    os.truncate(path, struct.unpack("=q", struct.pack("=Q", asked.arguments[1]))[0])


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
