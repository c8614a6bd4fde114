"""What the kernel may let a confined command write: the Plan's patterns as they match now; narrower, never wider.

A pattern that ends in `/**` grants the folder before it with its whole tree, any other one the files that exist and
match. So a file that does not exist yet can only be made inside such a tree. Inside a tree stays read-only what no
Plan opens, what only a pattern without a wildcard opens, what the project closes, what PATH leads to, and files with
another name outside of what is granted.
"""

from __future__ import annotations

import os

from harness_runtime.boundary.decision import Places
from harness_runtime.boundary.folding import fold
from harness_runtime.boundary.paths import below
from harness_runtime.boundary.patterns import first_rule, is_literal
from harness_runtime.boundary.places import (
    LISTED,
    LISTED_AT_ROOT,
    LISTED_ENDS,
    LISTED_PAIRS,
    NEVER,
    NEVER_AT_ROOT,
    NEVER_PAIRS,
    is_bytecode,
    never_writable,
)
from harness_runtime.boundary.secrets import is_secret
from harness_runtime.confinement.globs import States, begin, is_whole_tree, step
from harness_runtime.confinement.secrets_mask import MAX_ENTRIES, WorkspaceTooLarge

_NEVER = frozenset(NEVER)
_GIT_FOLDERS = {"HEAD", "objects", "refs"}, {"HEAD", "commondir"}  # the second shares another one's objects
_NO, _BY_NAME, _NEVER_AT_ALL = 0, 1, 2


class Writable:
    """All paths relative to the workspace root.

    `trees` and `files` are granted, `read_only` is what stays closed inside a tree. `reserved` maps what has such a
    name to what it is now (a link's text, else ""), `leaving` maps links that lead out to where they lead, `shared`
    are files with a name outside the trees: what an aftermath compares. `bytecode` maps what Python may run in place
    of a source to what tells that it is still the same. `absent` are literal patterns without a file.
    """

    __slots__ = ("absent", "bytecode", "files", "leaving", "read_only", "reserved", "shared", "trees")

    def __init__(self) -> None:
        self.trees: list[str] = []
        self.files: list[str] = []
        self.read_only: list[str] = []
        self.reserved: dict[str, str] = {}
        self.leaving: dict[str, str] = {}
        self.shared: set[str] = set()
        self.bytecode: dict[str, tuple[int, int]] = {}
        self.absent: list[str] = []


def find_writable(root: str, patterns: list[str], places: Places) -> Writable:
    """`root` resolved; `patterns` those of the boundary and the scratch ones. Raises WorkspaceTooLarge."""
    found = _Walk(root, patterns, places).find()
    inside = [f"{tree}/" if tree else "" for tree in found.trees]
    for pattern in filter(is_literal, patterns):
        if not os.path.lexists(f"{root}/{pattern}") and not pattern.startswith(tuple(inside)):
            found.absent.append(pattern)
    return found


class Rules:
    """Which names stay closed, by the tables and by what the project and the places of this run add."""

    def __init__(self, root: str, patterns: list[str], places: Places) -> None:
        self._places = places
        self.literal = frozenset(filter(is_literal, patterns))
        self._deny = _with_folders(places.rules.deny_write)
        self._by_name = _with_folders(places.rules.listed_only)
        reserved = (places.data, places.plugin_root, places.codex_home, places.claude_home, places.git_dir)
        on_path = [os.path.realpath(entry) for entry in places.path.split(":") if entry.startswith("/")]
        self._never_there = {*filter(None, reserved), *on_path, *_linked(root, NEVER_AT_ROOT)}
        self._listed_there = set(_linked(root, LISTED_AT_ROOT))

    def closed(self, path: str, relative: str, folder: str) -> int:
        """Whether this entry of the folder `folder` stays closed, by its last name."""
        name = fold(relative.rpartition("/")[2])
        pair = (fold(folder.rpartition("/")[2]), name)
        if name in _NEVER or pair in NEVER_PAIRS or path in self._never_there:
            return _NEVER_AT_ALL
        if self._deny and first_rule(self._deny, relative):
            return _NEVER_AT_ALL
        if self._places.loads and ".so" in name and self._is_library(relative):
            return _NEVER_AT_ALL
        if name in LISTED or name.endswith(LISTED_ENDS) or pair in LISTED_PAIRS or path in self._listed_there:
            return _BY_NAME
        return _BY_NAME if self._by_name and first_rule(self._by_name, relative) else _NO

    def _is_library(self, relative: str) -> bool:
        from harness_runtime.boundary.shell_loading import is_library

        return is_library(relative.rpartition("/")[2], self._places.loads)

    def has_listed_inside(self, relative: str) -> bool:
        return any(path.startswith(f"{relative}/") for path in self.literal)

    def is_reserved(self, path: str, relative: str) -> bool:
        """Does a link that ends here lead to something closed?"""
        return never_writable(path, relative, self._places)


def _with_folders(globs: list[str]) -> list[str]:
    """`a/**` closes `a` itself too, so that nothing new is made in it."""
    return [*globs, *(glob[:-3] for glob in globs if glob.endswith("/**"))]


