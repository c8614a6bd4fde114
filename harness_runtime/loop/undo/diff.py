"""How a changed path was and how it is, as a unified diff of its text. Only reads. Cold.

Nothing is shown of what has no copy, so no secret: those are never copied. A link's text is its target, as in git.
"""

from __future__ import annotations

import difflib
import os
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from harness_runtime.loop.undo.changes import Change, content_path
from harness_runtime.loop.undo.git_copy import copy_object
from harness_runtime.session.entry import look, name_of, open_parent
from harness_runtime.session.undo import ABSENT, FILE, GIT, LINK, Record, UndoFolder

Told = Literal["diff", "same", "no_text", "binary", "too_large", "not_captured", "unreadable", "left_out"]

MAX_FILE = 1 << 20  # bytes of either side
MAX_FILE_LINES = 20_000
MAX_LINE = 2_000  # characters of a line that is shown
MAX_LINES = 2_000  # of one path's diff
MAX_ALL_LINES = 10_000
MAX_PATHS = 200
NO_NEWLINE = "\\ No newline at end of file"
_NOT_THERE = "/dev/null"


@dataclass(frozen=True)
class Diff:
    """`told`: "diff", or why there are no lines ("same": only the mode differs). `was` and `now`: a kind, its mode
    ("file 644", "link", "absent"). `lines` have no line ends, `cut` more are left out."""

    change: Change
    told: Told
    was: str
    now: str
    lines: tuple[str, ...] = ()
    added: int = 0
    removed: int = 0
    cut: int = 0


class _Unreadable(Exception):
    def __init__(self, told: Told) -> None:
        super().__init__(told)
        self.told = told


def diffs(undo: UndoFolder, changes: Sequence[Change]) -> Iterator[Diff]:
    """In the order of `changes`; together at most `MAX_ALL_LINES`, and of too many paths the last are left out."""
    left = MAX_ALL_LINES
    for number, change in enumerate(changes):
        found = _diff(undo, change, left) if number < MAX_PATHS else _without("left_out", change)
        left -= len(found.lines)
        yield found


def _diff(undo: UndoFolder, change: Change, left: int) -> Diff:
    if change.state == "not_captured":
        return _without("not_captured", change)
    try:
        before, after = _then(undo, change.record), _present(change)
    except _Unreadable as fault:
        return _without(fault.told, change)
    except OSError:
        return _without("unreadable", change)
    if before is None and after is None:
        return _without("no_text", change)
    if before == after:
        return _without("same", change)
    path = change.record.path
    lines = [
        line
        for each in difflib.unified_diff(
            before or [],
            after or [],
            _NOT_THERE if before is None else f"a/{path}",
            _NOT_THERE if after is None else f"b/{path}",
        )
        for line in _ended(each)
    ]
    shown = lines[: min(MAX_LINES, left)]
    return Diff(
        change,
        "diff",
        *_kinds(change),
        lines=tuple(_short(line) for line in shown),
        added=sum(line.startswith("+") for line in lines[2:]),
        removed=sum(line.startswith("-") for line in lines[2:]),
        cut=len(lines) - len(shown),
    )


def _without(told: Told, change: Change) -> Diff:
    return Diff(change, told, *_kinds(change))


def _kinds(change: Change) -> tuple[str, str]:
    record, now = change.record, change.now
    was = FILE if record.kind == GIT else record.kind
    return _kind(was, record.mode), _kind(now.kind, now.mode)


def _kind(kind: str, mode: int) -> str:
    return f"{kind} {mode:o}" if kind not in (LINK, ABSENT) and mode else kind


def _then(undo: UndoFolder, record: Record) -> list[str] | None:
    """Its lines; None for what has no text."""
    if record.kind == LINK:
        return _lines(os.fsencode(record.text))
    if record.kind not in (FILE, GIT):
        return None
    if record.size > MAX_FILE:
        raise _Unreadable("too_large")
    if record.kind == GIT:
        with tempfile.TemporaryFile() as file:
            copy_object(record.root, record.text, file.fileno())
            file.seek(0)
            return _lines(_read(file.fileno()))
    return _lines(_opened(os.open(content_path(undo, record), os.O_RDONLY | os.O_NOFOLLOW | os.O_CLOEXEC)))


def _present(change: Change) -> list[str] | None:
    """The same of what stands there, if it still is what was looked at."""
    record, now = change.record, change.now
    if now.kind == LINK:
        return _lines(os.fsencode(now.text))
    if now.kind == "other":
        raise _Unreadable("unreadable")
    if now.kind != FILE:
        return None
    if now.size > MAX_FILE:
        raise _Unreadable("too_large")
    folder = open_parent(record.root, record.path)
    try:
        name = name_of(record.path)
        flags = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
        raw = _opened(os.open(name, flags, dir_fd=folder))
        if look(name, folder).mark != now.mark:
            raise _Unreadable("unreadable")
    finally:
        os.close(folder)
    return _lines(raw)


def _opened(handle: int) -> bytes:
    try:
        return _read(handle)
    finally:
        os.close(handle)


def _read(handle: int) -> bytes:
    parts: list[bytes] = []
    left = MAX_FILE + 1
    while left > 0 and (part := os.read(handle, left)):
        parts.append(part)
        left -= len(part)
    if left <= 0:
        raise _Unreadable("too_large")
    return b"".join(parts)


def _lines(raw: bytes) -> list[str]:
    """With their line ends, which the last may lack: only a newline ends a line."""
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError:
        raise _Unreadable("binary") from None
    if "\0" in text:
        raise _Unreadable("binary")
    parts = text.split("\n")
    lines = [f"{part}\n" for part in parts[:-1]] + ([parts[-1]] if parts[-1] else [])
    if len(lines) > MAX_FILE_LINES:
        raise _Unreadable("too_large")
    return lines


def _ended(line: str) -> tuple[str, ...]:
    return (line[:-1],) if line.endswith("\n") else (line, NO_NEWLINE)


def _short(line: str) -> str:
    return line if len(line) <= MAX_LINE else f"{line[:MAX_LINE]}… +{len(line) - MAX_LINE}"
