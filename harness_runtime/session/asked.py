"""What a person asked for in the present turn, in asked.json of the session's folder: private, bounded, and kept only
while somebody wants to know at the turn's end (contract: Loop guards). Cold."""

from __future__ import annotations

import os
from pathlib import Path

from pydantic import Field, ValidationError

from harness_runtime.session.files import replace_file
from harness_runtime.session.layout import run_folder
from harness_runtime.session.sealed import read_file
from harness_runtime.session.state import Stored

MAX_TEXT = 32_000  # characters; of a longer prompt its beginning and its end
MAX_FILE = 1 << 20


class AskedFor(Stored):
    turn: str
    at: str  # ISO 8601, UTC
    text: str
    notes: list[str] = Field(default=[])  # of the person, that came with it


def _path(data: str, session_id: str) -> str:
    return f"{run_folder(data, session_id)}/asked.json"


def note_request(data: str, session_id: str, turn: str, text: str, at: str, notes: list[str]) -> None:
    """Raises OSError."""
    asked = AskedFor(turn=turn, at=at, text=_bounded(text), notes=list(map(_bounded, notes)))
    replace_file(Path(_path(data, session_id)), asked.model_dump_json().encode("utf-8") + b"\n")


def request_of(data: str, session_id: str, turn: str) -> AskedFor | None:
    """None when no person's prompt opened this turn, or what was noted of it cannot be read."""
    try:
        asked = AskedFor.model_validate_json(read_file(_path(data, session_id), MAX_FILE))
    except (OSError, ValueError, ValidationError):
        return None
    return asked if turn and asked.turn == turn else None


def forget_request(data: str, session_id: str) -> None:
    """Nobody wants to know. Raises OSError."""
    try:
        os.unlink(_path(data, session_id))
    except FileNotFoundError:
        return


def _bounded(text: str) -> str:
    """As UTF-8 can carry it: a terminal passes on bytes that are none."""
    clean = text.encode("utf-8", "replace").decode("utf-8")
    return clean if len(clean) <= MAX_TEXT else f"{clean[: MAX_TEXT // 2]}\n[…]\n{clean[-MAX_TEXT // 2 :]}"
