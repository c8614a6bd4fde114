"""How the tree below a folder stands, and what differs between two looks at it: the boundary audit's measure. Cold.

A walk and not `git status`: git would run filters and a file system monitor of the repository inside a hook.
Nothing is opened but folders, git indexes and `.git` files, and no link is followed.

What is not looked at:
- what the given globs cover (boundary and scratch);
- below a git directory: `objects` (content that refs and index name), `index.lock` and `fsmonitor--daemon*`
  (git's own, while others read), `sharedindex.*`;
- other file systems mounted below, and a git directory that lies elsewhere (both are listed in `left_out`).
Reading with git refreshes `index`: it counts by what it says (see `git_index`).

Not promised: to see a change that keeps size and every time, or what was changed and put back between two looks.
A file that was rewritten with the same content counts as changed.
"""

from __future__ import annotations

import json
import os
import stat as kinds
import zlib
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from typing import Any, Final, Literal

from harness_runtime.session import git_index
from harness_runtime.session.glob_walk import States, begin, covers, covers_everything, step

DEADLINE_SECONDS = 2.0
MAX_ENTRIES = 200_000
MAX_INDEX = 32 * 1024 * 1024  # a longer one is cut, and so not understood
MAGIC = b"harness-tree 1\n"
MAX_DUMP = 512 * 1024 * 1024

ROOT = ""
FILE, FOLDER, LINK, OTHER = "f", "d", "l", "s"
_KINDS = {kinds.S_IFREG: FILE, kinds.S_IFDIR: FOLDER, kinds.S_IFLNK: LINK}

# kind, size, mtime in ns, ctime in ns, mode, inode, more: a link's target, an index's digest, WAY for a folder
Entry = tuple[str, int, int, int, int, int, str]
KIND: Final = 0
SIZE: Final = 1
MTIME: Final = 2
CTIME: Final = 3
MODE: Final = 4
INODE: Final = 5
MORE: Final = 6
WAY = "way"  # a glob may still match below this folder, so its coming and going belongs to the boundary

GITS_OWN = ("fsmonitor--daemon", "sharedindex.")
UNKNOWN_INDEX = "?"  # in place of its digest

What = Literal["created", "deleted", "changed", "mode", "type"]
Stopped = Literal["", "deadline", "entries"]


@dataclass(frozen=True)
class Snapshot:
    """`folders` holds, for each folder that was read to its end, its entries by name; "" is the root.

    `left_out` are the paths that were not looked at, "." for the root; `stopped` says which limit ended the walk.
    """

    folders: dict[str, dict[str, Entry]]
    globs: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()
    stopped: Stopped = ""

    @property
    def complete(self) -> bool:
        return not self.left_out

    @property
    def entries(self) -> int:
        return sum(map(len, self.folders.values()))


@dataclass(frozen=True, order=True)
class Change:
    """A path relative to the root; one that ends in `/` is a folder with all that is in it."""

    path: str
    what: What


class TreeFault(Exception):
    """The bytes hold no snapshot that this version understands."""


def snapshot(
    root: Path,
    skip: Sequence[str] = (),
    deadline_seconds: float = DEADLINE_SECONDS,
    max_entries: int = MAX_ENTRIES,
) -> Snapshot:
    """Look at the tree below `root`, `.git` first, then what is near the root before what is deep.

    `skip` are relative globs. Never raises for what it finds: what could not be read is in `left_out`.
    """
    return _Walk(root, begin(skip), monotonic() + deadline_seconds, max_entries).snapshot(tuple(skip))


def compare(before: Snapshot, after: Snapshot) -> list[Change]:
    """What differs in the folders that both looks read to their end, sorted by path.

    What the globs of either cover is no difference. Of a folder only coming, going, mode and type count.
    """
    found = _differences(before, after)
    return sorted(change for change in found if not _is_covered(change.path.rstrip("/"), before, after))


def unseen(before: Snapshot, after: Snapshot) -> list[str]:
    """What `compare` could not compare, because at least one look left it out."""
    return sorted({*before.left_out, *after.left_out})


def dump(tree: Snapshot) -> bytes:
    """For the disk; `load` reads it."""
    packer = zlib.compressobj(1)
    head = {"globs": tree.globs, "left_out": tree.left_out, "stopped": tree.stopped}
    parts = [MAGIC, packer.compress(_line(head))]
    parts += [packer.compress(_line([path, entries])) for path, entries in tree.folders.items()]
    return b"".join((*parts, packer.flush()))


