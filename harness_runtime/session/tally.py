"""What may happen only so often in a turn, counted on disk: one append-only file a turn, one record of fixed size
each time. Cold.

The record is on disk before anything comes of it: a kill in between costs one of the times, and never adds one.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Literal

from harness_runtime.session.files import sync_folder
from harness_runtime.session.layout import folder_name, run_folder

RECORD_BYTES = 32

Kind = Literal["sent_back", "sent_on", "model_calls"]  # by verification; by whatever; questions to models


def times(data: str, session_id: str, kind: Kind, turn: str) -> int:
    """Raises OSError when the turn's file is there and cannot be looked at."""
    try:
        size = os.lstat(_path(data, session_id, kind, turn)).st_size
    except FileNotFoundError:
        return 0
    return -(-size // RECORD_BYTES)  # what a full disk took only in part counts


def count(data: str, session_id: str, kind: Kind, turn: str, at: str) -> None:
    """One more. `at`: ISO 8601, UTC. Raises OSError when it is not on disk."""
    path = _path(data, session_id, kind, turn)
    _make(path.parent)
    flags = os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_NOFOLLOW | os.O_CLOEXEC
    handle = os.open(path, flags, 0o600)
    try:
        line = at.encode("ascii")[: RECORD_BYTES - 1].ljust(RECORD_BYTES - 1) + b"\n"
        if os.write(handle, line) != len(line):
            raise OSError("record written in part")
        os.fsync(handle)
    finally:
        os.close(handle)
    sync_folder(path.parent)


def _make(folder: Path) -> None:
    try:
        os.mkdir(folder, 0o700)
    except FileExistsError:
        return
    sync_folder(folder.parent)


def _path(data: str, session_id: str, kind: Kind, turn: str) -> Path:
    return Path(run_folder(data, session_id), kind, folder_name(turn))
