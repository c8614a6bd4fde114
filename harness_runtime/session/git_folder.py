"""Which git folder belongs to a workspace, found as git finds it, without running git. Cold.

What is found at activation is the person's: later on, a command may count as a read of git only when its own
discovery ends at the same folder.
"""

from __future__ import annotations

import os

_MAX_POINTER = 8192


def find_git_folder(root: str) -> str | None:
    """The absolute, resolved git folder of the repository that `root` lies in, None where there is none.

    The nearest `.git` upward decides, also when it is broken. A bare repository on the way is none: git would read
    its configuration, and anybody who can write there could have put it there. As git does, the search ends where
    another file system begins.
    """
    folder = os.path.realpath(root)
    try:
        device = os.stat(folder).st_dev
        while os.stat(folder).st_dev == device:
            entry = f"{folder.rstrip('/')}/.git"
            if os.path.lexists(entry):
                return _git_folder(entry)
            if _is_git_folder(folder) or folder == "/":
                return None
            folder = os.path.dirname(folder)
    except OSError:
        return None
    return None


def _git_folder(entry: str) -> str | None:
    """What `.git` stands for: a folder, or a file that names one (a worktree, a submodule)."""
    found = entry if os.path.isdir(entry) else _pointed(entry)
    return os.path.realpath(found) if found is not None and _is_git_folder(found) else None


def _pointed(entry: str) -> str | None:
    if not os.path.isfile(entry):
        return None
    with open(entry, "rb") as file:
        text = file.read(_MAX_POINTER + 1)
    if len(text) > _MAX_POINTER or not text.startswith(b"gitdir: "):
        return None
    try:
        target = text.removeprefix(b"gitdir: ").rstrip(b"\r\n").decode("utf-8")
    except UnicodeDecodeError:
        return None
    return os.path.join(os.path.dirname(entry), target) if target and "\0" not in target else None


def _is_git_folder(folder: str) -> bool:
    """As git tells one: HEAD, and objects and refs of its own or of the repository that it shares."""
    if not os.path.lexists(f"{folder}/HEAD"):
        return False
    return os.path.exists(f"{folder}/commondir") or all(
        os.path.isdir(f"{folder}/{name}") for name in ("objects", "refs")
    )