def load(raw: bytes) -> Snapshot:
    """Raises TreeFault."""
    if not raw.startswith(MAGIC):
        raise TreeFault("not a snapshot")
    try:
        unpacker = zlib.decompressobj()
        text = unpacker.decompress(raw[len(MAGIC) :], MAX_DUMP)
        if not unpacker.eof:
            raise TreeFault("cut short")
        head, *folders = map(json.loads, text.splitlines())
        if head["stopped"] not in ("", "deadline", "entries"):
            raise TreeFault("stopped")
        return Snapshot(
            {str(path): {name: _entry(entry) for name, entry in entries.items()} for path, entries in folders},
            tuple(map(str, head["globs"])),
            tuple(map(str, head["left_out"])),
            head["stopped"],
        )
    except (zlib.error, ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise TreeFault(str(error)) from None


def _line(value: object) -> bytes:
    return json.dumps(value, separators=(",", ":")).encode("ascii") + b"\n"


def _entry(value: Any) -> Entry:
    kind, size, mtime, ctime, mode, inode, more = value
    if not (isinstance(kind, str) and isinstance(more, str)):
        raise ValueError("entry")
    return kind, int(size), int(mtime), int(ctime), int(mode), int(inode), more


@dataclass(frozen=True)
class _Folder:
    """A folder that waits to be read. `identity` is device and inode, so that what took its place is not read."""

    path: str
    states: States
    git: bool
    identity: tuple[int, int]


class _Stop(Exception):
    """A limit is reached in the middle of a folder."""


class _Walk:
    def __init__(self, root: Path, states: States, deadline: float, max_entries: int) -> None:
        self._root, self._states = os.fspath(root), states
        self._deadline, self._room = deadline, max_entries
        self._folders: dict[str, dict[str, Entry]] = {}
        self._left_out: list[str] = []
        self._stopped: Stopped = ""
        self._git: deque[_Folder] = deque()
        self._others: deque[_Folder] = deque()

    def snapshot(self, globs: tuple[str, ...]) -> Snapshot:
        self._begin()
        while self._git or self._others:
            folder = (self._git or self._others).popleft()
            try:
                self._check(0)
                self._folders[folder.path] = self._read(folder)
            except (_Stop, OSError):
                self._left_out.append(folder.path or ".")
        return Snapshot(self._folders, globs, tuple(sorted(self._left_out)), self._stopped)

    def _begin(self) -> None:
        if covers_everything(self._states):
            return
        try:
            status = os.stat(self._root)
        except OSError:
            self._left_out.append(".")
            return
        self._device = status.st_dev
        self._others.append(_Folder(ROOT, self._states, False, (status.st_dev, status.st_ino)))

    def _check(self, more: int) -> None:
        if not self._stopped:
            if more > self._room:
                self._stopped = "entries"
            elif monotonic() > self._deadline:
                self._stopped = "deadline"
        if self._stopped:
            raise _Stop

    def _read(self, folder: _Folder) -> dict[str, Entry]:
        path = f"{self._root}/{folder.path}"
        handle = os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC | (os.O_NOFOLLOW if folder.path else 0))
        try:
            status = os.fstat(handle)
            if (status.st_dev, status.st_ino) != folder.identity:
                raise OSError("another folder by now")
            entries, below = self._entries(folder, handle)
        finally:
            os.close(handle)
        self._room -= len(entries)
        for inner in below:
            (self._git if inner.git else self._others).append(inner)
        return entries

    def _entries(self, folder: _Folder, handle: int) -> tuple[dict[str, Entry], list[_Folder]]:
        """All of them, or _Stop; and the folders to read next."""
        entries: dict[str, Entry] = {}
        below: list[_Folder] = []
        states = folder.states
        with os.scandir(handle) as listing:
            for count, found in enumerate(listing):
                if not count & 255:
                    self._check(count)
                name = found.name
                covered, inner = step(states, name) if states else (False, ())
                try:
                    status = found.stat(follow_symlinks=False)
                    kind = _KINDS.get(kinds.S_IFMT(status.st_mode), OTHER)
                    if kind == FOLDER and not covers_everything(inner):
                        git = folder.git or name == ".git"
                        identity = (status.st_dev, status.st_ino)
                        below.append(_Folder(_join(folder.path, name), inner, git, identity))
                    if covered and kind != FOLDER:
                        continue
                    is_way = kind == FOLDER and bool(covered or inner)
                    more = os.readlink(name, dir_fd=handle) if kind == LINK else WAY if is_way else ""
                except OSError:
                    continue  # gone meanwhile
                entries[name] = (
                    kind,
                    status.st_size,
                    status.st_mtime_ns,
                    status.st_ctime_ns,
                    status.st_mode,
                    status.st_ino,
                    more,
                )
        self._check(len(entries))
        if folder.git:
            below = self._adjust_git(folder, handle, entries, below)
        elif _kind(entries, ".git") == FILE:
            self._note_git_elsewhere(folder, handle)
        return entries, self._on_this_device(below)

    def _adjust_git(
        self, folder: _Folder, handle: int, entries: dict[str, Entry], below: list[_Folder]
    ) -> list[_Folder]:
        """Take away what git itself keeps busy, and let the index count by what it says."""
        if entries.keys() >= {"HEAD", "objects", "refs"}:
            below = [inner for inner in below if inner.path != _join(folder.path, "objects")]
        if "HEAD" in entries:
            for name in [name for name in entries if name == "index.lock" or name.startswith(GITS_OWN)]:
                del entries[name]
            below = [inner for inner in below if not inner.path.rpartition("/")[2].startswith(GITS_OWN)]
            if _kind(entries, "index") == FILE:
                entries["index"] = self._index(folder, handle, entries["index"])
        return below

    def _index(self, folder: _Folder, handle: int, entry: Entry) -> Entry:
        """The index by what it says. One that is not understood, or is too long, is left out."""
        kind, size, mtime, ctime, mode, inode, _ = entry
        try:
            says = git_index.digest(_content("index", handle, MAX_INDEX))
        except (OSError, git_index.NotUnderstood):
            says = UNKNOWN_INDEX
            self._left_out.append(_join(folder.path, "index"))
        return kind, size, mtime, ctime, mode, inode, says

    def _note_git_elsewhere(self, folder: _Folder, handle: int) -> None:
        """A worktree's or a submodule's `.git` is a file that names the git directory."""
        try:
            text = os.fsdecode(_content(".git", handle, 4096)).strip()
        except OSError:
            return
        target = os.path.normpath(os.path.join(self._root, folder.path, text.removeprefix("gitdir:").strip()))
        if not f"{target}/".startswith(f"{os.path.normpath(self._root)}/"):
            self._left_out.append(target)

    def _on_this_device(self, below: list[_Folder]) -> list[_Folder]:
        self._left_out += [inner.path for inner in below if inner.identity[0] != self._device]
        return sorted((inner for inner in below if inner.identity[0] == self._device), key=lambda inner: inner.path)


