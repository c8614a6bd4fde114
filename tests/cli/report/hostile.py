"""A report in which every text that a model, a project or a file system can choose tries to be more than text."""

from __future__ import annotations

from typing import Any

from harness_runtime.cli.contracts.report import Report

MARKS = ("<script>window.hit=1</script>", '"><img src=x onerror=window.hit=1>', "</style><svg onload=window.hit=1>")
LONG = "deep/" * 60 + "n" * 400
POISON = f"{''.join(MARKS)}&lt;javascript:window.hit=1 ‮gnp.\x1b[2J\x00\ud800 '`{{{{7*7}}}}` "
CLOSED = frozenset(
    ("kind", "outcome", "change", "undo", "state", "schema_version", "verdict", "event", "phase", "after")
)


def poisoned(report: Report) -> Report:
    return Report.model_validate(_spoil(report.model_dump()))


def _spoil(value: Any, key: str = "") -> Any:
    match value:
        case dict():
            return {name: _spoil(each, name) for name, each in value.items()}
        case list():
            return [_spoil(each, key) for each in value]
        case str() if key not in CLOSED:
            mark = POISON.encode("utf-8", "backslashreplace").decode()
            return f"{value} {mark}{LONG if key in ('subject', 'path', 'command', 'workspace_root', 'text') else ''}"
    return value
