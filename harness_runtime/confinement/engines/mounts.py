"""From the places of a profile to bubblewrap's mounts: the outer ones first, so that the innermost entry decides.

Shared folders where services listen (/tmp, /run, XDG_RUNTIME_DIR) are replaced by empty ones, in which only those
entries stay that hold the command's folder, its programs or a place of the profile. A UNIX socket that listens
elsewhere at the start is covered by an empty file: a read-only mount would not keep anybody from connecting.
"""

from __future__ import annotations

import os
import stat

from harness_runtime.confinement.engines.places import HIDDEN, READABLE, TEMPORARY, WRITABLE, around, below

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

MASKED = "masked"
SHARED = ("/tmp", "/run")
MOST_MOUNTS = 2500  # bwrap takes no more than 9,000 words


class Mounts:
    """`words` for bwrap; `locked`: hidden folders, now empty ones; `private`: masked folders that may be written."""

    __slots__ = ("locked", "private", "words")

    def __init__(self, found: dict[str, str], needed: Iterable[str], runtime_folder: str, empty: str) -> None:
        """`needed`: paths that must stay visible wherever they are. `empty`: an empty file to cover files with."""
        self.words: list[str] = []
        self.locked: list[str] = []
        kinds = _kinds(found, needed, runtime_folder)
        for path, kind in kinds.items():
            self._mount(path, kind, around(path, kinds), empty)
        self.private = [
            path
            for path, kind in kinds.items()
            if kind == MASKED and not any(of == WRITABLE and below(each, path) for each, of in kinds.items())
        ]

    def _mount(self, path: str, kind: str, outer: str, empty: str) -> None:
        if kind == MASKED:
            self.words += ["--tmpfs", path]
        elif kind in (WRITABLE, TEMPORARY):
            self.words += ["--bind", path, path]
        elif kind == READABLE and outer not in ("", READABLE):
            self.words += ["--ro-bind", path, path]
        elif kind == HIDDEN and outer not in (MASKED, HIDDEN):
            if os.path.isdir(path):
                self.words += ["--tmpfs", path]
                self.locked.append(path)
            else:
                self.words += ["--ro-bind", empty, path]


def _kinds(found: dict[str, str], needed: Iterable[str], runtime_folder: str) -> dict[str, str]:
    needed = set(needed)
    shared = [path for path in (*SHARED, runtime_folder) if path and path not in needed]
    masked = [path for path in shared if os.path.isdir(path) and not os.path.islink(path)]
    kinds = dict.fromkeys(masked, MASKED)
    for path in needed:
        for folder in masked:
            if below(path, folder):
                kinds.setdefault(f"{folder}/{path[len(folder) + 1 :].partition('/')[0]}", READABLE)
    kinds.update(found)
    for path in sockets():
        if around(path, kinds) not in (MASKED, HIDDEN):
            kinds.setdefault(path, HIDDEN)
    return dict(sorted(kinds.items()))


def sockets() -> list[str]:
    """UNIX sockets that are bound to a path now, and that this user could find there."""
    try:
        with open("/proc/net/unix", encoding="utf-8", errors="surrogateescape") as lines:
            rows = [line.rstrip("\n").split(None, 7) for line in lines]
    except OSError:
        return []
    names = {os.path.realpath(row[7]) for row in rows if len(row) > 7 and row[7].startswith("/")}
    return sorted(filter(_is_socket, names))


def _is_socket(path: str) -> bool:
    try:
        return stat.S_ISSOCK(os.lstat(path).st_mode)
    except OSError:
        return False
