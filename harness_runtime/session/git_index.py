"""What a git index says, without what git writes into it while it only reads. Cold.

`git status`, `git describe --dirty` and other readers refresh the index: they write the files' times and numbers
and their own caches anew (measured with git 2.39: of everything in `.git` they touch only this file). So the
digest is over paths, modes, object ids and flags, the things that only a change of the index changes.
"""

from __future__ import annotations

from hashlib import sha256

from harness_runtime.session.git_entries import NotUnderstood, entries

__all__ = ["NotUnderstood", "digest"]


def digest(raw: bytes) -> str:
    """Of the index in these bytes, in hex. Raises NotUnderstood."""
    whole = sha256()
    for entry in entries(raw):
        whole.update(entry.mode + entry.id + entry.flags + entry.name + b"\0")
    return whole.hexdigest()
