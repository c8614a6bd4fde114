"""The newest part of a host's transcript, a file that may be large and is never trusted for authority. Cold."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from typing import Any

MAX_LINE = 1 << 20


def tail_lines(path: str, size: int, end: int | None = None) -> list[bytes]:
    """The whole lines in the last `size` bytes of the file, or of what is before `end` in it; none of a file that
    cannot be read."""
    try:
        handle = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    except (OSError, ValueError):
        return []
    try:
        with os.fdopen(handle, "rb") as file:
            whole = file.seek(0, os.SEEK_END)
            stop = whole if end is None else min(end, whole)
            begin = max(0, stop - size)
            file.seek(begin)
            lines = file.read(stop - begin).split(b"\n")
    except OSError:
        return []
    return lines[1:] if begin else lines


def tail_records(
    path: str, size: int, marks: tuple[bytes, ...], *, newest_first: bool = False
) -> Iterator[dict[str, Any]]:
    """The JSON objects among these lines that hold one of the marks; what is none is passed over."""
    lines = tail_lines(path, size)
    for line in reversed(lines) if newest_first else lines:
        if len(line) > MAX_LINE or not any(mark in line for mark in marks):
            continue
        try:
            record = json.loads(line)
        except (ValueError, RecursionError):
            continue
        if isinstance(record, dict):
            yield record
