"""The page's timeline: a chapter a phase; what was denied in the open with its reason, what passed folded away."""

from __future__ import annotations

from harness_runtime.cli.contracts.report import CallRow, CommandRow, RecordRow, ReviewRow, RunReport, SensorRound
from harness_runtime.cli.language import sentence
from harness_runtime.cli.report import summary
from harness_runtime.cli.report.checks import command_passed, command_standing, round_title
from harness_runtime.cli.report.page.checks import review_pills, sensor_pill
from harness_runtime.cli.report.page.markup import Html, Part, code, el, inline, when
from harness_runtime.cli.report.story import Chapter, Denied, Entry, LeftOut, Passed, chapters
from harness_runtime.cli.sessions import words
from harness_runtime.workflow.position import AUTHORITY, GATES, TERMINAL

MOST_CALLS = 2_000  # allowed calls that the page lists by name
MOST_TOGETHER = 100  # of them in one place
QUIET = frozenset(("prompt", "machine_prompt", "confinement_engine", "released"))


class _Room:
    """How many calls may still be listed."""

    def __init__(self) -> None:
        self.left = MOST_CALLS

    def take(self, calls: tuple[CallRow, ...]) -> tuple[CallRow, ...]:
        taken = calls[: min(self.left, MOST_TOGETHER)]
        self.left -= len(taken)
        return taken


def timeline(run: RunReport) -> list[Part]:
    room = _Room()
    parts: list[Part] = []
    if run.calls_left_out:
        parts.append(el("p", sentence("report_calls_left_out", count=str(run.calls_left_out)), cls="soft"))
    return [*parts, [_chapter(run, chapter, room) for chapter in chapters(run)]]


def _chapter(run: RunReport, chapter: Chapter, room: _Room) -> Html:
    may = chapter.phase in AUTHORITY
    head = el(
        "h3",
        chapter.phase or "-",
        el("span", sentence("report_may_write"), cls="pill ok") if may else None,
        el("span", when(chapter.at, words.clock(chapter.at)), cls="soft"),
    )
    entries = el("ol", [_entry(run, entry, room) for entry in chapter.entries], cls="entries")
    kind = " may" if may else " asks" if chapter.phase in GATES else " ended" if chapter.phase in TERMINAL else ""
    return el("section", head, entries, cls=f"chapter{kind}")


def _entry(run: RunReport, entry: Entry, room: _Room) -> Html:
    match entry:
        case RecordRow():
            return _li(entry.at, _record(run, entry))
        case Passed():
            return _li(entry.calls[0].at, _passed(entry, room))
        case Denied():
            return _li(entry.call.at, _denied(entry))
        case ReviewRow():
            return _li(entry.at, el("p", words.review_text(entry), review_pills(entry)))
        case CommandRow():
            tone = "ok" if command_passed(entry) else "no"
            status = el("span", command_standing(entry), cls=f"pill {tone}")
            return _li(entry.at, el("p", code(entry.command), " ", status))
        case SensorRound():
            told = [el("li", row.name, " ", sensor_pill(row)) for row in entry.results]
            return _li(entry.at, [el("p", round_title(entry)), el("ul", told)])
        case LeftOut():
            said = "report_more_denied" if entry.denied else "report_more_entries"
            return _li("", el("p", sentence(said, count=str(entry.count)), cls="quiet"))


def _li(at: str, body: Part) -> Html:
    return el("li", when(at, words.clock(at)) if at else el("span"), el("div", body))


def _record(run: RunReport, record: RecordRow) -> list[Part]:
    tone = "bad" if record.event in words.BAD else "quiet" if record.event in QUIET else ""
    opens = record.event in ("prompt", "activated") and record.turn in run.turns
    turn = [" · ", sentence("report_turn", turn=summary.turn(run, record.turn))] if opens else None
    told = words.told(record)
    return [
        el("p", words.event_text(record), turn, cls=tone),
        el("ul", [el("li", part, cls="quiet") for part in told]) if told else None,
    ]


def _passed(entry: Passed, room: _Room) -> Part:
    if len(entry.calls) == 1:
        [call] = entry.calls
        child = [" ", sentence("report_child")] if call.child else None
        return el("p", call.tool, " ", code(call.subject), child, cls="quiet")
    tools = ", ".join(f"{tool} {count}" if count > 1 else tool for tool, count in entry.tools)
    shown = room.take(entry.calls)
    rows = [_call(call) for call in shown]
    if len(shown) < len(entry.calls):
        rows.append(
            el("li", el("span"), el("span"), sentence("report_more", count=str(len(entry.calls) - len(shown))))
        )
    summary = el(
        "summary", sentence("report_calls", count=str(len(entry.calls))), el("span", f" · {tools}", cls="soft")
    )
    return el("details", summary, el("ul", rows, cls="calls"))


def _call(call: CallRow) -> Html:
    tool = f"{call.tool} ({sentence('report_child')})" if call.child else call.tool
    return el(
        "li",
        when(call.at, words.clock(call.at)),
        el("span", tool),
        el("span", code(call.subject), " ", code(call.rule, "soft")),
    )


def _denied(entry: Denied) -> Html:
    call = entry.call
    who = el("span", sentence("report_child"), cls="pill") if call.child else None
    many = el("span", sentence("report_times", count=str(entry.count)), cls="pill") if entry.count > 1 else None
    status = el("span", sentence("report_denied_word"), cls="bad")
    head = el("p", status, el("span", call.tool), code(call.subject), who, many, code(call.rule, "rule"), cls="what")
    return el("div", head, el("p", inline(words.reason(call.reason)), cls="why"), cls="denied")
