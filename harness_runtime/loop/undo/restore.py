"""Putting paths back as they were: inside the workspace, following no link, each one whole or not at all. Cold.

A file is written beside its place and renamed over it. A kill in between leaves some paths put back and the others
not; the next rollback goes on from there.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Callable, Sequence
from contextlib import contextmanager, suppress
from typing import Literal

from harness_runtime.loop.undo.access import set_mode
from harness_runtime.loop.undo.changes import Change, content_path
from harness_runtime.loop.undo.git_copy import copy_object
from harness_runtime.session.entry import Look, look, name_of, open_folder, open_parent
from harness_runtime.session.undo import ABSENT, FOLDER, GIT, LINK, OURS, Record, UndoFolder, first_records

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

Outcome = Literal["restored", "deleted", "kept", "failed"]

_DEFAULT_FOLDER = 0o755
_CHUNK = 1 << 20


class NotAsSeen(OSError):
    """It is no longer what was looked at, or its copy is damaged: left as it is."""


def restore(undo: UndoFolder, changes: Sequence[Change]) -> dict[str, Outcome]:
    """Put these back; what became of each, by key. Call it under the undo folder's lock.

    A path that changes meanwhile is left alone, and a new folder that holds what the session did not make is kept.
    """
    return _Restoring(undo).run(sorted(changes, key=lambda change: change.path.count("/")))


class _Restoring:
    def __init__(self, undo: UndoFolder) -> None:
        self._undo = undo
        folders = [record for record in first_records(undo.records()) if record.kind == FOLDER]
        self._folder_modes = {(record.root, record.path): record.mode for record in folders}
        self._outcomes: dict[str, Outcome] = {}

    def run(self, changes: list[Change]) -> dict[str, Outcome]:
        for change in reversed(changes):
            if _must_go(change):
                self._attempt(change, self._remove, "deleted")
        for change in changes:
            if change.record.kind != ABSENT and self._outcomes.get(change.record.key, "deleted") == "deleted":
                self._attempt(change, self._build, "restored")
        for change in reversed(changes):
            if change.record.kind == FOLDER and self._outcomes[change.record.key] == "restored":
                self._attempt(change, self._set_mode, "restored")
        return self._outcomes

    def _attempt(self, change: Change, step: Callable[[Change], None], outcome: Outcome) -> None:
        try:
            step(change)
            self._outcomes[change.record.key] = outcome
        except OSError as error:
            kept = error.errno in (errno.ENOTEMPTY, errno.EEXIST)
            self._outcomes[change.record.key] = "kept" if kept else "failed"

    def _remove(self, change: Change) -> None:
        with _parent(change.record) as (name, folder):
            _check(look(name, folder), change.now)
            if change.now.kind == FOLDER:
                os.rmdir(name, dir_fd=folder)
            else:
                os.unlink(name, dir_fd=folder)
            self._note(change.record, name, folder)

    def _build(self, change: Change) -> None:
        record = change.record
        self._make_parents(record)
        with _parent(record) as (name, folder):
            present = look(name, folder)
            if present.kind != ABSENT:
                _check(present, change.now)
            if record.kind == FOLDER:
                if present.kind == ABSENT:
                    os.mkdir(name, 0o700, dir_fd=folder)
                    _own(record, name, folder)
            else:
                temporary = f".harness-undo-{record.key[:16]}"
                with suppress(FileNotFoundError):  # what a kill left
                    os.unlink(temporary, dir_fd=folder)
                try:
                    self._write(record, temporary, folder)
                    os.rename(temporary, name, src_dir_fd=folder, dst_dir_fd=folder)
                except BaseException:
                    with suppress(OSError):
                        os.unlink(temporary, dir_fd=folder)
                    raise
            self._note(record, name, folder)

    def _write(self, record: Record, name: str, folder: int) -> None:
        if record.kind == LINK:
            os.symlink(record.text, name, dir_fd=folder)
            _own(record, name, folder)
            return
        flags = os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
        target = os.open(name, flags, 0o600, dir_fd=folder)
        try:
            if record.kind == GIT:
                copy_object(record.root, record.text, target)
            else:
                _copy(content_path(self._undo, record), target)
            if os.fstat(target).st_size != record.size:
                raise NotAsSeen("the copy is damaged")
            _own(record, name, folder)
            os.fchmod(target, record.mode)
            os.fsync(target)
        finally:
            os.close(target)

    def _set_mode(self, change: Change) -> None:
        with _parent(change.record) as (name, folder):
            if look(name, folder).kind != FOLDER:
                raise NotAsSeen(change.path)
            set_mode(name, folder, change.record.mode)
            self._note(change.record, name, folder)

    def _make_parents(self, record: Record) -> None:
        """Folders on the way that are gone: as they are remembered, else with an ordinary mode."""
        names = record.path.split("/")[:-1]
        for depth in range(1, len(names) + 1):
            path = "/".join(names[:depth])
            folder = open_folder(record.root, path.rpartition("/")[0])
            try:
                os.mkdir(name_of(path), self._folder_modes.get((record.root, path), _DEFAULT_FOLDER), dir_fd=folder)
            except FileExistsError:
                continue
            finally:
                os.close(folder)

    def _note(self, record: Record, name: str, folder: int) -> None:
        """What is put back is the session's own doing: a later look must not take it for somebody else's."""
        self._undo.set_after(record.key, OURS, look(name, folder).mark)


def _must_go(change: Change) -> bool:
    """What stands there cannot be replaced in one step."""
    was, now = change.record.kind, change.now.kind
    return was == ABSENT or (now != ABSENT and (was == FOLDER) != (now == FOLDER))


def _check(present: Look, seen: Look) -> None:
    """A folder counts by being one: its mode may just have been opened for its owner."""
    if present.mark != seen.mark and not (present.kind == seen.kind == FOLDER):
        raise NotAsSeen("changed meanwhile")


@contextmanager
def _parent(record: Record) -> Iterator[tuple[str, int]]:
    folder = open_parent(record.root, record.path)
    try:
        yield name_of(record.path), folder
    finally:
        os.close(folder)


def _own(record: Record, name: str, folder: int) -> None:
    """Only root can give a file away; for others it is theirs already."""
    present = look(name, folder)
    if (present.uid, present.gid) != (record.uid, record.gid):
        with suppress(PermissionError):
            os.chown(name, record.uid, record.gid, dir_fd=folder, follow_symlinks=False)


def _copy(source: str, target: int) -> None:
    with open(source, "rb") as file:
        while chunk := file.read(_CHUNK):
            while chunk:
                chunk = chunk[os.write(target, chunk) :]