def _linked(root: str, names: tuple[str, ...]) -> list[str]:
    """Where reserved names of the root lead when they are links: the same places by another name."""
    ends = [(f"{root}/{name}", os.path.realpath(f"{root}/{name}")) for name in names]
    return [end for path, end in ends if end != path]


class _Folder:
    """`granted`: in a tree. `closed`: at or below a closed name, so only what is listed by name is open."""

    __slots__ = ("closed", "granted", "path", "relative", "states")

    def __init__(self, path: str, relative: str, states: States, granted: bool, closed: int) -> None:
        self.path, self.relative, self.states = path, relative, states
        self.granted, self.closed = granted, closed


class _Walk:
    def __init__(self, root: str, patterns: list[str], places: Places) -> None:
        self._root, self._places = root, places
        self._rules = Rules(root, patterns, places)
        self._found = Writable()
        self._room = MAX_ENTRIES
        self._linked: dict[tuple[int, int], list[str]] = {}  # files with several names, by device and inode
        self._links: dict[tuple[int, int], int] = {}
        self._waiting: list[_Folder] = []
        states = begin(patterns)
        # A folder with a place of its own rules above it holds nothing that a Plan could open.
        if not never_writable(root, "", places) and not self._rules.closed(root, "", ""):
            self._enter(_Folder(root, "", states, False, _NO))

    def find(self) -> Writable:
        while self._waiting:
            folder = self._waiting.pop()
            try:
                entries = list(os.scandir(folder.path))
            except FileNotFoundError:  # gone meanwhile
                continue
            except OSError:  # what it holds cannot be told, so nothing is to change in it
                self._close(folder)
                continue
            self._room -= len(entries)
            if self._room < 0:
                raise WorkspaceTooLarge(folder.path)
            held = {entry.name for entry in entries}
            if folder.relative and any(held >= marks for marks in _GIT_FOLDERS):
                self._close(folder)
                continue
            for entry in entries:
                self._look(entry, folder)
        for identity, names in self._linked.items():
            if len(names) < self._links[identity]:
                self._found.shared.update(names)
                self._found.read_only += names
        return self._found

    def _enter(self, folder: _Folder) -> None:
        """Read this folder later; it begins a tree where everything below it is covered."""
        if not folder.granted and not folder.closed and is_whole_tree(folder.states):
            self._found.trees.append(folder.relative)
            folder.granted = True
        if folder.granted or folder.states:
            self._waiting.append(folder)

    def _close(self, folder: _Folder) -> None:
        """A repository of any name, whose configuration git would run; or a folder that lets nobody read it."""
        if folder.relative in self._found.trees:
            self._found.trees.remove(folder.relative)
        elif folder.granted:
            self._found.read_only.append(folder.relative)
        self._found.reserved[folder.relative] = ""

    def _look(self, entry: os.DirEntry[str], folder: _Folder) -> None:
        relative = f"{folder.relative}/{entry.name}" if folder.relative else entry.name
        covered, states = (True, ()) if folder.granted else step(folder.states, entry.name)
        if not (covered or states):
            return
        closed = max(folder.closed, self._rules.closed(entry.path, relative, folder.relative))
        if closed and folder.granted and not folder.closed:
            self._found.reserved[relative] = _text_of(entry)
        if entry.is_symlink():
            if folder.granted:
                self._note_link(entry, relative)
        elif entry.is_dir(follow_symlinks=False):
            self._folder(entry, relative, folder, states, closed)
        elif covered and entry.is_file(follow_symlinks=False):
            self._file(entry, relative, folder, closed)

    def _folder(self, entry: os.DirEntry[str], relative: str, folder: _Folder, states: States, closed: int) -> None:
        if closed and folder.granted and not (closed == _BY_NAME and self._rules.has_listed_inside(relative)):
            self._found.read_only.append(relative)
        elif closed != _NEVER_AT_ALL:
            self._enter(_Folder(entry.path, relative, states, folder.granted, closed))

    def _file(self, entry: os.DirEntry[str], relative: str, folder: _Folder, closed: int) -> None:
        is_open = not closed or (closed == _BY_NAME and relative in self._rules.literal)
        if not is_open:
            if folder.granted:
                self._found.read_only.append(relative)
            return
        try:
            status = entry.stat(follow_symlinks=False)
        except FileNotFoundError:
            return
        except OSError:  # its folder may be listed and not entered
            self._found.reserved[relative] = ""
            return
        if entry.name.endswith(".pyc") and is_bytecode(relative):
            self._found.bytecode[relative] = (status.st_ino, status.st_ctime_ns)
        if status.st_nlink > 1 and folder.granted:
            identity = (status.st_dev, status.st_ino)
            self._linked.setdefault(identity, []).append(relative)
            self._links[identity] = status.st_nlink
        elif status.st_nlink == 1 and not folder.granted:
            self._found.files.append(relative)

    def _note_link(self, entry: os.DirEntry[str], relative: str) -> None:
        end = os.path.realpath(entry.path)
        inside = below(self._root, end)
        if inside is None or self._rules.is_reserved(end, inside) or is_secret(end, self._root, self._places):
            self._found.leaving[relative] = end


def _text_of(entry: os.DirEntry[str]) -> str:
    try:
        return os.readlink(entry.path)
    except OSError:
        return ""
