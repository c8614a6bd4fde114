"""Bytecode that a run leaves in the granted trees: taken away, because nothing tells what it was made from.

Python believes a file in `__pycache__` that carries its source's time and size, whatever code it holds, and the
fingerprint does not count it. So the next command would test what the last one left there. What was there before
the run and is unchanged stays.
"""

from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from harness_runtime.confinement.writable import Writable

_OWNER_MAY = 0o700


def remove_changed(root: str, before: Writable, after: Writable) -> list[str]:
    """Remove what is new or changed, and folders that it leaves empty; returns what resists, relative to the root."""
    left = []
    folders = set()
    for path, mark in after.bytecode.items():
        if before.bytecode.get(path) == mark:
            continue
        folder = os.path.dirname(f"{root}/{path}")
        folders.add(folder)
        if not _removed(f"{root}/{path}", folder):
            left.append(path)
    for folder in folders:
        try:
            os.rmdir(folder)
        except OSError:  # something else is in it
            continue
    return left


def _removed(path: str, folder: str) -> bool:
    for _ in range(2):
        try:
            os.unlink(path)
        except FileNotFoundError:
            return True
        except OSError:
            try:
                os.chmod(folder, _OWNER_MAY)
            except OSError:
                return False
        else:
            return True
    return False
