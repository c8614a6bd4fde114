"""The page's texts: folded away beside the hash that they make; and what became of what was approved."""

from __future__ import annotations

from harness_runtime.artifacts.kinds import CLOSING
from harness_runtime.cli.contracts.report import ArtifactRow, RunReport
from harness_runtime.cli.language import sentence
from harness_runtime.cli.report.artifacts import artifact_of, lines_of, note_of
from harness_runtime.cli.report.page.markup import Html, Part, code, el, lines, when
from harness_runtime.cli.sessions import words


def text_of(run: RunReport, kind: str, digest: str) -> Html | None:
    """Nothing for what no run has taken."""
    row = artifact_of(run.artifacts, kind, digest)
    return _text(row) if row is not None else None


def became(run: RunReport) -> list[Part]:
    """The Implementation Summaries and Completion Reports."""
    rows = [row for row in run.artifacts if row.kind in CLOSING]
    if not rows:
        return []
    return [
        el("h3", sentence("report_became"), cls="group"),
        el("ul", [el("li", _head(row), _text(row)) for row in rows], cls="card rows"),
    ]


def _head(row: ArtifactRow) -> Html:
    name = el("strong", words.kind_name(row.kind))
    return el("p", when(row.at, words.clock(row.at)), name, code(words.short(row.sha256)), cls="line")


def _text(row: ArtifactRow) -> Html:
    note = note_of(row)
    return el(
        "details",
        el("summary", sentence("text_of", kind=words.kind_name(row.kind))),
        el("p", code(f"sha256 {row.sha256}"), cls="soft"),
        el("p", note, cls="bad" if row.state == "damaged" else "soft") if note else None,
        lines(lines_of(row)) if row.text else None,
    )
