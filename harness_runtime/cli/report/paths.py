"""The paths that a run was let to change, and how each stands now against how it was. Only reads."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable

from harness_runtime.boundary.patterns import first_match
from harness_runtime.cli.contracts.report import BoundaryRow, CallRow, Change, PathRow
from harness_runtime.loop.undo.changes import Change as Found
from harness_runtime.loop.undo.changes import look_at
from harness_runtime.session.store import Store
from harness_runtime.session.undo import ABSENT, Record, UndoFolder, first_records

WROTE = ("inside_boundary",)  # rules that let a write pass; its record names the paths


def paths(store: Store, root: str, run_id: str, boundary: BoundaryRow | None, calls: list[CallRow]) -> list[PathRow]:
    """Sorted by path. Raises OSError for the undo folder's own files."""
    written = Counter(path for call in calls if call.rule in WROTE for path in _named(call.subject, root))
    undo = UndoFolder(store.data, store.session_id)
    kept = {record.path: record for record in first_records(undo.records()) if record.root == root}
    found = {change.record.path: change for change in look_at(undo) if change.record.root == root}
    of_run = {path for path, change in found.items() if path and change.record.run in (run_id, "")}
    globs = boundary.paths if boundary else []
    return [
        _row(path, written[path], found.get(path), kept.get(path), root, globs)
        for path in sorted({*written, *of_run})
    ]


def _named(subject: str, root: str) -> Iterable[str]:
    """An allowed write's record lists its targets; a long list is cut, and what is cut is no path."""
    for part in subject.split(", "):
        path = part.removeprefix(f"{root}/")
        if path and "…" not in path and not path.startswith("/"):
            yield path


def _row(path: str, calls: int, found: Found | None, record: Record | None, root: str, globs: list[str]) -> PathRow:
    return PathRow(
        path=path,
        inside=bool(first_match(globs, path)),
        calls=calls,
        change=_change(path, found, record, root),
        undo=found.state if found else "",
        why=found.why if found else "",
    )


def _change(path: str, found: Found | None, record: Record | None, root: str) -> Change:
    if found is None:
        return "as_before" if record is not None else "unknown"
    if found.record.kind == ABSENT:
        return "created"
    if found.now.kind == ABSENT and not os.path.lexists(f"{root}/{path}"):
        return "deleted" if found.state != "not_captured" else "unknown"
    return "changed" if found.state != "not_captured" else "unknown"
