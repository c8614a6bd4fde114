"""The page's ledger: whether the records prove themselves, every record of the run, and the session's other runs."""

from __future__ import annotations

from harness_runtime.cli.contracts.report import RecordRow, Report, RunReport
from harness_runtime.cli.language import sentence
from harness_runtime.cli.report.page.markup import Html, Part, code, el, when
from harness_runtime.cli.sessions import words

MOST_RECORDS = 500


def ledger(report: Report, run: RunReport) -> list[Part]:
    sound = report.ledger.ok
    said = sentence("report_sound", records=str(report.ledger.records)) if sound else report.findings[-1]
    parts: list[Part] = [el("p", said, cls="" if sound else "bad")]
    if report.ledger.head:
        parts.append(el("p", sentence("report_head"), ": ", code(report.ledger.head), cls="soft"))
    rows = [_record(record) for record in run.records[:MOST_RECORDS]]
    if len(run.records) > MOST_RECORDS:
        rows.append(el("li", sentence("report_more", count=str(len(run.records) - MOST_RECORDS))))
    title = el("summary", sentence("report_records", count=str(len(run.records))))
    parts.append(el("details", title, el("ol", rows, cls="records")))
    if len(report.runs) > 1:
        parts += [el("h3", sentence("report_runs"), cls="group"), _runs(report, run)]
    return parts


def _record(record: RecordRow) -> Html:
    head = el(
        "p",
        f"#{record.index} ",
        when(record.at, words.day(record.at)),
        " ",
        el("strong", record.event),
        f" · {record.phase}",
        [" · ", code(record.turn)] if record.turn else None,
    )
    rows = [
        [el("dt", name), el("dd", [code(line) for line in value.splitlines()])]
        for name, value in record.details.items()
    ]
    return el("li", head, el("dl", rows, cls="facts") if rows else None)


def _runs(report: Report, run: RunReport) -> Html:
    rows = []
    for name in report.runs:
        here = name.run_id == run.run_id
        how = sentence("report_other_run", session=report.session_id, run=name.run_id)
        rows.append(
            el(
                "li",
                el(
                    "p",
                    code(name.run_id),
                    when(name.started_at, words.day(name.started_at)),
                    el("span", name.phase, cls="pill"),
                    el("span", sentence("report_this_run"), cls="pill mark") if here else code(how),
                    cls="line",
                ),
            )
        )
    return el("ul", rows, cls="card rows")
