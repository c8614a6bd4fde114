"""One ledger record as it is shown."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from harness_runtime.cli.contracts.report import RecordRow
from harness_runtime.cli.sessions.values import number, text

MAX_LISTED = 40  # of a record's list
DEEPEST = 4  # lists and objects within one another
# Shown on their own, or of the chain.
_OWN = (
    "index",
    "at",
    "event",
    "phase",
    "turn",
    "revision",
    "run_id",
    "session_id",
    "schema_version",
    "previous",
    "voids",
)


def row(record: Mapping[str, Any]) -> RecordRow:
    details = {key: _told(value) for key, value in sorted(record.items()) if key not in _OWN and value is not None}
    return RecordRow(
        index=number(record.get("index")),
        at=text(record.get("at")),
        event=text(record.get("event")),
        phase=text(record.get("phase")),
        turn=text(record.get("turn")),
        details={name: told for name, told in details.items() if told},
    )


def _told(value: object, depth: int = 0) -> str:
    if depth > DEEPEST:
        return "…"
    match value:
        case list():
            more = [f"… {len(value) - MAX_LISTED}"] if len(value) > MAX_LISTED else []
            return "\n".join([*(_told(each, depth + 1) for each in value[:MAX_LISTED]), *more])
        case dict():
            told = {text(key): _told(each, depth + 1) for key, each in value.items() if each not in (None, "")}
            return ", ".join(f"{key}: {each}" for key, each in told.items())
        case bool():
            return "yes" if value else "no"
    return text(value)
