"""A Completion Report claims only what the run's own record carries."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from harness_runtime.artifacts.claims import Record, Verification, claim_faults
from harness_runtime.artifacts.report import Completion, LedgerRow
from tests.artifacts.texts import found

FULL, TINY, NONE = "clean_context_review_completed", "review_not_required_tiny_only", "review_blocked_degraded"


def row(gate: str, response: str = "-", result: str = "not_requested") -> LedgerRow:
    return LedgerRow(gate, response, result)


ROWS = {
    "plan approval": row("Plan approval", "y", "approved"),
    "repair plan approval": row("Repair plan approval"),
    "verification exception approval": row("Verification exception approval"),
}
REPORT = Completion("completed", FULL, ROWS)
RECORD = Record(
    plan_approved=True,
    repair_approved=False,
    classification="Small",
    verification=(Verification("pytest -q", engine="bubblewrap"),),
    verdict="PASS",
)
UNRUN = {"verification": (Verification("pytest -q", "never", "no recorded run"),)}
EXCEPTION = ROWS | {
    "verification exception approval": row("Verification exception approval", "-", "degraded"),
}


def faults(report: dict[str, Any], record: dict[str, Any]) -> list[tuple[str, str]]:
    return found(claim_faults(replace(REPORT, **report), replace(RECORD, **record)))


def test_a_report_of_what_the_record_shows_has_no_fault() -> None:
    assert claim_faults(REPORT, RECORD) == []


# what the report says otherwise, what the record says otherwise, the faults
STATUS_ROWS = [
    ({"status": "completed_with_residual_risk"}, {}, []),
    ({"status": "blocked"}, {}, []),
    ({"status": "degraded", "review_status": NONE}, {"verdict": ""}, []),
    ({"status": "cancelled", "review_status": NONE}, {"verdict": ""}, []),
    ({}, UNRUN, [("Status", "verification_missing"), ("Approval Ledger", "exception_row")]),
    ({}, {"verification": (Verification("pytest -q", engine="unconfined"),)}, []),
    ({"rows": EXCEPTION}, UNRUN, [("Status", "verification_missing")]),
    ({"status": "completed_with_residual_risk"}, UNRUN, [("Approval Ledger", "exception_row")]),
    ({"status": "completed_with_residual_risk", "rows": EXCEPTION}, UNRUN, []),
    ({"status": "degraded", "rows": EXCEPTION}, UNRUN, []),
    ({"status": "blocked"}, UNRUN, []),
    ({}, {"verification": ()}, []),
    ({"rows": {"plan approval": ROWS["plan approval"]}}, UNRUN,
     [("Status", "verification_missing"), ("Approval Ledger", "exception_row")]),
]  # fmt: skip
REVIEW_ROWS = [
    ({"review_status": TINY}, {"classification": "Tiny", "verdict": ""}, []),
    ({"review_status": TINY}, {}, [("Review Status", "not_tiny")]),
    ({"review_status": TINY}, {"classification": "Non-trivial"}, [("Review Status", "not_tiny")]),
    ({"status": "cancelled", "review_status": TINY}, {"classification": ""}, [("Review Status", "not_tiny")]),
    ({"review_status": TINY}, {"classification": "Tiny", "review_demanded": True},
     [("Review Status", "review_demanded")]),
    ({"status": "blocked", "review_status": TINY}, {"classification": "Tiny", "review_demanded": True}, []),
    ({}, {"classification": "Tiny", "review_demanded": True}, []),
    ({}, {"verdict": ""}, [("Review Status", "review_unproven")]),
    ({"status": "degraded"}, {"verdict": ""}, [("Review Status", "review_unproven")]),
    ({}, {"verdict": "PASS_WITH_NOTES"}, []),
    ({}, {"verdict": "REPAIR_REQUIRED"}, [("Status", "review_verdict")]),
    ({}, {"verdict": "BLOCKED"}, [("Status", "review_verdict")]),
    ({"status": "completed_with_residual_risk"}, {"verdict": "BLOCKED"}, [("Status", "review_verdict")]),
    ({"status": "blocked"}, {"verdict": "BLOCKED"}, []),
    ({"review_status": NONE}, {}, [("Review Status", "success_without_review")]),
    ({"review_status": NONE}, {"verdict": ""}, [("Review Status", "success_without_review")]),
    ({"status": "completed_with_residual_risk", "review_status": NONE}, {},
     [("Review Status", "success_without_review")]),
]  # fmt: skip
# the gate, its row's response and result, whether the run approved it, whether the row is a contradiction
LEDGER_ROWS = [
    ("Plan approval", "y", "approved", True, False),
    ("Plan approval", "y", "accepted abc123", True, False),
    ("Plan approval", "n", "approved", True, True),
    ("Plan approval", "Y", "approved", True, True),
    ("Plan approval", "yes", "approved", True, True),
    ("Plan approval", "-", "not_requested", True, True),
    ("Plan approval", "y", "not_requested", True, True),
    ("Plan approval", "y", "not_applicable", True, True),
    ("Plan approval", "n", "cancelled", False, False),
    ("Plan approval", "none", "not_requested", False, False),
    ("Plan approval", "y", "approved", False, True),
    ("Plan approval", "n", "approved", False, True),
    ("Plan approval", "n", "Approved", False, True),
    ("Repair plan approval", "y", "approved", True, False),
    ("Repair plan approval", "-", "not_requested", True, True),
    ("Repair plan approval", "-", "not_requested", False, False),
    ("Repair plan approval", "n", "declined", False, False),
    ("Repair plan approval", "y", "approved", False, True),
]


@pytest.mark.parametrize(("report", "record", "expected"), STATUS_ROWS)
def test_status(report: dict[str, Any], record: dict[str, Any], expected: list[tuple[str, str]]) -> None:
    assert faults(report, record) == expected


@pytest.mark.parametrize(("report", "record", "expected"), REVIEW_ROWS)
def test_review(report: dict[str, Any], record: dict[str, Any], expected: list[tuple[str, str]]) -> None:
    assert faults(report, record) == expected


@pytest.mark.parametrize(("gate", "response", "result", "approved", "contradicts"), LEDGER_ROWS)
def test_ledger_row(gate: str, response: str, result: str, approved: bool, contradicts: bool) -> None:
    rows = ROWS | {gate.casefold(): row(gate, response, result)}
    record = {"plan_approved": approved} if gate == "Plan approval" else {"repair_approved": approved}
    report = {"status": "blocked", "rows": rows}
    assert faults(report, record) == [("Approval Ledger", "row_contradicts")] * contradicts


def test_of_a_row_that_tiny_work_left_out_nothing_is_said() -> None:
    assert faults({"rows": {"plan approval": ROWS["plan approval"]}}, {"repair_approved": True}) == []


@pytest.mark.parametrize("status", ["completed", "completed_with_residual_risk"])
@pytest.mark.parametrize("review", [FULL, TINY, NONE])
def test_before_approval_nothing_succeeds(status: str, review: str) -> None:
    before = {"plan_approved": False, "classification": "", "verdict": "", "verification": ()}
    assert ("Status", "success_before_approval") in faults({"status": status, "review_status": review}, before)


def test_the_missing_commands_are_named_with_their_reasons() -> None:
    verification = (
        Verification("a", "never", "no recorded run"),
        Verification("b", engine="landlock"),
        Verification("c", "failed", "exit 1"),
    )
    faults = claim_faults(REPORT, replace(RECORD, verification=verification))
    assert [fault.detail for fault in faults] == ["a (no recorded run); c (exit 1)", "a; c"]
