"""A host's settings file as it was before Harness came, so that leaving gives its bytes back.

Claude Code writes the whole file anew, in an order of its own, whenever a plugin comes or goes. What stood there
before is kept in the data folder, and counts while the file is the one that our own changes left: whatever anybody
else has changed since stays.
"""

from __future__ import annotations

import base64
import json
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path

from pydantic import BaseModel, ConfigDict, ValidationError

from harness_runtime.session.files import PRIVATE_FILE, make_private_folder, replace_file

RECORD = "host-settings.json"


class Kept(BaseModel):
    """`before`: base64 of the file's bytes, None where there was no file. `left`: SHA-256 of what we left there."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, defer_build=True)

    path: str
    before: str | None
    left: str


@contextmanager
def kept(path: Path | None, data: Path) -> Iterator[None]:
    """The host may change the file meanwhile, and no one else does. Raises OSError."""
    if path is None:
        yield
        return
    before = _bytes(path)
    known = _read(path, data)
    first = known.before if known is not None and known.left == _digest(before) else _told(before)
    try:
        yield
    finally:
        after = _bytes(path)
        if after != before or known is not None:
            make_private_folder(data)
            record = Kept(path=_name(path), before=first, left=_digest(after))
            replace_file(data / RECORD, record.model_dump_json().encode("utf-8"))


@contextmanager
def given_back(path: Path | None, data: Path) -> Iterator[None]:
    """Afterwards the file has the bytes that it had, where it says no more than they did. Raises OSError."""
    known = _read(path, data) if path is not None else None
    if path is None or known is None:
        yield
        return
    is_ours = known.left == _digest(_bytes(path))
    yield
    if is_ours:
        _give_back(path, None if known.before is None else base64.b64decode(known.before))
    (data / RECORD).unlink(missing_ok=True)


def _give_back(path: Path, before: bytes | None) -> None:
    after = _bytes(path)
    if after == before or _values(after) != _values(before) or _values(after) is None:
        return
    if before is None:
        path.unlink()
        return
    place = Path(os.path.realpath(path))  # a person's settings may be a link into their dotfiles
    mode = stat.S_IMODE(place.stat().st_mode) if after is not None else PRIVATE_FILE
    replace_file(place, before, mode)


def _values(raw: bytes | None) -> dict[str, object] | None:
    """What the file says, without what says nothing; None for no settings at all."""
    try:
        found = json.loads(raw if raw is not None else b"{}")
    except (ValueError, RecursionError):
        return None
    return {key: value for key, value in found.items() if value not in ({}, [])} if isinstance(found, dict) else None


def _read(path: Path, data: Path) -> Kept | None:
    try:
        record = Kept.model_validate_json((data / RECORD).read_bytes())
    except (OSError, ValidationError):
        return None
    return record if record.path == _name(path) else None


def _name(path: Path) -> str:
    """As JSON can hold it, whatever its bytes are."""
    return str(path).encode("utf-8", "backslashreplace").decode()


def _bytes(path: Path) -> bytes | None:
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return None


def _told(raw: bytes | None) -> str | None:
    return None if raw is None else base64.b64encode(raw).decode("ascii")


def _digest(raw: bytes | None) -> str:
    return sha256(raw).hexdigest() if raw is not None else ""
