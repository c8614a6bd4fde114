"""One run as one page: opens without a network, reads without a script, and nothing that it shows can act."""

from __future__ import annotations

from harness_runtime.cli import language
from harness_runtime.cli.contracts.report import Report, RunReport
from harness_runtime.cli.language import sentence
from harness_runtime.cli.report import summary
from harness_runtime.cli.report.page.boundary import boundary, undo
from harness_runtime.cli.report.page.checks import checks
from harness_runtime.cli.report.page.diagram import diagram
from harness_runtime.cli.report.page.gates import gates
from harness_runtime.cli.report.page.ledger import ledger
from harness_runtime.cli.report.page.markup import Html, Part, code, el, raw, when
from harness_runtime.cli.report.page.style import STYLE
from harness_runtime.cli.report.page.timeline import timeline
from harness_runtime.cli.sessions import words
from harness_runtime.workflow.position import RELEASING, TERMINAL

# Nothing is fetched and nothing runs, whatever a record holds.
POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'"
ALARMING = ("report_outside_count", "report_failed_checks")


def page_of(report: Report) -> str:
    run = report.run
    name = summary.project(report.workspace_root)
    title = " · ".join(part for part in (name, run.phase if run else "", sentence("report_title")) if part)
    sections = _sections(report, run) if run else [el("p", sentence("report_no_run"))]
    head = el(
        "head",
        el("meta", charset="utf-8"),
        el("meta", http_equiv="Content-Security-Policy", content=POLICY),
        el("meta", name="viewport", content="width=device-width, initial-scale=1"),
        el("meta", name="color-scheme", content="light dark"),
        el("meta", name="referrer", content="no-referrer"),
        el("title", title),
        el("style", raw(STYLE)),
    )
    body = el(
        "body",
        el("a", sentence("report_skip"), cls="skip", href="#report"),
        _header(report, run, name),
        el("div", _contents(run), el("main", _alerts(report, run), sections, id="report"), cls="wrap layout"),
        el("footer", el("p", sentence("report_made", at=words.day(report.made_at)), cls="wrap soft")),
    )
    return f"<!DOCTYPE html>\n{el('html', head, body, lang=language.current())}\n"


def section(key: str, title: str, *parts: Part, cls: str = "") -> Html:
    return el("section", el("h2", title, id=f"{key}-title"), parts, id=key, aria_labelledby=f"{key}-title", cls=cls)


def _sections(report: Report, run: RunReport) -> list[Html]:
    return [
        _tiles(run),
        section("path", sentence("report_path"), _path(run)),
        section("approvals", sentence("report_gates"), gates(run)),
        section("boundary", sentence("report_boundary"), boundary(report, run)),
        section("timeline", sentence("report_timeline"), timeline(run)),
        section("checks", sentence("report_checks"), checks(run)),
        section("undo", sentence("report_undo"), undo(report, run)),
        section("ledger", sentence("report_ledger"), ledger(report, run)),
    ]


def _contents(run: RunReport | None) -> Html:
    names = {
        "path": "report_path",
        "approvals": "report_gates",
        "boundary": "report_boundary",
        "timeline": "report_timeline",
        "checks": "report_checks",
        "undo": "report_undo",
        "ledger": "report_ledger",
    }
    links = [el("li", el("a", sentence(title), href=f"#{key}")) for key, title in names.items()] if run else []
    return el("nav", el("ul", links), cls="toc", aria_label=sentence("report_contents"))


def _header(report: Report, run: RunReport | None, name: str) -> Html:
    rows: list[tuple[str, Part]] = [(sentence("session"), code(report.session_id))]
    if run is not None:
        rows += [
            (sentence("run"), [code(run.run_id), f" · revision {run.revision} · {report.host or '-'}"]),
            (
                sentence("report_started"),
                [when(run.started_at, f"{words.day(run.started_at)} UTC"), " · ", summary.duration(run)],
            ),
            (sentence("engine"), run.engine or sentence("engine_none")),
        ]
    rows += summary.standing(report)
    rows.append((sentence("workspace"), code(report.workspace_root or "-")))
    status = el("span", run.phase, cls=f"pill {tone(run.phase)}") if run else None
    inner = el(
        "div",
        el("p", sentence("report_title"), cls="eyebrow"),
        el("h1", name, " ", status),
        el("dl", [[el("dt", label), el("dd", el("span", value))] for label, value in rows], cls="facts"),
        cls="wrap",
    )
    return el("header", inner, cls="top")


def tone(phase: str) -> str:
    """The colour of a phase: of ends, whether it went well; of others, whether something waits."""
    if phase in RELEASING:
        return "ok" if phase == "completed" else "ask"
    return "no" if phase in TERMINAL else "mark"


def _alerts(report: Report, run: RunReport | None) -> list[Html]:
    found = []
    if report.findings:
        lines = el("ul", [el("li", line) for line in report.findings])
        note = el("p", sentence("report_broken_note"))
        found.append(section("broken", sentence("report_broken_head"), lines, note, cls="alert"))
    if run is not None and run.outside:
        rows = [
            el("li", when(row.at, words.clock(row.at)), " ", code(change))
            for row in run.outside
            for change in row.changes
        ]
        more = summary.outside_count(run) - len(rows)
        if more > 0:
            rows.append(el("li", sentence("report_more", count=str(more))))
        note = el("p", sentence("report_outside_note"), cls="soft")
        found.append(section("outside", sentence("report_outside"), el("ul", rows), note, cls="alert"))
    return found


def _tiles(run: RunReport) -> Html:
    tiles = [
        el("div", el("dt", sentence(label)), el("dd", str(count)), cls="no" if label in ALARMING and count else "")
        for label, count in summary.counts(run)
    ]
    return el("section", el("dl", tiles, cls="tiles"), aria_label=sentence("report_summary"))


def _path(run: RunReport) -> Html:
    figure = el("figure", diagram(run.moves, run.phase), el("figcaption", sentence("report_svg_note")))
    steps = [
        el(
            "li",
            el("span", str(number), cls="n"),
            el(
                "div",
                el("span", when(move.at, words.clock(move.at)), cls="at"),
                el("strong", move.after),
                el("p", words.event_text(run.records[move.record])),
            ),
        )
        for number, move in enumerate(run.moves, start=1)
    ]
    return el("div", figure, el("ol", steps, cls="steps"), cls="path")
