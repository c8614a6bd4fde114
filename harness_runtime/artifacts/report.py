"""The artifacts without a gate: Implementation Summary, Clean-context Review, Completion Report."""

from __future__ import annotations

from dataclasses import dataclass

from harness_runtime.artifacts.document import Document, Section, Table, check_sections, read_document
from harness_runtime.artifacts.fault import Fault
from harness_runtime.artifacts.kinds import BY_NAME, Kind

STATUSES = ("completed", "completed_with_residual_risk", "blocked", "degraded", "cancelled")
REVIEW_STATUSES = (
    "clean_context_review_completed",
    "review_not_required_tiny_only",
    "review_blocked_degraded",
)
TINY_REVIEW = "review_not_required_tiny_only"
FULL_REVIEW = "clean_context_review_completed"
VERDICTS = ("PASS", "PASS_WITH_NOTES", "REPAIR_REQUIRED", "BLOCKED")
FINDINGS_COLUMNS = ("Severity", "Finding", "Evidence", "Required Action")
LEDGER_COLUMNS = ("Gate", "Required?", "Requested?", "User response", "Result", "Notes")
GATE_ROWS = (
    "Plan approval",
    "Scope expansion approval",
    "Destructive command approval",
    "Secret/config access approval",
    "Direct DB access approval",
    "Repair plan approval",
    "Verification exception approval",
)
NEVER_GRANTED = GATE_ROWS[2:5]
NOT_GRANTED = ("not_applicable", "not_requested")
APPROVED = "y"
LEDGER = "Approval Ledger"


@dataclass(frozen=True)
class LedgerRow:
    gate: str
    response: str
    result: str


@dataclass(frozen=True)
class Completion:
    """What a Completion Report claims. `rows` by gate name, case folded."""

    status: str
    review_status: str
    rows: dict[str, LedgerRow]


@dataclass(frozen=True)
class Review:
    verdict: str
    findings: int


def read_summary(canonical: bytes) -> list[Fault]:
    """The faults of an Implementation Summary."""
    document, faults = read_document(canonical)
    if document is None:
        return faults
    kind = BY_NAME["implementation_summary"]
    return faults + check_sections(document, kind, kind.sections)


def read_review(canonical: bytes) -> tuple[Review | None, list[Fault]]:
    """A Clean-context Review with its verdict and the number of rows in its Findings Table."""
    document, faults = read_document(canonical)
    if document is None:
        return None, faults
    kind = BY_NAME["clean_context_review"]
    faults += check_sections(document, kind, kind.sections)
    verdict = _word(document.section("Verdict"), VERDICTS, "verdict", faults)
    table = _table(document.section("Findings Table"), FINDINGS_COLUMNS, faults)
    if faults or table is None:
        return None, faults
    return Review(verdict, len(table.rows)), []


def read_completion(canonical: bytes, *, tiny: bool) -> tuple[Completion | None, list[Fault]]:
    """A Completion Report; `tiny` allows the short form."""
    document, faults = read_document(canonical)
    if document is None:
        return None, faults
    kind = BY_NAME["completion_report"]
    faults += check_sections(document, kind, _required(document, kind, tiny))
    status = _word(document.section("Status"), STATUSES, "status_word", faults)
    review = _word(document.section("Review Status"), REVIEW_STATUSES, "review_word", faults)
    rows = _ledger_rows(document, tiny, faults)
    if faults:
        return None, faults
    return Completion(status, review, rows), []


def _required(document: Document, kind: Kind, tiny: bool) -> tuple[str, ...]:
    """The short form, unless the report of a Tiny run is written in full."""
    if not tiny:
        return kind.sections
    extra = set(kind.sections) - set(kind.tiny)
    return kind.sections if all(document.section(name) for name in extra) else kind.tiny


def _word(section: Section | None, words: tuple[str, ...], code: str, faults: list[Fault]) -> str:
    """The section's first line, which must be one of the words; a missing section has a fault already."""
    if section is None:
        return ""
    word = section.first_line()
    if word not in words:
        faults.append(Fault(section.name, code, ", ".join(words)))
    return word


def _table(section: Section | None, columns: tuple[str, ...], faults: list[Fault]) -> Table | None:
    if section is None:
        return None
    expected = tuple(name.casefold() for name in columns)
    found = [table for table in section.tables if tuple(cell.casefold() for cell in table.header) == expected]
    if len(found) == 1:
        return found[0]
    faults.append(Fault(section.name, "table_columns", " | ".join(columns)))
    return None


def _ledger_rows(document: Document, tiny: bool, faults: list[Fault]) -> dict[str, LedgerRow]:
    table = _table(document.section(LEDGER), LEDGER_COLUMNS, faults)
    if table is None:
        return {}
    rows: dict[str, LedgerRow] = {}
    for cells in table.rows:
        if not all(cells):
            faults.append(Fault(LEDGER, "ledger_cell", cells[0] or "?"))
        if cells[0].casefold() in rows:
            faults.append(Fault(LEDGER, "ledger_repeated", cells[0]))
        rows[cells[0].casefold()] = LedgerRow(cells[0], cells[3].strip("`"), cells[4].strip("`"))
    for gate in GATE_ROWS[:1] if tiny else GATE_ROWS:
        if gate.casefold() not in rows:
            faults.append(Fault(LEDGER, "ledger_row", gate))
    for gate in NEVER_GRANTED:
        row = rows.get(gate.casefold())
        if row is not None and (row.result not in NOT_GRANTED or row.response == APPROVED):
            faults.append(Fault(LEDGER, "never_granted", gate))
    return rows
