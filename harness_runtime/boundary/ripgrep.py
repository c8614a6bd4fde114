"""What ripgrep would search below a folder: does a secret lie in it? Hot for the calls that search with it.

A bounded look, in the order in which ripgrep decides: the globs of the call, the ignore files of the folders, the
types, hidden names. Links are not followed. Where a glob or a line of an ignore file is more than stars and plain
characters, it counts as what shows more.
"""

from __future__ import annotations

import posix

from harness_runtime.boundary.decision import Places
from harness_runtime.boundary.folding import fold
from harness_runtime.boundary.globs import SOURCE_TYPES, alternatives, is_exclusion
from harness_runtime.boundary.paths import below, content, exists
from harness_runtime.boundary.patterns import matches, segment_matches
from harness_runtime.boundary.secrets import is_secret

MAX_IGNORE_FILE = 1 << 16
_IGNORE_FILES = (".rgignore", ".ignore", ".gitignore")  # the first that says something counts
_REPOSITORIES = (".git", ".jj")  # above a folder that holds one (ripgrep 15: the second too) no .gitignore counts
_ODD = "[]{}\\"

HIDES, UNSAID, SHOWS = -1, 0, 1

# lines of one ignore file, each as (what it says, folders only, path of several names, glob)
_Lines = list[tuple[int, bool, bool, str]]
_Rules = list[tuple[str, str, _Lines]]  # by the file's name and its folder


class Search:
    """What a call asks for: `globs` in their order (`!x` leaves out), `types` by name, and whether hidden names are
    searched unasked."""

    __slots__ = ("extensions", "globs", "hidden", "is_chosen")

    def __init__(self, globs: list[str], types: list[str], hidden: bool) -> None:
        self.globs = globs
        self.is_chosen = any(not is_exclusion(glob) for glob in globs)
        self.extensions = " ".join(SOURCE_TYPES[name] for name in types) if types else None
        self.hidden = hidden

    @property
    def may_show_hidden(self) -> bool:
        return self.hidden or self.is_chosen or self.extensions is not None

    def by_globs(self, name: str, is_folder: bool) -> int:
        """What the last glob that fits says of an entry."""
        for glob in reversed(self.globs):
            if is_exclusion(glob):
                if _leaves_out(glob[1:], name, is_folder):
                    return HIDES
            elif _may_take_in(glob, name):
                return SHOWS
        return HIDES if self.is_chosen and not is_folder else UNSAID

    def by_type(self, name: str) -> int:
        if self.extensions is None:
            return UNSAID
        extension = name.rpartition(".")[2]
        return SHOWS if f" {fold(extension)} " in f" {self.extensions} " else HIDES


def first_shown(folder: str, search: Search, left: list[int], root: str, places: Places) -> tuple[str, bool]:
    """The first secret that the search would read below the resolved folder or "", and whether the look saw all.
    `left[0]` is how many entries may still be looked at."""
    in_repository = bool(places.git_dir) or exists(f"{root}/.git")
    pending = [(folder, _of_parents(folder, root))]
    while pending:
        if left[0] <= 0:
            return "", False
        here, rules = pending.pop(0)
        try:
            entries = list(posix.scandir(here))
        except OSError:
            continue
        left[0] -= len(entries)
        names = {entry.name for entry in entries}
        if here != root and not names.isdisjoint(_REPOSITORIES):
            rules = _without_git(rules)
        rules = [*((name, here, _read(f"{here}/{name}")) for name in _IGNORE_FILES if name in names), *rules]
        if not in_repository and ".git" not in names:
            rules = _without_git(rules)
        for entry in entries:
            path = f"{here.rstrip('/')}/{entry.name}"
            is_folder = entry.is_dir(follow_symlinks=False)
            if not is_folder and not (entry.is_file(follow_symlinks=False) and is_secret(path, root, places)):
                continue
            if not _is_shown(entry.name, path, is_folder, search, rules):
                continue
            if not is_folder:
                return path.encode("utf-8", "replace").decode("utf-8"), False
            pending.append((path, rules))
    return "", True


