"""Does a Completion Report claim only what the run's own record shows? (contract: Completion)"""

from __future__ import annotations

from dataclasses import dataclass

from harness_runtime.artifacts.fault import Fault
from harness_runtime.artifacts.report import (
    APPROVED,
    FULL_REVIEW,
    GATE_ROWS,
    LEDGER,
    NOT_GRANTED,
    TINY_REVIEW,
    Completion,
)

SUCCESS = ("completed", "completed_with_residual_risk")
PASSING = ("PASS", "PASS_WITH_NOTES")


@dataclass(frozen=True)
class Verification:
    """How one evidence command stands. `command` and `why` as people read them; `lack` is the code of what keeps a
    passing run over the present files from being there, "" when there is one, which `engine` then confined."""

    command: str
    lack: str = ""
    why: str = ""
    engine: str = ""


@dataclass(frozen=True)
class Record:
    """What the run itself knows.

    `classification` of the policy in force, "" before any approval; `verification` of those of its commands that
    must have a passing run; `verdict` that of the Review that counts, "" when there is none; `review_lack`: why the
    newest one does not count, as people read it; `review_demanded`: the project wants one of Tiny work too.
    """

    plan_approved: bool
    repair_approved: bool
    classification: str
    verification: tuple[Verification, ...] = ()
    verdict: str = ""
    review_lack: str = ""
    review_demanded: bool = False


def claim_faults(report: Completion, record: Record) -> list[Fault]:
    """Every claim that the record contradicts or does not carry."""
    faults = _status_faults(report, record)
    faults += _review_faults(report, record)
    faults += _row_faults(report, GATE_ROWS[0], record.plan_approved)
    faults += _row_faults(report, GATE_ROWS[5], record.repair_approved)
    faults += _unasked_faults(report, record)
    return faults


def _status_faults(report: Completion, record: Record) -> list[Fault]:
    if report.status in SUCCESS and not record.plan_approved:
        return [Fault("Status", "success_before_approval", report.status)]
    missing = [run for run in record.verification if run.lack]
    if not missing or report.status not in SUCCESS:
        return []
    faults = []
    if report.status == "completed":
        named = "; ".join(f"{run.command} ({run.why})" for run in missing)
        faults.append(Fault("Status", "verification_missing", named))
    exception = report.rows.get(GATE_ROWS[6].casefold())
    if exception is None or exception.result in NOT_GRANTED:
        faults.append(Fault(LEDGER, "exception_row", "; ".join(run.command for run in missing)))
    return faults


def _review_faults(report: Completion, record: Record) -> list[Fault]:
    if report.review_status == TINY_REVIEW and record.classification != "Tiny":
        return [Fault("Review Status", "not_tiny", record.classification or "-")]
    if report.review_status == TINY_REVIEW and record.review_demanded and report.status in SUCCESS:
        return [Fault("Review Status", "review_demanded")]
    if report.review_status == FULL_REVIEW and not record.verdict:
        return [Fault("Review Status", "review_unproven", record.review_lack)]
    if report.status in SUCCESS and record.verdict and record.verdict not in PASSING:
        return [Fault("Status", "review_verdict", record.verdict)]
    if report.status in SUCCESS and report.review_status not in (TINY_REVIEW, FULL_REVIEW):
        return [Fault("Review Status", "success_without_review", report.status)]
    return []


def _unasked_faults(report: Completion, record: Record) -> list[Fault]:
    """A `y` in a row that no gate asked for: scope only ever grows by an approved Repair Plan."""
    answerable = {GATE_ROWS[0], GATE_ROWS[5]} | ({GATE_ROWS[1]} if record.repair_approved else set())
    return [
        Fault(LEDGER, "row_contradicts", gate)
        for gate in GATE_ROWS
        if gate not in answerable
        and (row := report.rows.get(gate.casefold())) is not None
        and row.response == APPROVED
    ]


def _row_faults(report: Completion, gate: str, approved: bool) -> list[Fault]:
    row = report.rows.get(gate.casefold())
    if row is None:
        return []
    denied = row.response != APPROVED or row.result in NOT_GRANTED
    claimed = row.response == APPROVED or row.result.casefold() == "approved"
    return [Fault(LEDGER, "row_contradicts", gate)] if (denied if approved else claimed) else []
