"""Implementation Summary, Clean-context Review and Completion Report: their words, tables and rows."""

from __future__ import annotations

import pytest

from harness_runtime.artifacts.canonical import canonical_bytes
from harness_runtime.artifacts.kinds import BY_NAME
from harness_runtime.artifacts.report import GATE_ROWS, Review, read_completion, read_review, read_summary
from tests.artifacts.texts import changed, codes, completion_faults, found
from tests.support.artifacts import completion, ledger_table, review, summary, tiny_completion

STATUSES = ("completed", "completed_with_residual_risk", "blocked", "degraded", "cancelled")
REVIEWS = ("clean_context_review_completed", "review_not_required_tiny_only", "review_blocked_degraded")
FULL = BY_NAME["completion_report"].sections
TINY = BY_NAME["completion_report"].tiny


def test_valid_ones_have_no_fault() -> None:
    assert read_summary(canonical_bytes(summary())) == []
    assert read_review(canonical_bytes(review())) == (Review("PASS", 0), [])
    assert completion_faults(completion()) == []
    assert completion_faults(tiny_completion(), tiny=True) == []


# Review


def review_faults(text: str) -> list[tuple[str, str]]:
    read, faults = read_review(canonical_bytes(text))
    assert (read is None) == bool(faults)
    return found(faults)


@pytest.mark.parametrize("verdict", ["PASS", "PASS_WITH_NOTES", "REPAIR_REQUIRED", "BLOCKED"])
@pytest.mark.parametrize("form", ["{}", "`{}`", "**{}**", "{}\n\nwith reasons"])
def test_verdict(verdict: str, form: str) -> None:
    read, _ = read_review(canonical_bytes(review(form.format(verdict))))
    assert read is not None and read.verdict == verdict


@pytest.mark.parametrize(
    "verdict", ["pass", "Passed", "PASS.", "PASS WITH NOTES", "Verdict: PASS", "- PASS", "OK", "FAIL"]
)
def test_another_verdict_is_a_fault(verdict: str) -> None:
    assert review_faults(review(verdict)) == [("Verdict", "verdict")]


FINDINGS = "| Severity | Finding | Evidence | Required Action |\n|---|---|---|---|"


@pytest.mark.parametrize("rows", [0, 1, 3])
def test_findings_are_counted(rows: int) -> None:
    text = changed(review("REPAIR_REQUIRED"), FINDINGS, FINDINGS + "\n| High | a | b | c |" * rows)
    assert read_review(canonical_bytes(text)) == (Review("REPAIR_REQUIRED", rows), [])


TABLES = {
    "other capitals": (FINDINGS.replace("Required Action", "required action"), []),
    "emphasis in the head": (FINDINGS.replace("Severity", "**Severity**"), []),
    "a column more": (
        "| Severity | Finding | Evidence | Required Action | X |\n|---|---|---|---|---|",
        ["table_columns"],
    ),
    "a column less": ("| Severity | Finding | Evidence |\n|---|---|---|", ["table_columns"]),
    "another order": ("| Finding | Severity | Evidence | Required Action |\n|---|---|---|---|", ["table_columns"]),
    "no rule below the head": ("| Severity | Finding | Evidence | Required Action |", ["table_columns"]),
    "a fenced table": (f"```\n{FINDINGS}\n```", ["table_columns"]),
    "only words": ("No findings.", ["table_columns"]),
    "two tables": (f"{FINDINGS}\n\n{FINDINGS}\n| High | a | b | c |", ["table_columns"]),
    "beside another table": (f"{FINDINGS}\n\n| a | b |\n|---|---|\n| c | d |", []),
}


@pytest.mark.parametrize(("table", "faults"), TABLES.values(), ids=TABLES.keys())
def test_findings_table(table: str, faults: list[str]) -> None:
    assert review_faults(changed(review(), FINDINGS, table)) == [("Findings Table", code) for code in faults]


# Completion Report: sections and words


@pytest.mark.parametrize("name", FULL)
def test_the_long_form_needs_its_section(name: str) -> None:
    assert (name, "section_missing") in completion_faults(changed(completion(), f"## {name}\n", f"### {name}\n"))


@pytest.mark.parametrize("name", TINY)
def test_the_short_form_needs_its_section(name: str) -> None:
    text = changed(tiny_completion(), f"## {name}\n", f"### {name}\n")
    assert (name, "section_missing") in completion_faults(text, tiny=True)


def test_the_short_form_is_for_tiny_work_only() -> None:
    missing = [(name, "section_missing") for name in FULL if name not in TINY]
    assert completion_faults(tiny_completion()) == missing


def test_tiny_work_may_report_in_full() -> None:
    assert completion_faults(completion(), tiny=True) == []


@pytest.mark.parametrize("status", STATUSES)
@pytest.mark.parametrize("form", ["{}", "`{}`", "**{}**", "{}\n\nbecause of this and that"])
def test_status_word(status: str, form: str) -> None:
    report, _ = read_completion(canonical_bytes(completion(form.format(status))), tiny=False)
    assert report is not None and report.status == status


@pytest.mark.parametrize(
    "status",
    ["Completed", "COMPLETED", "complete", "done", "completed.", "completed with residual risk", "superseded",
     "Status: blocked", "- completed", "completed (mostly)", "not completed", "completed, degraded", "planning"],
)  # fmt: skip
def test_another_status_is_a_fault(status: str) -> None:
    assert completion_faults(completion(status)) == [("Status", "status_word")]