def may_be_shown(path: str, folder: str, search: Search) -> bool:
    """Of one file below the folder, by the call alone: what ignore files say is left out."""
    *folders, name = (below(folder, path) or "").split("/")
    return bool(name) and all(
        _is_shown(part, "", at < len(folders), search, []) for at, part in enumerate([*folders, name])
    )


def _is_shown(name: str, path: str, is_folder: bool, search: Search, rules: _Rules) -> bool:
    by_globs = search.by_globs(name, is_folder)
    if by_globs != UNSAID:
        return by_globs == SHOWS
    said = _by_rules(name, path, is_folder, rules) if rules else UNSAID
    if said == HIDES:
        return False
    if not is_folder and (by_type := search.by_type(name)) != UNSAID:
        return by_type == SHOWS
    return said == SHOWS or search.hidden or not name.startswith(".")


def _leaves_out(glob: str, name: str, is_folder: bool) -> bool:
    """`x`, `x/`, `**/x` and `**/x/**`; what is anchored to a folder counts as leaving out nothing."""
    glob = glob.removeprefix("**/")
    bare = glob.removesuffix("/**").removesuffix("/")
    if "/" in bare or any(char in bare for char in _ODD) or (bare != glob and not is_folder):
        return False
    return segment_matches(bare, name)


def _may_take_in(glob: str, name: str) -> bool:
    last = fold(glob.rstrip("/").rpartition("/")[2])
    stem, dot, extension = last.rpartition(".")
    spelled = [f"{stem}{dot}{part}" for part in alternatives(extension)]
    return any(any(char in item for char in _ODD) or segment_matches(item, fold(name)) for item in spelled)


def _of_parents(folder: str, root: str) -> _Rules:
    """The ignore files of the folders above, nearest first, up to the workspace's root. What they hide by a path is
    left out: ripgrep 13 compares it with the path as the call spells it."""
    found: _Rules = []
    names: tuple[str, ...] = _IGNORE_FILES
    while below(root, folder):
        folder = folder.rpartition("/")[0]
        for name in names:
            lines = _read(f"{folder}/{name}")
            found.append((name, folder, [line for line in lines if line[0] == SHOWS or not line[2]]))
        if any(exists(f"{folder}/{name}") for name in _REPOSITORIES):
            names = _IGNORE_FILES[:-1]
    return found


def _without_git(rules: _Rules) -> _Rules:
    return [rule for rule in rules if rule[0] != ".gitignore"]


def _read(path: str) -> _Lines:
    """The lines of an ignore file, last first. One that cannot be read, or is too long, hides nothing."""
    try:
        raw = content(path, MAX_IGNORE_FILE + 1)
    except OSError:
        return []
    if len(raw) > MAX_IGNORE_FILE:
        return [(SHOWS, False, False, "*")]
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError as error:  # ripgrep reads no further
        text = raw[: raw.rfind(b"\n", 0, error.start) + 1].decode("utf-8")
    lines = [_line(line) for line in text.split("\n")]
    return [line for line in reversed(lines) if line is not None]


def _line(text: str) -> tuple[int, bool, bool, str] | None:
    text = text.rstrip()
    if text.startswith("\ufeff"):  # part of the name for ripgrep 13, not for later ones
        text = text[1:] if text.startswith("!", 1) else ""
    if not text or text.startswith("#"):
        return None
    says = SHOWS if text.startswith("!") else HIDES
    glob = text.removeprefix("!") if says == SHOWS else text
    if any(char in glob for char in _ODD):
        return (SHOWS, False, False, "*") if says == SHOWS else None
    bare = glob.removesuffix("/")
    return says, bare != glob, "/" in bare, bare.removeprefix("/")


def _by_rules(name: str, path: str, is_folder: bool, rules: _Rules) -> int:
    """Of each kind of file the nearest that says something, and of the kinds the first."""
    for kind in _IGNORE_FILES:
        for of, folder, lines in rules:
            if of == kind and (said := _by_lines(name, path, is_folder, folder, lines)) != UNSAID:
                return said
    return UNSAID


def _by_lines(name: str, path: str, is_folder: bool, folder: str, lines: _Lines) -> int:
    for says, folders_only, is_path, glob in lines:
        if folders_only and not is_folder:
            continue
        if matches(glob, below(folder, path) or name) if is_path else segment_matches(glob, name):
            return says
    return UNSAID
