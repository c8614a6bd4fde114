"""First copies of a whole boundary before a confined command, and what the command has changed. Hot, cold afterwards.

What a confined command will touch is not known beforehand, so everything that it may touch is looked at; what has a
record already costs a look only. Files that git holds word for word are kept as their object's id. When not all could
be looked at in time, a line says so, and what is found later on may not be how it was.
"""

from __future__ import annotations

from time import monotonic

from harness_runtime.boundary.patterns import first_match
from harness_runtime.loop.first_copy import made_record, note_path, recheck
from harness_runtime.loop.undo import bounds
from harness_runtime.loop.undo.walk import Walk
from harness_runtime.session.undo import (
    INCOMPLETE,
    OURS,
    Record,
    UndoFolder,
    first_records,
    key_of,
    line_of,
    marks,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

AFTER_SECONDS = 2.0


class Captured:
    """`missed`: files without a copy, with their reasons. `complete`: everything was looked at."""

    __slots__ = ("complete", "missed")

    def __init__(self, missed: list[Record], complete: bool) -> None:
        self.missed = missed
        self.complete = complete


def capture_boundary(
    undo: UndoFolder,
    root: str,
    globs: list[str],
    run: str,
    call: str,
    is_secret: Callable[[str], bool],
    git_dir: str = "",
) -> Captured:
    """Keep first copies of all that the globs cover, in their order, within the bounds of a call.

    `is_secret` judges absolute paths; a secret is not copied, and no command can write it. The rest as in `capture`.
    Raises OSError when no record can be written.
    """
    missed: list[Record] = []
    with undo:
        present = undo.records()
        walk = Walk(root, globs, monotonic() + bounds.CALL_SECONDS, bounds.MAX_ENTRIES)
        known = marks(present)
        fresh: list[str] = []
        for path, here in walk.found.items():
            first = known.get(key_of(root, path))
            if first is not None:
                recheck(undo, root, path, first, here.mark)
            elif not is_secret(f"{root}/{path}"):
                fresh.append(path)
        if fresh or not walk.complete:
            missed = _take(undo, present, root, run, git_dir, fresh, walk)
        undo.begin_call(call, root, [], globs)
    return Captured(missed, walk.complete)


def _take(
    undo: UndoFolder, present: bytes, root: str, run: str, git_dir: str, fresh: list[str], walk: Walk
) -> list[Record]:
    from harness_runtime.loop.undo.copies import Copies  # not for the second look at the same boundary

    copies = Copies(undo, present, root, run, git_dir)
    copies.deadline = walk.deadline
    copies.prefers_objects = True
    for path in fresh:
        copies.take_new(path)
    if not walk.complete:
        copies.miss_the_rest()
    copies.save()
    copies.close()
    return copies.missed


def note_boundary(undo: UndoFolder, call: str, is_secret: Callable[[str], bool]) -> bool:
    """The confined command is over: remember what it changed, made and removed. False when not all was looked at."""
    if undo.call(call) is None:
        return True
    with undo:
        found = undo.call(call)
        if found is None:  # noted by another hook meanwhile
            return True
        root, globs = found.root, found.globs
        present = undo.records()
        walk = Walk(root, globs, monotonic() + AFTER_SECONDS, bounds.MAX_ENTRIES)
        known = marks(present)
        keys = {path: key_of(root, path) for path in walk.found}
        made = [path for path, key in keys.items() if key not in known and not is_secret(f"{root}/{path}")]
        seen_all = not line_of(present, INCOMPLETE)
        records = [made_record(root, path, present, "" if seen_all else bounds.LATE) for path in made]
        if not walk.complete and seen_all:
            records.append(made_record(root, "", present, bounds.TOO_MANY))
        if records:
            undo.append(records, present)
        for path in made:
            undo.set_after(keys[path], OURS, walk.found[path].mark)
        for record in first_records(present):
            if record.root == root and record.path and first_match(globs, record.path):
                note_path(undo, root, record.path, record.mark)
        undo.end_call(call)
    return walk.complete
