"""What a confined command can neither read nor write: the secret table over the workspace, credential stores, pipes.

One walk over the workspace, bounded by MAX_ENTRIES. Git's own folder is not searched, because its names are those of
branches and objects: a secret that was committed is not hidden here (see preparation). Certificates that an installed
package brings are public, and hiding them would break every HTTPS client. A link of a secret's name hides what it
leads to.
"""

from __future__ import annotations

import os
import stat as kinds

from harness_runtime.boundary.decision import Places
from harness_runtime.boundary.folding import fold
from harness_runtime.boundary.paths import below
from harness_runtime.boundary.patterns import first_rule, fold_glob
from harness_runtime.boundary.secrets import CLAUDE_HOME, CODEX_HOME, HOME, secret_name
from harness_runtime.confinement.globs import States, begin, is_whole_tree, step

MAX_ENTRIES = 500_000

PACKAGES = (".pem", ("site-packages", "dist-packages", "node_modules"))
MAX_CERTIFICATES = 2 << 20  # bytes


class WorkspaceTooLarge(Exception):
    """The walk met more than MAX_ENTRIES entries, so secrets may be left unseen."""


def hidden_in_workspace(root: str, places: Places) -> list[str]:
    """Absolute, resolved paths below `root`, or where its links lead. Raises WorkspaceTooLarge."""
    return _Walk(root, places).hidden()


def hidden_elsewhere(places: Places) -> list[str]:
    """The data folder, and what exists of the credential stores in the home folder and the hosts' folders, and of
    files with a password in them."""
    found = [places.data, *filter(None, map(_end_of, places.rules.closed))]
    for home, entries in (
        (places.home, HOME),
        (places.codex_home, CODEX_HOME),
        (places.claude_home, CLAUDE_HOME),
        (places.home, tuple(filter(secret_name, _names(places.home)))),
    ):
        if home:
            found += [end for entry in entries if (end := _end_of(f"{home.rstrip('/')}/{entry}"))]
    return found


def without_nested(paths: list[str]) -> list[str]:
    """Sorted, each once, and none that lies below another one."""
    kept: list[str] = []
    for path in sorted(set(paths), key=lambda path: f"{path}/"):
        if not kept or below(kept[-1], path) is None:
            kept.append(path)
    return kept


def not_hidden(hidden: list[str], root: str, relatives: list[str]) -> list[str]:
    """The places of the workspace as absolute paths, each once, without what is hidden anyway."""
    paths = {f"{root}/{relative}" if relative else root for relative in relatives}
    return sorted(path for path in paths if not any(below(place, path) is not None for place in hidden))


class _Walk:
    def __init__(self, root: str, places: Places) -> None:
        self._root, self._rules = root, places.rules
        self._room = MAX_ENTRIES
        self._found: list[str] = []
        # A folder waits with what the project's globs can still match below it, and whether it is secret itself.
        globs = places.rules.secret
        self._waiting: list[tuple[str, str, States, States, bool]] = [
            (root, "", begin(globs), begin([fold_glob(glob) for glob in globs]), False)
        ]

    def hidden(self) -> list[str]:
        while self._waiting:
            path, relative, plain, folded, secret = self._waiting.pop()
            try:
                entries = list(os.scandir(path))
            except FileNotFoundError:
                continue
            except OSError:  # whoever owns it could open it
                self._found.append(path)
                continue
            self._room -= len(entries)
            if self._room < 0:
                raise WorkspaceTooLarge(path)
            for entry in entries:
                self._look(entry, f"{relative}/{entry.name}" if relative else entry.name, plain, folded, secret)
        return self._found

    def _look(self, entry: os.DirEntry[str], relative: str, plain: States, folded: States, secret: bool) -> None:
        is_folder = entry.is_dir(follow_symlinks=False)
        if plain or folded:
            is_ruled, plain = step(plain, entry.name)
            is_ruled_too, folded = step(folded, fold(entry.name))
            secret = secret or is_ruled or is_ruled_too or (is_folder and is_whole_tree((*plain, *folded)))
        if (secret or (secret_name(entry.name) and not _is_public(entry))) and not self._is_excepted(relative):
            self._hide(entry, relative, is_folder)
        elif is_folder and entry.name == ".git":
            self._found += [inner.path for inner in _listed(entry.path) if _is_special(inner)]
        elif is_folder:
            self._waiting.append((entry.path, relative, plain, folded, False))
        elif _is_special(entry):
            self._found.append(entry.path)

    def _hide(self, entry: os.DirEntry[str], relative: str, is_folder: bool) -> None:
        if entry.is_symlink():
            end = _end_of(entry.path)
            if end and below(end, self._root) is None:
                self._found.append(end)
        elif is_folder and self._rules.not_secret:  # a part of it may be excepted
            self._waiting.append((entry.path, relative, (), (), True))
        else:
            self._found.append(entry.path)

    def _is_excepted(self, relative: str) -> bool:
        """By the person, by itself or with a folder that it lies in."""
        while self._rules.not_secret and relative:
            if first_rule(self._rules.not_secret, relative):
                return True
            relative = relative.rpartition("/")[0]
        return False


def _is_public(entry: os.DirEntry[str]) -> bool:
    """Certificates of an installed package, and nothing else. A distribution's package may link to the system's."""
    end, folders = PACKAGES
    if not entry.name.endswith(end) or not any(f"/{folder}/" in entry.path for folder in folders):
        return False
    try:
        handle = os.open(entry.path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
        with os.fdopen(handle, "rb") as file:
            text = file.read(MAX_CERTIFICATES + 1)
    except OSError:
        return False
    return len(text) <= MAX_CERTIFICATES and b"PRIVATE" not in text and b"-----BEGIN CERTIFICATE-----" in text


def _is_special(entry: os.DirEntry[str]) -> bool:
    """A pipe, a socket or a device: whoever holds its other end is outside."""
    return not (entry.is_symlink() or entry.is_file() or entry.is_dir())


def _end_of(path: str) -> str:
    """The file or folder that a name leads to, "" when there is none."""
    end = os.path.realpath(path)
    try:
        mode = os.stat(end).st_mode
    except OSError:
        return ""
    return end if kinds.S_ISREG(mode) or kinds.S_ISDIR(mode) else ""


def _listed(path: str) -> list[os.DirEntry[str]]:
    try:
        return list(os.scandir(path))
    except OSError:
        return []


def _names(path: str) -> list[str]:
    try:
        return os.listdir(path) if path else []
    except OSError:
        return []
