"""One value for the boundary's files: content, permissions and links. Equal values say that nothing changed between.

Files that the write boundary covers count, except scratch paths, never-writable places, secrets, and the bytecode in
`__pycache__`, of which a run leaves none behind. Content is hashed, because a size or a time that a program may set
is no proof that it stayed the same. What that may cost is bounded: a file above MAX_FILE, and whatever comes after
MAX_FILES files or MAX_BYTES of content, counts by its size, its inode, and the time of change that the system keeps
and no program sets: the same content written anew counts as changed there. Folders do not count.
"""

from __future__ import annotations

import os
import stat as kinds

from harness_runtime.boundary.folding import fold
from harness_runtime.boundary.places import NEVER, is_bytecode
from harness_runtime.boundary.secrets import secret_name
from harness_runtime.confinement.globs import States, begin, is_whole_tree, step
from harness_runtime.session.layout import sha256

MAX_FILE = 32 << 20
MAX_BYTES = 256 << 20
MAX_FILES = 20_000

_LEFT_OUT = frozenset(NEVER)
_CHUNK = 1 << 20  # what is not larger is not worth the import of a faster hash


def fingerprint(root: str, patterns: list[str], scratch: list[str]) -> str:
    """64 hex digits over what lies below `root` and is covered by `patterns` and not by `scratch`.

    What vanishes meanwhile counts as absent. A file that cannot be read counts as a large one does; over a folder
    that cannot be, no two values are equal. Nothing is raised for it.
    """
    return _Reader().read(root, begin(patterns), begin(scratch))


class _Reader:
    def __init__(self) -> None:
        self._lines: list[bytes] = []
        self._files = MAX_FILES
        self._bytes = MAX_BYTES

    def read(self, root: str, covered: States, scratch: States) -> str:
        waiting = [(root, "", covered, scratch)]
        while waiting:
            path, relative, covered, scratch = waiting.pop()
            for entry in self._sorted(path, relative):
                name = fold(entry.name)
                if name in _LEFT_OUT or secret_name(entry.name) or is_bytecode(f"{relative}/{entry.name}"):
                    continue
                is_covered, inner = step(covered, entry.name)
                is_scratch, inner_scratch = step(scratch, entry.name) if scratch else (False, ())
                here = f"{relative}/{entry.name}" if relative else entry.name
                if entry.is_dir(follow_symlinks=False):
                    if inner and not is_whole_tree(inner_scratch):
                        waiting.append((entry.path, here, inner, inner_scratch))
                elif is_covered and not is_scratch:
                    self._entry(entry, here)
        return sha256(b"\n".join(self._lines))

    def _sorted(self, path: str, relative: str) -> list[os.DirEntry[str]]:
        try:
            return sorted(os.scandir(path), key=lambda entry: entry.name)
        except FileNotFoundError:
            return []
        except OSError:
            self._add(relative, os.urandom(16).hex())
            return []

    def _entry(self, entry: os.DirEntry[str], relative: str) -> None:
        try:
            status = entry.stat(follow_symlinks=False)
            if kinds.S_ISLNK(status.st_mode):
                self._add(relative, "link", os.readlink(entry.path))
            elif kinds.S_ISREG(status.st_mode):
                self._add(relative, f"{status.st_mode & 0o7777:o}", self._content(entry.path, status))
            else:
                self._add(relative, "special")
        except FileNotFoundError:
            return
        except OSError:
            self._add(relative, os.urandom(16).hex())

    def _content(self, path: str, status: os.stat_result) -> str:
        by_status = f"{status.st_size} {status.st_ino} {status.st_ctime_ns}"
        self._files -= 1
        if self._files < 0 or status.st_size > min(MAX_FILE, self._bytes):
            return by_status
        self._bytes -= status.st_size
        try:
            handle = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
        except PermissionError:
            return by_status
        try:
            return _digest_of(handle)
        finally:
            os.close(handle)

    def _add(self, *fields: str) -> None:
        self._lines.append(b"\0".join(map(os.fsencode, fields)))


def _digest_of(handle: int) -> str:
    """At most MAX_FILE bytes, should the file grow meanwhile."""
    chunk = os.read(handle, _CHUNK)
    if len(chunk) < _CHUNK:
        return sha256(chunk)
    from hashlib import sha256 as fast

    digest = fast()
    left = MAX_FILE
    while chunk and left > 0:
        digest.update(chunk[:left])
        left -= len(chunk)
        chunk = os.read(handle, _CHUNK)
    return digest.hexdigest()
