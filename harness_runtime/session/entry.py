"""Looking at one entry of the workspace without following a link, on the way there or at its end. Hot."""

from __future__ import annotations

import os

from harness_runtime.session.undo import ABSENT, FILE, FOLDER, LINK, mark_of

OTHER = "other"  # a pipe, a socket, a device

_TYPE = 0o170000
_KINDS = {0o100000: FILE, 0o040000: FOLDER, 0o120000: LINK}
_OPEN_FOLDER = getattr(os, "O_PATH", os.O_RDONLY) | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC


class Look:
    """How an entry looks. `changed` is its time of change in ns; `text` a link's target."""

    __slots__ = ("changed", "gid", "inode", "kind", "mode", "modified", "size", "text", "uid")

    def __init__(self, kind: str, status: os.stat_result | None = None, text: str = "") -> None:
        self.kind = kind
        self.text = text
        self.mode = status.st_mode & 0o7777 if status else 0
        self.uid = status.st_uid if status else 0
        self.gid = status.st_gid if status else 0
        self.size = status.st_size if status else 0
        self.inode = status.st_ino if status else 0
        self.modified = status.st_mtime_ns if status else 0
        self.changed = status.st_ctime_ns if status else 0

    @property
    def mark(self) -> str:
        """Equal marks say: nobody has touched it in between. A folder's entries are no part of it."""
        match self.kind:
            case "file":
                return mark_of(f"file {self.mode:o} {self.size} {self.modified} {self.inode}")
            case "folder":
                return mark_of(f"folder {self.mode:o}")
        return mark_of(f"{self.kind} {self.text}")


NOTHING = Look(ABSENT)


def look(name: str, folder: int) -> Look:
    """The entry of this name in an open folder. Raises OSError when it cannot be looked at."""
    try:
        status = os.lstat(name, dir_fd=folder)
        kind = _KINDS.get(status.st_mode & _TYPE, OTHER)
        return Look(kind, status, os.readlink(name, dir_fd=folder) if kind == LINK else "")
    except FileNotFoundError:
        return NOTHING


def open_folder(root: str, path: str) -> int:
    """A descriptor of the folder `path` below `root` ("" for root itself), for looking and naming only.

    Raises FileNotFoundError when it is not there, NotADirectoryError or another OSError when a link or a file stands
    on the way.
    """
    here = os.open(root, _OPEN_FOLDER)
    for name in path.split("/") if path else ():
        try:
            inner = os.open(name, _OPEN_FOLDER, dir_fd=here)
        finally:
            os.close(here)
        here = inner
    return here


def open_parent(root: str, path: str) -> int:
    return open_folder(root, path.rpartition("/")[0])


def name_of(path: str) -> str:
    return path.rpartition("/")[2]


def look_below(root: str, path: str) -> Look:
    """The entry at `root/path`; absent as well when something on the way is missing, or is no folder (a link is
    none). Raises OSError."""
    try:
        folder = open_parent(root, path)
    except (FileNotFoundError, NotADirectoryError):
        return NOTHING
    try:
        return look(name_of(path), folder)
    finally:
        os.close(folder)


def look_or_nothing(root: str, path: str) -> Look:
    """The same, and nothing as well for what cannot be looked at."""
    try:
        return look_below(root, path)
    except OSError:
        return NOTHING


def open_listing(root: str, path: str) -> int:
    """A descriptor of the folder whose entries can be listed. Raises OSError."""
    folder = open_folder(root, path)
    try:
        return os.open(".", os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC, dir_fd=folder)
    finally:
        os.close(folder)


def names_in(root: str, path: str) -> list[str]:
    """What the folder holds, sorted; nothing when it cannot be listed."""
    try:
        listing = open_listing(root, path)
    except OSError:
        return []
    try:
        return sorted(os.listdir(listing))
    finally:
        os.close(listing)
