"""The call records of a session with the turns they belong to, oldest first, and why one was denied. Only reads."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from harness_runtime.messages.denials import say
from harness_runtime.session.calls import RECORD_BYTES
from harness_runtime.session.layout import run_folder

MOST = 50_000  # calls of a session; the newest count


@dataclass(frozen=True)
class Recorded:
    """`turn` is the name of the file: the turn itself, or the hash of a long or odd one."""

    turn: str
    at: str
    fields: dict[str, Any]


def recorded_calls(data: str, session_id: str, most: int = MOST) -> tuple[list[Recorded], int]:
    """The newest `most` in the order of time, and how many older ones were not read. Raises OSError."""
    folder = f"{run_folder(data, session_id)}/turns"
    try:
        files = [(entry.stat().st_mtime_ns, entry.name, entry.stat().st_size) for entry in os.scandir(folder)]
    except FileNotFoundError:
        return [], 0
    found: list[Recorded] = []
    left_out = 0
    for _, turn, size in sorted(files, reverse=True):
        room = max(0, most - len(found))
        count = size // RECORD_BYTES
        left_out += max(0, count - room)
        if room:
            found += _tail(f"{folder}/{turn}", turn, min(room, count))
    return sorted(found, key=lambda call: call.at), left_out


def _tail(path: str, turn: str, count: int) -> Iterator[Recorded]:
    """The last `count` whole records; what cannot be read is left out."""
    handle = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_CLOEXEC)
    with os.fdopen(handle, "rb") as file:
        whole = file.seek(0, os.SEEK_END) // RECORD_BYTES
        file.seek(max(0, whole - count) * RECORD_BYTES)
        raw = file.read(count * RECORD_BYTES)
    for start in range(0, len(raw), RECORD_BYTES):
        try:
            fields = json.loads(raw[start : start + RECORD_BYTES])
        except (ValueError, RecursionError):
            continue
        if isinstance(fields, dict):
            yield Recorded(turn, str(fields.get("at", "")), fields)


def denial(call: Mapping[str, str], phase: str, root: str, allowed: Sequence[str], language: str) -> str:
    """The sentence of a denied call, made again from what its record keeps and where the run stood."""
    subject = call["subject"]
    if call["rule"] == "child":  # its record names the call, its sentence speaks of the agent
        subject = call["agent"] or "agent_id"
    paths = ", ".join(allowed)
    return say(language, call["rule"], phase, subject=subject, tool=call["tool"], root=root, allowed=paths)
