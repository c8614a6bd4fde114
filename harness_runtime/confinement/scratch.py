"""Folders that a run needs: its private temporary one, and those of the Plan's trees that do not exist yet.

A kernel boundary can only grant what is there, so a missing folder of `build/**` is made empty beforehand, and taken
away afterwards when it is still empty. Where nothing can be written (a host's own sandbox) none is made.
"""

from __future__ import annotations

import os

from harness_runtime.boundary.decision import Places
from harness_runtime.boundary.paths import below, without_dots
from harness_runtime.boundary.patterns import first_match, first_rule
from harness_runtime.boundary.places import listed_only, never_writable
from harness_runtime.boundary.secrets import is_secret
from harness_runtime.confinement.globs import tree_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

_NAME = "harness-"
_PRIVATE = 0o700
_OWNER_MAY = 0o700


def make_temporary(environ: dict[str, str]) -> str:
    """A new private folder, absolute and resolved, or "" where none can be made. Its path is short: sockets are made
    in it."""
    for base in (environ.get("TMPDIR", ""), "/tmp", "/var/tmp", "/dev/shm"):
        if base.startswith("/"):
            path = f"{os.path.realpath(base)}/{_NAME}{os.urandom(5).hex()}"
            try:
                os.mkdir(path, _PRIVATE)
            except OSError:
                continue
            return path
    return ""


def remove_tree(path: str) -> None:
    """Remove the folder with all that is in it, closed folders too; links are not followed. What resists, stays."""
    left = [path]
    folders: list[str] = []
    while left:
        folder = left.pop()
        folders.append(folder)
        for entry in _entries(folder):
            if entry.is_dir(follow_symlinks=False):
                left.append(entry.path)
            else:
                _try(os.unlink, entry.path)
    for folder in reversed(folders):
        _try(os.rmdir, folder)


def _entries(folder: str) -> list[os.DirEntry[str]]:
    try:
        os.chmod(folder, _OWNER_MAY)
        return list(os.scandir(folder))
    except OSError:
        return []


def _try(work: Callable[[str], object], path: str) -> None:
    try:
        work(path)
    except OSError:
        return


def make_trees(root: str, globs: list[str], places: Places) -> list[str]:
    """Make the missing folders of trees whose path has no wildcard; returns the absolute paths, parents first."""
    made: list[str] = []
    for tree in filter(None, map(tree_of, globs)):
        if _may_stand(root, tree, places):
            made += _make(root, tree)
    return made


def make_on_path(root: str, globs: list[str], places: Places) -> list[str]:
    """Make the folders of PATH that are missing inside what is granted, so that they can be closed: programs that a
    command put there would be found outside. Returns the absolute paths, parents first."""
    made: list[str] = []
    for entry in places.path.split(":"):
        inside = below(root, without_dots(entry)) if entry.startswith("/") else None
        if inside and not os.path.lexists(f"{root}/{inside}") and first_match(globs, f"{inside}/x"):
            made += _make(root, inside)
    return made


def remove_empty(folders: list[str]) -> None:
    for folder in reversed(folders):
        _try(os.rmdir, folder)


def _may_stand(root: str, tree: str, places: Places) -> bool:
    path = f"{root}/{tree}"
    return not (
        never_writable(path, tree, places)
        or listed_only(tree)
        or is_secret(path, root, places)
        or first_rule([*places.rules.deny_write, *places.rules.listed_only], f"{tree}/x")
        or first_rule([*places.rules.deny_write, *places.rules.listed_only], tree)
    )


def _make(root: str, tree: str) -> list[str]:
    """Nothing when a link or a file is on the way."""
    missing: list[str] = []
    path = root
    for name in tree.split("/"):
        path = f"{path}/{name}"
        if not os.path.lexists(path):
            missing.append(path)
        elif os.path.islink(path) or not os.path.isdir(path):
            return []
    made = []
    for path in missing:
        try:
            os.mkdir(path)
        except OSError:
            break
        made.append(path)
    return made
