"""ledger.jsonl: every transition and every gate answer, each record with the hash of the one before. Cold.

A record is one line of compact JSON with sorted keys; its hash is the SHA-256 of that line without the newline.
state.json holds the head (index, hash, length in bytes). What the file holds beyond the head was written by a
commit that a kill cut short: it is void, and the next record says in `voids` how many lines it voids.
"""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from harness_runtime.session import failpoints
from harness_runtime.session.files import PRIVATE_FILE
from harness_runtime.session.layout import sha256
from harness_runtime.session.state import LedgerHead

MAX_RECORD = 64 << 10
SHORTENED = (4096, 512, 64)  # tried one after the other on a record that is longer
ZERO = "0" * 64
EMPTY = LedgerHead(index=0, sha256=ZERO, bytes=0)


class LedgerBroken(Exception):
    """The file does not continue what state.json remembers; `str` says where."""


@dataclass(frozen=True)
class Verdict:
    """What `verify` found: `broken_at` is the line number (from 1) of the first fault, None when there is none."""

    ok: bool
    records: int
    voided: int
    broken_at: int | None
    reason: str = ""


def append(path: Path, head: LedgerHead, record: dict[str, Any]) -> LedgerHead:
    """Append one record after `head` and sync it; returns the new head. Raises LedgerBroken, OSError."""
    handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND | os.O_NOFOLLOW, PRIVATE_FILE)
    with os.fdopen(handle, "r+b") as file:
        size = file.seek(0, os.SEEK_END)
        _check_head(file.fileno(), size, head)
        tail = os.pread(file.fileno(), size - head.bytes, head.bytes)
        lines = tail.count(b"\n") + (bool(tail) and not tail.endswith(b"\n"))
        full = {**record, "index": head.index + 1, "previous": head.sha256}
        if lines:
            full["voids"] = lines
        line = _fitting(full)
        lead = b"\n" if tail and not tail.endswith(b"\n") else b""
        file.write(lead + line + b"\n")
        file.flush()
        failpoints.reach("ledger_written")
        os.fsync(file.fileno())
    failpoints.reach("ledger_synced")
    return LedgerHead(index=head.index + 1, sha256=sha256(line), bytes=size + len(lead) + len(line) + 1)


def _fitting(record: dict[str, Any]) -> bytes:
    """What is recorded must not depend on how long a name somebody chose: what is too long is shortened."""
    line = encode(record)
    for most in SHORTENED:
        if len(line) <= MAX_RECORD:
            return line
        line = encode({key: _shortened(value, most) for key, value in record.items()})
    if len(line) > MAX_RECORD:
        raise ValueError("ledger record too long")
    return line


def _shortened(value: Any, most: int) -> Any:
    """Texts of at most `most` characters, lists of at most `most` entries, at every depth."""
    if isinstance(value, str):
        return value if len(value) <= most else value[:most] + "…"
    if isinstance(value, list | tuple):
        return [_shortened(entry, most) for entry in value[:most]]
    if isinstance(value, dict):
        return {key: _shortened(entry, most) for key, entry in value.items()}
    return value


def encode(record: dict[str, Any]) -> bytes:
    """A character that UTF-8 cannot carry becomes the JSON escape that it is read from again."""
    text = json.dumps(record, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return text.encode("utf-8", "backslashreplace")


def _check_head(handle: int, size: int, head: LedgerHead) -> None:
    if size < head.bytes:
        raise LedgerBroken(f"shorter than record {head.index}")
    if not head.bytes:
        return
    start = max(0, head.bytes - MAX_RECORD - 1)
    line = os.pread(handle, head.bytes - start, start).removesuffix(b"\n").rpartition(b"\n")[2]
    if sha256(line) != head.sha256:
        raise LedgerBroken(f"record {head.index} is not the one that was written")


def read(path: Path, head: LedgerHead | None = None) -> list[dict[str, Any]]:
    """All valid records up to `head` (None: to the end), void ones left out. Raises LedgerBroken at a fault."""
    lines, _ = _lines_in_force(path)
    if head is not None:
        lines = lines[: head.index]
    fault = _first_fault(lines)
    if fault is not None:
        raise LedgerBroken(f"line {fault.number}: does not continue the chain")
    return [line.record for line in lines if line.record is not None]


def verify(path: Path, head: LedgerHead) -> Verdict:
    """Recompute the chain from the first line and compare its end with `head`."""
    lines, voided = _lines_in_force(path)
    upto, beyond = lines[: head.index], lines[head.index :]
    fault = _first_fault(upto, head.sha256)
    if fault is not None:
        return Verdict(False, fault.position, voided, fault.number, "does not continue the chain")
    if len(upto) < head.index:
        return Verdict(False, len(upto), voided, len(upto) + voided + 1, "ends before the stored head")
    if upto and upto[-1].digest != head.sha256:
        return Verdict(False, len(upto) - 1, voided, upto[-1].number, "is not the stored head")
    return Verdict(True, len(upto), voided + len(beyond), None)


@dataclass(frozen=True)
class _Line:
    number: int  # in the file, from 1
    digest: str
    record: dict[str, Any] | None  # None: not a JSON object, as a torn write leaves it


@dataclass(frozen=True)
class _Fault:
    number: int
    position: int


def _lines_in_force(path: Path) -> tuple[list[_Line], int]:
    """The file's lines without those that a later record voids, and how many those are."""
    try:
        raw = path.read_bytes()
    except FileNotFoundError:
        raw = b""
    kept: list[_Line] = []
    number = 0
    for number, line in enumerate(raw.removesuffix(b"\n").split(b"\n") if raw else [], start=1):
        record = _parse(line)
        voids = record.get("voids", 0) if record else 0
        while isinstance(voids, int) and kept and kept[-1].number >= number - voids:
            kept.pop()
        kept.append(_Line(number, sha256(line), record))
    return kept, number - len(kept)


def _parse(line: bytes) -> dict[str, Any] | None:
    try:
        record = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return record if isinstance(record, dict) else None


def _first_fault(lines: list[_Line], end: str = "") -> _Fault | None:
    """`end` is the hash that the last line should have, when it is known."""
    previous = ZERO
    for position, line in enumerate(lines):
        record = line.record
        if record is None or record.get("index") != position + 1:
            return _Fault(line.number, position)
        if record.get("previous") != previous:
            touched = position - 1 if position and _is_known(lines, position, end) else position
            return _Fault(lines[touched].number, touched)
        previous = line.digest
    return None


def _is_known(lines: list[_Line], position: int, end: str) -> bool:
    """What follows knows this line by its hash: then it is the line before it that was touched."""
    if position + 1 == len(lines):
        return lines[position].digest == end
    after = lines[position + 1].record
    return after is not None and after.get("previous") == lines[position].digest
