"""The owner's rights on the folders on the way to what is put back, for as long as it takes. Cold.

A command may have taken them away; without them an ordinary user can neither look at nor replace what lies inside.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from typing import NamedTuple

from harness_runtime.session.entry import look, name_of, open_parent
from harness_runtime.session.undo import FOLDER

OWNER = 0o700
_O_PATH = getattr(os, "O_PATH", os.O_RDONLY)


class Opened(NamedTuple):
    """A folder whose owner has more rights for now; `mode` is the one to put back."""

    inode: int
    mode: int


OpenedFolders = dict[tuple[str, str], Opened]  # by root and path


@contextmanager
def owner_access(paths: Iterable[tuple[str, str]]) -> Iterator[OpenedFolders]:
    """`paths`: pairs of a root and what is below it. What is taken out of the yielded folders keeps the mode that it
    has by then; so does a folder whose mode somebody else has changed meanwhile."""
    opened: OpenedFolders = {}
    try:
        for root, path in sorted(_folders(paths), key=lambda folder: folder[1].count("/")):
            with suppress(OSError):
                if found := _open(root, path):
                    opened[root, path] = found
        yield opened
    finally:
        for (root, path), folder in reversed(opened.items()):
            with suppress(OSError):
                _close(root, path, folder)


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


def _open(root: str, path: str) -> Opened | None:
    parent = open_parent(root, path)
    try:
        here = look(name_of(path), parent)
        if here.kind != FOLDER or here.uid != os.geteuid() or here.mode & OWNER == OWNER:
            return None
        set_mode(name_of(path), parent, here.mode | OWNER)
        return Opened(here.inode, here.mode)
    finally:
        os.close(parent)


def _close(root: str, path: str, folder: Opened) -> None:
    parent = open_parent(root, path)
    try:
        here = look(name_of(path), parent)
        if here.inode == folder.inode and here.mode == folder.mode | OWNER:
            set_mode(name_of(path), parent, folder.mode)
    finally:
        os.close(parent)
