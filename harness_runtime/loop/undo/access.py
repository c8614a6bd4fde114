"""The owner's rights on the folders on the way to what is put back, for as long as it takes. Cold.

A command may have taken them away; without them an ordinary user can neither look at nor replace what lies inside.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from typing import NamedTuple

from harness_runtime.loop.undo.entry import look, name_of, open_parent
from harness_runtime.session.undo import FOLDER

OWNER = 0o700
_O_PATH = getattr(os, "O_PATH", os.O_RDONLY)


class _Opened(NamedTuple):
    root: str
    path: str
    inode: int
    mode: int


@contextmanager
def owner_access(paths: Iterable[tuple[str, str]]) -> Iterator[None]:
    """`paths`: pairs of a root and what is below it. A mode that somebody has changed meanwhile stays."""
    opened: list[_Opened] = []
    try:
        for root, path in sorted(_folders(paths), key=lambda folder: folder[1].count("/")):
            with suppress(OSError):
                opened += _open(root, path)
        yield
    finally:
        for folder in reversed(opened):
            with suppress(OSError):
                _close(folder)


def set_mode(name: str, folder: int, mode: int) -> None:
    """chmod of the entry itself, which is no link. Raises OSError."""
    if os.chmod in os.supports_follow_symlinks:
        os.chmod(name, mode, dir_fd=folder, follow_symlinks=False)
        return
    entry = os.open(name, _O_PATH | os.O_NOFOLLOW | os.O_CLOEXEC, dir_fd=folder)
    try:
        os.chmod(f"/proc/self/fd/{entry}", mode)
    finally:
        os.close(entry)


def _folders(paths: Iterable[tuple[str, str]]) -> set[tuple[str, str]]:
    """Every folder on the way, and the paths themselves: they may be folders."""
    found = set()
    for root, path in paths:
        while path:
            found.add((root, path))
            path = path.rpartition("/")[0]
    return found


def _open(root: str, path: str) -> list[_Opened]:
    parent = open_parent(root, path)
    try:
        here = look(name_of(path), parent)
        if here.kind != FOLDER or here.uid != os.geteuid() or here.mode & OWNER == OWNER:
            return []
        set_mode(name_of(path), parent, here.mode | OWNER)
        return [_Opened(root, path, here.inode, here.mode)]
    finally:
        os.close(parent)


def _close(folder: _Opened) -> None:
    parent = open_parent(folder.root, folder.path)
    try:
        here = look(name_of(folder.path), parent)
        if here.inode == folder.inode and here.mode == folder.mode | OWNER:
            set_mode(name_of(folder.path), parent, folder.mode)
    finally:
        os.close(parent)
