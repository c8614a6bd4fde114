"""What a run can show, for completion policies and escalation rules: from its evidence, its files and its report."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from harness_runtime.artifacts.document import read_document
from harness_runtime.artifacts.kinds import BY_NAME
from harness_runtime.guides.evidence import CommandRun, Evidence, Worker
from harness_runtime.guides.sensors.result import Result
from harness_runtime.session.evidence import GATE, RUN, read_evidence
from harness_runtime.session.state import State
from harness_runtime.session.store import Store

STARTED = "agent_started"
DELIVERED = ("plan", "implementation_summary", "clean_context_review")


def evidence_of(
    store: Store,
    state: State,
    results: Sequence[Result],
    retries: int,
    changed: Sequence[str] | None,
    report: bytes,
) -> Evidence:
    """`report` are the canonical bytes of a Completion Report without faults."""
    records = read_evidence(store.folder, state.run_id)
    return Evidence(
        results=tuple(results),
        retries=retries,
        runs=tuple(_runs(records)),
        changed_files=None if changed is None else tuple(changed),
        report=_sections(report),
        workers=tuple(_workers(records)),
        gates_passed=_gates_passed(records),
    )


def _runs(records: Iterable[dict[str, Any]]) -> list[CommandRun]:
    """The confined runs, as the run's own verification commands are recorded, in order of time."""
    runs = sorted((record for record in records if record.get("kind") == RUN), key=_begun)
    return [CommandRun(str(run.get("command")), _passed(run)) for run in runs]


def _begun(record: dict[str, Any]) -> str:
    return str(record.get("ticket_at"))


def _passed(record: dict[str, Any]) -> bool:
    return record.get("exit") == 0 and record.get("signal") is None and not record.get("timed_out")


def _workers(records: Sequence[dict[str, Any]]) -> list[Worker]:
    """Each delegated agent once: validated when it delivered an artifact in which nothing was wrong."""
    known = [record for record in records if record.get("kind") in (STARTED, *DELIVERED) and record.get("agent_id")]
    delivered = [record for record in known if record.get("kind") != STARTED and not record.get("faults")]
    validated = {record["agent_id"] for record in delivered}
    return [Worker(str(name), name in validated) for name in dict.fromkeys(record["agent_id"] for record in known)]


def _gates_passed(records: Iterable[dict[str, Any]]) -> bool | None:
    """Did each gate of a chain that was asked pass the last time? None without a chain's gates."""
    last = {record.get("stage"): record.get("passed") is True for record in records if record.get("kind") == GATE}
    return all(last.values()) if last else None


def _sections(canonical: bytes) -> dict[str, str]:
    """Under the names that the contract gives them, however the report spells them."""
    document, _ = read_document(canonical)
    names = {name.casefold(): name for name in BY_NAME["completion_report"].sections}
    found = document.sections if document else ()
    return {names.get(section.name.casefold(), section.name): section.body for section in found}