@pytest.mark.parametrize("status", REVIEWS)
def test_review_status_word(status: str) -> None:
    report, _ = read_completion(canonical_bytes(completion(review_status=status)), tiny=False)
    assert report is not None and report.review_status == status


@pytest.mark.parametrize("status", ["completed", "PASS", "review_completed", "self_review_completed", "not required"])
def test_another_review_status_is_a_fault(status: str) -> None:
    assert completion_faults(completion(review_status=status)) == [("Review Status", "review_word")]


# Completion Report: the ledger table


def ledger_faults(table: str, *, tiny: bool = False) -> list[str]:
    text = changed(completion(), ledger_table(), table)
    faults = read_completion(canonical_bytes(text), tiny=tiny)[1]
    assert all(fault.section == "Approval Ledger" for fault in faults)
    return codes(faults)


@pytest.mark.parametrize("gate", GATE_ROWS)
def test_every_gate_has_its_row(gate: str) -> None:
    key = gate.replace(" ", "_").replace("/", "_")
    assert ledger_faults(ledger_table(**{key: ""})) == ["ledger_row"]


@pytest.mark.parametrize("gate", GATE_ROWS)
def test_of_tiny_work_only_the_plan_row_is_asked(gate: str) -> None:
    key = gate.replace(" ", "_").replace("/", "_")
    assert ledger_faults(ledger_table(**{key: ""}), tiny=True) == (["ledger_row"] if gate == "Plan approval" else [])


PLAN_ROW = "| Plan approval | yes | yes | y | approved | - |"


@pytest.mark.parametrize(
    "row",
    ["| PLAN APPROVAL | yes | yes | y | approved | - |", "| **Plan approval** | yes | yes | `y` | `approved` | abc |",
     "|Plan approval|yes|yes|y|approved|-|", "Plan approval | yes | yes | y | approved | -"],
)  # fmt: skip
def test_the_same_row_written_otherwise_counts(row: str) -> None:
    assert ledger_faults(changed(ledger_table(), PLAN_ROW, row)) == []


@pytest.mark.parametrize("column", range(1, 6))
@pytest.mark.parametrize("empty", ["", "   ", "&#32;"])
def test_no_cell_is_empty(column: int, empty: str) -> None:
    cells = ["Plan approval", "yes", "yes", "y", "approved", "-"]
    cells[column] = empty
    assert ledger_faults(changed(ledger_table(), PLAN_ROW, "| " + " | ".join(cells) + " |")) == ["ledger_cell"]


def test_a_row_cut_short_has_empty_cells() -> None:
    assert ledger_faults(changed(ledger_table(), PLAN_ROW, "| Plan approval | yes | yes |")) == ["ledger_cell"]


@pytest.mark.parametrize("gate", GATE_ROWS)
def test_a_gate_has_one_row_only(gate: str) -> None:
    again = f"{ledger_table()}\n| {gate} | no | no | - | not_applicable | again |"
    assert ledger_faults(again) == ["ledger_repeated"]


def test_further_rows_may_follow() -> None:
    assert ledger_faults(f"{ledger_table()}\n| Cancel | no | no | - | none | - |") == []


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Required?", "Required"),
        ("| Notes |", "|"),
        ("| Gate | Required? |", "| Required? | Gate |"),
        ("|---|---|---|---|---|---|\n", ""),
    ],
)
def test_the_columns_are_the_contract_s(old: str, new: str) -> None:
    assert ledger_faults(changed(ledger_table(), old, new)) == ["table_columns"]


def test_there_is_one_ledger_table() -> None:
    assert ledger_faults(f"{ledger_table()}\n\n{ledger_table()}") == ["table_columns"]


NEVER = ("Destructive command approval", "Secret/config access approval", "Direct DB access approval")


@pytest.mark.parametrize("gate", NEVER)
@pytest.mark.parametrize("result", ["not_applicable", "not_requested", "`not_requested`"])
def test_what_is_never_granted_says_so(gate: str, result: str) -> None:
    key = gate.replace(" ", "_").replace("/", "_")
    assert ledger_faults(ledger_table(**{key: f"| {gate} | no | no | - | {result} | - |"})) == []


@pytest.mark.parametrize("gate", NEVER)
@pytest.mark.parametrize(
    "result", ["approved", "granted", "done", "not applicable", "Not_Applicable", "-", "not_applicable!"]
)
def test_nothing_else_is_said_of_what_is_never_granted(gate: str, result: str) -> None:
    key = gate.replace(" ", "_").replace("/", "_")
    assert ledger_faults(ledger_table(**{key: f"| {gate} | no | no | - | {result} | - |"})) == ["never_granted"]


@pytest.mark.parametrize("gate", NEVER)
def test_nobody_said_y_to_what_is_never_granted(gate: str) -> None:
    key = gate.replace(" ", "_").replace("/", "_")
    assert ledger_faults(ledger_table(**{key: f"| {gate} | no | no | y | not_applicable | - |"})) == ["never_granted"]


def test_every_fault_is_named_at_once() -> None:
    text = completion("done", "reviewed", ledger_table(Plan_approval="", Direct_DB_access_approval=""))
    assert completion_faults(text) == [
        ("Status", "status_word"),
        ("Review Status", "review_word"),
        ("Approval Ledger", "ledger_row"),
        ("Approval Ledger", "ledger_row"),
    ]
