"""From the places of a profile to bubblewrap's mounts: the outer ones first, so that the innermost entry decides.

A UNIX socket that listens somewhere at the start is covered by an empty file: a read-only mount would keep nobody
from connecting. Where each connection is asked about anyway (see linux/sockets) that is a second bar.
"""

from __future__ import annotations

import os
import stat

from harness_runtime.confinement.engines.places import (
    HIDDEN,
    MASKED,
    READABLE,
    TEMPORARY,
    WRITABLE,
    around,
    below,
)

MOST_MOUNTS = 2500  # bwrap takes no more than 9,000 words


class Mounts:
    """`words` for bwrap; `locked`: hidden folders, now empty ones; `private`: masked folders that may be written."""

    __slots__ = ("locked", "private", "words")

    def __init__(self, kinds: dict[str, str], empty: str) -> None:
        """`kinds`: the places with the shared folders. `empty`: an empty file to cover files with."""
        self.words: list[str] = []
        self.locked: list[str] = []
        kinds = dict.fromkeys(_open_sockets(kinds), HIDDEN) | kinds
        kinds = dict(sorted((dict.fromkeys(_holders(kinds), WRITABLE) | kinds).items()))
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


def _holders(kinds: dict[str, str]) -> list[str]:
    """Writable folders that hold a closed place somewhere below. Mounted by themselves they cannot be renamed: the
    place would go with them, to a name that no rule closes, and leave its own name free."""
    found: list[str] = []
    for path in (path for path, kind in kinds.items() if kind in (READABLE, HIDDEN)):
        between: list[str] = []
        folder = os.path.dirname(path)
        while folder not in kinds and folder != "/":
            between.append(folder)
            folder = os.path.dirname(folder)
        if kinds.get(folder) == WRITABLE:
            found += between
    return found


def _open_sockets(kinds: dict[str, str]) -> list[str]:
    return [path for path in sockets() if around(path, kinds) not in (MASKED, HIDDEN)]


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
