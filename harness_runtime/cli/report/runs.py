"""The ledger's records, run by run. A ledger that does not prove itself is read all the same, as what it claims."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from harness_runtime.cli.contracts.report import RunName
from harness_runtime.cli.sessions.find import Session
from harness_runtime.cli.sessions.ledger import Records, records_in_force
from harness_runtime.cli.sessions.values import number, text
from harness_runtime.session.ledger import Verdict
from harness_runtime.session.store import StoreFault
from harness_runtime.workflow.position import TERMINAL

SUPERSEDED = "superseded"
MAX_LEDGER = 64 << 20  # bytes of one that does not prove itself


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
