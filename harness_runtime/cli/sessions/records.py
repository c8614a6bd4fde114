"""The ledger's records, run by run. A ledger that does not prove itself is read all the same, as what it claims."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from harness_runtime.cli.contracts.report import RecordRow, RunName
from harness_runtime.cli.sessions.find import Session
from harness_runtime.cli.sessions.view import records_in_force
from harness_runtime.session.ledger import Verdict
from harness_runtime.session.store import StoreFault
from harness_runtime.workflow.position import TERMINAL

SUPERSEDED = "superseded"
MAX_LEDGER = 64 << 20  # of one that does not prove itself
MAX_LISTED = 40  # of a record's list
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
Records = list[dict[str, Any]]


def records_of(session: Session, verdict: Verdict) -> Records:
    """Up to the head where the chain holds; else every line of the file that is a JSON object."""
    if verdict.ok and not isinstance(session.state, StoreFault):
        return records_in_force(session)
    try:
        with session.store.ledger_path.open("rb") as file:
            lines = file.read(MAX_LEDGER).splitlines()
    except OSError:
        return []
    return [record for line in lines if (record := _object(line)) is not None]


def _object(line: bytes) -> dict[str, Any] | None:
    try:
        record = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return record if isinstance(record, dict) else None


def by_run(records: Records) -> dict[str, Records]:
    """In the order in which the runs began."""
    runs: dict[str, Records] = {}
    for record in records:
        runs.setdefault(text(record.get("run_id")), []).append(record)
    return runs


def names(runs: Mapping[str, Records]) -> list[RunName]:
    found = [_name(run_id, records) for run_id, records in runs.items()]
    followed = [_superseded(name) for name in found[:-1]]
    return [*followed, *found[-1:]]


def _name(run_id: str, records: Records) -> RunName:
    last = records[-1]
    phase = text(last.get("phase"))
    ended = [text(record.get("at")) for record in records if text(record.get("phase")) in TERMINAL]
    return RunName(
        run_id=run_id,
        revision=number(last.get("revision")),
        started_at=text(records[0].get("at")),
        ended_at=ended[0] if phase in TERMINAL and ended else "",
        phase=phase,
    )


def _superseded(name: RunName) -> RunName:
    """A newer run took the place of one that had not ended."""
    return name if name.phase in TERMINAL else name.model_copy(update={"phase": SUPERSEDED})


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


def _told(value: object) -> str:
    match value:
        case list():
            more = [f"… {len(value) - MAX_LISTED}"] if len(value) > MAX_LISTED else []
            return "\n".join([*map(_told, value[:MAX_LISTED]), *more])
        case dict():
            return ", ".join(f"{text(key)}: {_told(each)}" for key, each in value.items() if each not in (None, ""))
        case bool():
            return "yes" if value else "no"
    return text(value)


def text(value: object) -> str:
    """Printable in any encoding; "" for what is not there."""
    return str("" if value is None else value).encode("utf-8", "backslashreplace").decode()


def texts(value: object) -> list[str]:
    return [text(each) for each in value] if isinstance(value, list) else []


def number(value: object) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) else None
