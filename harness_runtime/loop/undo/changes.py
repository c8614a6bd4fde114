"""What a session has changed and what can be put back: each path then and now. Cold.

Source: harness contract, Undo. What somebody else has changed since is told and kept: only `--force` overwrites it.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from time import monotonic
from typing import Literal

from harness_runtime.boundary.patterns import first_match
from harness_runtime.loop.first_copy import expand, with_folders
from harness_runtime.loop.undo import bounds
from harness_runtime.loop.undo.git_objects import GitObjects, blob_id
from harness_runtime.loop.undo.walk import Walk
from harness_runtime.session.entry import NOTHING, Look, look_below, look_or_nothing, name_of, open_parent
from harness_runtime.session.git_folder import find_git_folder
from harness_runtime.session.undo import (
    ABSENT,
    FILE,
    FOLDER,
    GIT,
    LINK,
    MISSED,
    MIXED,
    OURS,
    Call,
    Record,
    UndoFolder,
    first_records,
)

State = Literal["restorable", "changed_since", "not_captured"]
Action = Literal["restore", "delete", "none"]

SINCE, UNFINISHED, OUT_OF_REACH = "since", "unfinished", "out_of_reach"  # why it is "changed_since", beside "mixed"
DAMAGED, OBJECT_GONE = "damaged", "object_gone"  # why a captured path is "not_captured" after all
EVERYTHING = "."  # the path that stands for what could not be looked at in time

WALK_SECONDS = 2.0
_CHUNK = 1 << 20


@dataclass(frozen=True)
class Change:
    """A path that the session has changed and that is not as it was. `why` is a code of `messages.loop.UNDO_REASONS`,
    "" for what is restorable. `now` is how it looked when this was found out."""

    record: Record
    state: State
    why: str
    now: Look

    @property
    def path(self) -> str:
        return self.record.path or EVERYTHING

    @property
    def action(self) -> Action:
        """What putting it back would do."""
        if self.state == "not_captured":
            return "none"
        return "delete" if self.record.kind == ABSENT else "restore"


def look_at(undo: UndoFolder) -> list[Change]:
    """Every path that the session has changed and that is not as it was, sorted by path. Raises OSError for the undo
    folder's own files only."""
    records = first_records(undo.records())
    found = _Changes(undo)
    changes = [change for record in records if (change := found.of(record)) is not None]
    changes += found.without_record(frozenset((record.root, record.path) for record in records))
    return sorted(changes, key=lambda change: (change.record.root, change.record.path))


class _Changes:
    def __init__(self, undo: UndoFolder) -> None:
        self._undo = undo
        self._calls = [(call, expand(call.root, call.paths)) for call in undo.calls()]
        self._objects: dict[str, GitObjects | None] = {}

    def without_record(self, known: frozenset[tuple[str, str]]) -> Iterator[Change]:
        """What a call may have made whose end no hook saw. Nobody knows, so it is told and stays."""
        unknown: dict[tuple[str, str], Look] = {}
        for call, paths in self._calls:
            unknown.update({(call.root, path): look_or_nothing(call.root, path) for path in paths})
            walk = Walk(call.root, call.globs, monotonic() + WALK_SECONDS, bounds.MAX_ENTRIES)
            unknown.update({(call.root, path): here for path, here in walk.found.items()})
        for (root, path), here in unknown.items():
            if (root, path) not in known and here.kind != ABSENT:
                yield Change(Record(MISSED, root, path, NOTHING.mark), "not_captured", UNFINISHED, here)

    def of(self, record: Record) -> Change | None:
        if not record.path:
            return Change(record, "not_captured", record.why, Look(ABSENT))
        whose, last = self._undo.after(record.key)
        running = _may_change(self._calls, record)
        try:
            now = look_below(record.root, record.path)
        except OSError:  # no right to look, or a link on the way
            return Change(record, "changed_since", OUT_OF_REACH, Look("other")) if whose or running else None
        unseen = running and now.mark != (last or record.mark)
        if whose not in (OURS, MIXED) and not unseen:
            return None  # somebody else's change, or none at all
        if is_as_before(self._undo, record, now):
            return None
        if record.kind == MISSED:
            return Change(record, "not_captured", record.why, now)
        if why := self._lost(record):
            return Change(record, "not_captured", why, now)
        if whose == OURS and (now.mark == last or _is_remade(record, now, last)):
            return Change(record, "restorable", "", now)
        return Change(record, "changed_since", MIXED if whose == MIXED else UNFINISHED if unseen else SINCE, now)

    def _lost(self, record: Record) -> str:
        """Why a copy that was taken is of no use any more."""
        if record.kind == FILE and _copy_size(self._undo, record) != record.size:
            return DAMAGED
        if record.kind == GIT:
            objects = self._objects_of(record.root)
            if objects is None or not objects.has(bytes.fromhex(record.text)):
                return OBJECT_GONE
        return ""

    def _objects_of(self, root: str) -> GitObjects | None:
        if root not in self._objects:
            folder = find_git_folder(root)
            self._objects[root] = GitObjects(folder, root) if folder else None
        return self._objects[root]


def _may_change(calls: Iterable[tuple[Call, list[str]]], record: Record) -> bool:
    return any(
        call.root == record.root
        and (record.path in with_folders(paths) or bool(first_match(call.globs, record.path)))
        for call, paths in calls
    )


def _is_remade(record: Record, now: Look, last: str) -> bool:
    """A folder that the session removed stands there again: a rollback that was cut short made it, or it is only its
    mode that somebody else could miss."""
    return record.kind == FOLDER == now.kind and last == NOTHING.mark


def is_as_before(undo: UndoFolder, record: Record, now: Look) -> bool:
    match record.kind:
        case "absent":
            return now.kind == ABSENT
        case "link":
            return now.kind == LINK and now.text == record.text
        case "folder":
            return now.kind == FOLDER and now.mode == record.mode
        case "file" | "git":
            return (
                now.kind == FILE
                and (now.mode, now.size) == (record.mode, record.size)
                and _has_its_bytes(undo, record)
            )
    return now.mark == record.mark


def content_path(undo: UndoFolder, record: Record) -> str:
    return f"{undo.path}/content/{record.key}"


def _copy_size(undo: UndoFolder, record: Record) -> int:
    try:
        return os.lstat(content_path(undo, record)).st_size
    except OSError:
        return -1


def _has_its_bytes(undo: UndoFolder, record: Record) -> bool:
    """Is the file, byte by byte, what it was?"""
    try:
        folder = open_parent(record.root, record.path)
        try:
            present = os.open(name_of(record.path), os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK, dir_fd=folder)
        finally:
            os.close(folder)
        with os.fdopen(present, "rb") as now:
            if record.kind == GIT:
                return blob_id(now.fileno(), record.size, len(record.text) // 2).hex() == record.text
            with open(content_path(undo, record), "rb") as then:
                while chunk := then.read(_CHUNK):
                    if chunk != now.read(len(chunk)):
                        return False
                return not now.read(1)
    except OSError:
        return False
