"""Where a name leads: every link followed, nothing opened. Hot.

Resolving asks the file system with lstat and readlink only. What does not exist yet is taken as spelled. Nothing
here promises that the answer still holds when the host opens the file.
"""

from __future__ import annotations

import posix

from harness_runtime.boundary.decision import Fault

_TYPE = 0o170000
_REGULAR = 0o100000
_DIRECTORY = 0o040000
_LINK = 0o120000

MAX_NAME_BYTES = 255
MAX_PATH_BYTES = 4096
MAX_LINKS = 40

# Links that every process has and that lead to a listing, not into another process's view of the file system.
_PLAIN_PROC_LINKS = ("/proc/self", "/proc/thread-self", "/proc/mounts", "/proc/net")


class Resolved:
    """A name that was followed to its end.

    `path` is where it ends, `location` the entry itself (parents resolved, last link not followed), `via` every
    link on the way. `mode` is the file type of the end, 0 when nothing is there. `magic` says that a link of
    /proc was on the way: it would lead the reader elsewhere than us.
    """

    __slots__ = ("links", "location", "magic", "mode", "path", "spelled", "via")

    def __init__(self, spelled: str) -> None:
        self.spelled = spelled
        self.location = spelled
        self.path = spelled
        self.via: list[str] = []
        self.mode = 0
        self.links = 0
        self.magic = False

    @property
    def is_link(self) -> bool:
        return self.location != self.path

    @property
    def is_directory(self) -> bool:
        return self.mode == _DIRECTORY

    @property
    def is_special(self) -> bool:
        return self.mode not in (0, _REGULAR, _DIRECTORY)

    def names(self) -> list[str]:
        """Every absolute name that was passed: as spelled, the links, the entry, the end."""
        return [self.spelled, *self.via, self.location, self.path]


def check_name(text: str) -> None:
    """Fault when no file system could hold this name, or a record could not show it."""
    try:
        raw = text.encode("utf-8")
    except UnicodeEncodeError:
        raise Fault("name_encoding", text.encode("utf-8", "replace").decode("utf-8")) from None
    if not raw.isascii():
        _check_unicode(text)
    elif not text.isprintable():
        raise Fault("name_encoding", ascii(text)[1:-1])
    if len(raw) > MAX_PATH_BYTES or any(len(part) > MAX_NAME_BYTES for part in raw.split(b"/")):
        raise Fault("name_encoding", text[:80])


def _check_unicode(text: str) -> None:
    """Characters that a screen does not show, or that some file systems skip, make two names look like one."""
    import unicodedata

    for char in text:
        if unicodedata.category(char) in ("Cc", "Cf", "Cs", "Zl", "Zp"):
            raise Fault("name_encoding", ascii(text)[1:-1])


def join(base: str, name: str) -> str:
    """An absolute name, dots left in."""
    return name if name.startswith("/") else f"{base}/{name}"


def without_dots(path: str) -> str:
    """The absolute path with `.` and `..` removed by text alone."""
    parts: list[str] = []
    for part in path.split("/"):
        if part == "..":
            if parts:
                parts.pop()
        elif part not in ("", "."):
            parts.append(part)
    return "/" + "/".join(parts)


def below(root: str, path: str) -> str | None:
    """The path relative to root ("" for root itself), or None when it is elsewhere."""
    if path == root:
        return ""
    prefix = root if root.endswith("/") else root + "/"
    return path[len(prefix) :] if path.startswith(prefix) else None


def resolve(path: str) -> Resolved:
    """Follow an absolute name. Faults: name_encoding, symlink (a loop, or a place that cannot be looked at)."""
    check_name(path)
    found = Resolved(without_dots(path))
    pending = [part for part in reversed(path.split("/")) if part not in ("", ".")]
    current: list[str] = []
    hops = 0
    followed_last = False
    while pending:
        name = pending.pop()
        if name == "..":
            if current:
                current.pop()
            continue
        here = "/" + "/".join([*current, name])
        if not pending and not followed_last:
            found.location = here
        status = _lstat(here)
        if status is None or status.st_mode & _TYPE != _LINK:
            current.append(name)
            continue
        hops += 1
        if hops > MAX_LINKS:
            raise Fault("symlink", path)
        if here.startswith("/proc/") and here not in _PLAIN_PROC_LINKS:
            found.magic = True
        found.via.append(here)
        followed_last = followed_last or not pending
        target = _readlink(here)
        if target.startswith("/"):
            current = []
        pending.extend(part for part in reversed(target.split("/")) if part not in ("", "."))
    found.path = "/" + "/".join(current)
    if not followed_last:
        found.location = found.path
    status = _lstat(found.path)
    if status is not None:
        found.mode = status.st_mode & _TYPE
        found.links = status.st_nlink
    return found


def resolve_both(base: str, name: str) -> list[Resolved]:
    """The readings of a name with `..`: as the kernel walks it, and as a program that drops dots by text does."""
    absolute = join(base, name)
    walked = resolve(absolute)
    if ".." not in absolute:
        return [walked]
    textual = resolve(without_dots(absolute))
    return [walked] if textual.path == walked.path else [walked, textual]


def _lstat(path: str) -> posix.stat_result | None:
    try:
        return posix.lstat(path.encode("utf-8"))
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError:
        raise Fault("symlink", path) from None


def _readlink(path: str) -> str:
    try:
        return posix.readlink(path.encode("utf-8")).decode("utf-8")
    except UnicodeDecodeError:
        raise Fault("name_encoding", path) from None
    except OSError:
        raise Fault("symlink", path) from None


def content(path: str, most: int) -> bytes:
    """Up to `most` bytes of what the name leads to, without waiting for a pipe. Raises OSError."""
    handle = posix.open(path.encode("utf-8", "surrogateescape"), posix.O_RDONLY | posix.O_NONBLOCK | posix.O_CLOEXEC)
    parts: list[bytes] = []
    try:
        while most > 0 and (part := posix.read(handle, most)):
            parts.append(part)
            most -= len(part)
    finally:
        posix.close(handle)
    return b"".join(parts)


def is_link(path: str) -> bool:
    """Is the entry itself a link? What cannot be looked at is none."""
    try:
        return posix.lstat(path.encode("utf-8")).st_mode & _TYPE == _LINK
    except OSError:
        return False


def exists(path: str) -> bool:
    """Is there an entry of this name? What cannot be looked at counts as there."""
    try:
        posix.lstat(path.encode("utf-8"))
    except (FileNotFoundError, NotADirectoryError):
        return False
    except OSError:
        return True
    return True