def _content(name: str, folder: int, most: int) -> bytes:
    handle = os.open(name, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC, dir_fd=folder)
    with os.fdopen(handle, "rb") as file:
        return file.read(most)


def _join(folder: str, name: str) -> str:
    return f"{folder}/{name}" if folder else name


def _kind(entries: dict[str, Entry], name: str) -> str:
    entry = entries.get(name)
    return entry[KIND] if entry else ""


def _is_covered(path: str, *trees: Snapshot) -> bool:
    return any(covers(tree.globs, path) for tree in trees)


def _differences(before: Snapshot, after: Snapshot) -> Iterator[Change]:
    """From the root downwards; what only one look saw in a folder that the other read too has come or gone."""
    waiting = [ROOT] if ROOT in before.folders and ROOT in after.folders else []
    while waiting:
        folder = waiting.pop()
        old, new = before.folders[folder], after.folders[folder]
        same = old == new
        for name, entry in old.items():
            path = _join(folder, name)
            other = entry if same else new.get(name)
            if other is None:
                yield from _whole(before, path, entry, "deleted")
                continue
            if what := "" if same else _difference(entry, other):
                yield Change(path, what)
            if entry[KIND] == other[KIND] == FOLDER and path in before.folders and path in after.folders:
                waiting.append(path)
        if not same:
            for name in new.keys() - old.keys():
                yield from _whole(after, _join(folder, name), new[name], "created")


def _whole(tree: Snapshot, path: str, entry: Entry, what: What) -> Iterator[Change]:
    """Something that is in one look only. A folder on the boundary's way is named by what it holds besides."""
    waiting: Iterable[tuple[str, Entry]] = [(path, entry)]
    while waiting:
        following: list[tuple[str, Entry]] = []
        for here, found in waiting:
            if found[KIND] != FOLDER:
                yield Change(here, what)
            elif found[MORE] != WAY:
                yield Change(f"{here}/", what)
            else:
                inner = tree.folders.get(here, {})
                following += [(_join(here, name), below) for name, below in inner.items()]
        waiting = following


def _difference(old: Entry, new: Entry) -> What | Literal[""]:
    if old[KIND] != new[KIND]:
        return "type"
    changed_mode: What | Literal[""] = "mode" if old[MODE] != new[MODE] else ""
    match old[KIND]:
        case "l":
            return "changed" if old[MORE] != new[MORE] else changed_mode
        case "f" if old[MORE] or new[MORE]:  # an index
            known = UNKNOWN_INDEX not in (old[MORE], new[MORE])
            return "changed" if known and old[MORE] != new[MORE] else changed_mode
        case "f":
            if (old[SIZE], old[MTIME], old[INODE]) != (new[SIZE], new[MTIME], new[INODE]):
                return "changed"
            return changed_mode or ("changed" if old[CTIME] != new[CTIME] else "")
        case _:
            return changed_mode
