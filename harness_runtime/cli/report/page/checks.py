"""The page's reviews and checks: what sub-agents delivered, what confined commands and sensors came to."""

from __future__ import annotations

from harness_runtime.cli.contracts.report import CommandRow, ReviewRow, RunReport, SensorRound, SensorRow
from harness_runtime.cli.language import sentence
from harness_runtime.cli.report.checks import command_passed, command_standing, measured, round_title, sensor_standing
from harness_runtime.cli.report.page.artifacts import text_of
from harness_runtime.cli.report.page.markup import Html, Part, code, el, when
from harness_runtime.cli.sessions import words

MOST = 200
GOOD = ("PASS", "PASS_WITH_NOTES")


def checks(run: RunReport) -> list[Part]:
    parts: list[Part] = []
    if run.reviews:
        parts += [_title("report_reviews"), _rows([_review(run, row) for row in run.reviews])]
    if run.commands:
        parts += [_title("report_commands"), _rows([_command(row) for row in run.commands])]
    if run.sensors:
        parts += [_title("report_sensors"), [_round(found) for found in run.sensors[-MOST:]]]
    return parts or [el("p", sentence("report_no_checks"), cls="soft")]


def _title(key: str) -> Html:
    return el("h3", sentence(key), cls="group")


def _rows(rows: list[Html]) -> list[Part]:
    more = len(rows) - MOST
    left = el("p", sentence("report_more", count=str(more)), cls="soft") if more > 0 else None
    return [el("ul", rows[-MOST:], cls="card rows"), left]


def _review(run: RunReport, row: ReviewRow) -> Html:
    line = el(
        "p", when(row.at, words.clock(row.at)), el("strong", words.review_text(row)), review_pills(row), cls="line"
    )
    faults = el("ul", [el("li", fault) for fault in row.faults]) if row.faults else None
    return el("li", line, faults, text_of(run, row.kind, row.sha256) if row.counts else None)


def review_pills(row: ReviewRow) -> list[Part]:
    """Its verdict, and whether it counts."""
    tone = "ok" if row.verdict in GOOD else "no"
    standing = words.review_standing(row)
    return [
        [" ", el("span", row.verdict, cls=f"pill {tone}")] if row.verdict else None,
        [" ", el("span", standing, cls="pill" if row.counts else "pill ask")] if standing else None,
    ]


def sensor_pill(row: SensorRow) -> Html:
    return el("span", sensor_standing(row), cls=f"pill {'ok' if row.outcome == 'passed' else 'no'}")


def _command(row: CommandRow) -> Html:
    tone = "ok" if command_passed(row) else "no"
    return el(
        "li",
        el(
            "p",
            when(row.at, words.clock(row.at)),
            code(row.command),
            el("span", command_standing(row), cls=f"pill {tone}"),
            el("span", measured(row.seconds, row.engine), cls="soft"),
            cls="line",
        ),
    )


def _round(found: SensorRound) -> Html:
    unmet = el("p", sentence("check_unmet", steps=", ".join(found.unmet)), cls="bad") if found.unmet else None
    head = el("header", el("strong", round_title(found)), when(found.at, words.clock(found.at)))
    return el("div", head, el("ul", [_sensor(row) for row in found.results], cls="rows"), unmet, cls="card")


def _sensor(row: SensorRow) -> Html:
    line = el(
        "p",
        el("strong", row.name),
        sensor_pill(row),
        code(row.command),
        el("span", measured(row.seconds, row.engine), cls="soft"),
        cls="line",
    )
    failed = row.outcome != "passed"
    hint = el("p", sentence("check_hint", hint=row.fix_hint)) if failed and row.fix_hint else None
    why = el("p", row.why, cls="soft") if row.why else None
    output = el("div", [code(line) for line in row.tail], cls="output") if row.tail else None
    shown = el("details", el("summary", sentence("check_output")), output, open=failed) if output else None
    return el("li", line, hint, why, shown)
