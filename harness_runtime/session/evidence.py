"""evidence.jsonl: what sub-agents delivered and what ran. Read by people and by Completion, never for authority."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

from harness_runtime.session.files import PRIVATE_FILE
from harness_runtime.session.ledger import encode

RUN, UNPROVEN = "confined_run", "confined_unproven"  # kinds: a run with its signed line, one without
SENSORS = "sensors"  # kind: what came of a project's sensors
GATE = "chain_gate"  # kind: what came of an acceptance gate of a chain


def append_evidence(folder: Path, record: dict[str, Any]) -> None:
    """Append one record as a JSON line and sync it. Raises OSError."""
    flags = os.O_RDWR | os.O_CREAT | os.O_APPEND | os.O_NOFOLLOW
    handle = os.open(folder / "evidence.jsonl", flags, PRIVATE_FILE)
    with os.fdopen(handle, "ab") as file:
        size = file.seek(0, os.SEEK_END)
        if size and os.pread(handle, 1, size - 1) != b"\n":
            file.write(b"\n")  # a kill cut the line before short
        file.write(encode(record) + b"\n")
        file.flush()
        os.fsync(file.fileno())


def read_evidence(folder: Path, run_id: str) -> list[dict[str, Any]]:
    """The run's records, oldest first; a line that a kill cut short is left out."""
    try:
        lines = (folder / "evidence.jsonl").read_bytes().splitlines()
    except FileNotFoundError:
        return []
    records = []
    for line in lines:
        try:
            record = json.loads(line)
        except (ValueError, RecursionError):
            continue
        if isinstance(record, dict) and record.get("run_id") == run_id:
            records.append(record)
    return records
