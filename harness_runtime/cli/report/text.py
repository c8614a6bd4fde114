"""A run in the terminal: what matters first, in 80 columns; the same when it is piped. Colour says nothing alone."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from harness_runtime.cli.contracts.report import (
    CommandRow,
    Gate,
    RecordRow,
    Report,
    ReviewRow,
    RunReport,
    SensorRound,
)
from harness_runtime.cli.language import sentence
from harness_runtime.cli.render import cell, facts
from harness_runtime.cli.report import summary
from harness_runtime.cli.report.artifacts import lines_of, note_of
from harness_runtime.cli.report.checks import command_standing, round_title, sensor_lines
from harness_runtime.cli.report.story import Chapter, Denied, Entry, LeftOut, Passed, chapters
from harness_runtime.cli.report.tree import Node, tree
from harness_runtime.cli.sessions import words
from harness_runtime.workflow.position import AUTHORITY

MOST_LINES = 40  # of a list in the terminal; the page and --json have more
MOST_OF_TEXT = 1_000  # lines of one text
STYLES = {"approved": "green", "declined": "red", "waiting": "yellow", "outside": "bold red", "opened": "green"}


def parts(report: Report, full: bool = False) -> Iterator[RenderableType]:
    """`full`: the texts too, else a line that says how to read them."""
    run = report.run
    yield from _head(report)
    if report.findings:
        yield from _alert(sentence("report_broken_head"), [*report.findings, sentence("report_broken_note")])
    if run is None:
        yield cell(sentence("report_no_run"))
        return
    if run.outside:
        lines = [f"{words.clock(row.at)}  {change}" for row in run.outside for change in row.changes]
        yield from _alert(sentence("report_outside"), [*_few(lines), sentence("report_outside_note")])
    yield from _section("report_path", _path(run))
    yield from _section("report_gates", _gates(report, run, full))
    yield from _section("report_boundary", _boundary(report, run))
    yield from _section("report_timeline", _timeline(run))
    yield from _section("report_undo", _undo(report, run))
    if full and run.artifacts:
        yield from _section("report_texts", _texts(run))
    yield from _section("report_ledger", _ledger(report))


def _head(report: Report) -> Iterator[RenderableType]:
    run = report.run
    title = f"{sentence('report_title')}  {summary.project(report.workspace_root)}"
    yield cell(f"{title}  {run.phase}" if run else title, "bold")
    rows = [(sentence("session"), report.session_id)]
    if run is not None:
        rows += [
            (sentence("run"), f"{run.run_id} ({report.host or '-'}, revision {run.revision})"),
            (sentence("report_started"), f"{words.day(run.started_at)} UTC"),
            (sentence("report_duration"), summary.duration(run)),
            (sentence("engine"), run.engine or sentence("engine_none")),
            *summary.standing(report),
            (sentence("report_summary"), totals(run)),
        ]
    yield facts(rows)


def totals(run: RunReport) -> str:
    return " · ".join(f"{sentence(label)} {count}" for label, count in summary.counts(run))


def _alert(title: str, lines: list[str]) -> Iterator[RenderableType]:
    yield cell("")
    yield cell(f"! {title}", "bold red")
    yield Padding(Group(*map(cell, lines)), (0, 0, 0, 2))


def _section(title: str, body: Iterator[RenderableType]) -> Iterator[RenderableType]:
    yield cell("")
    yield cell(sentence(title), "bold")
    yield Padding(Group(*body), (0, 0, 0, 2))


def _path(run: RunReport) -> Iterator[RenderableType]:
    table = _grid(3)
    for number, move in enumerate(run.moves, start=1):
        said = words.event_text(run.records[move.record])
        style = "green" if move.after in AUTHORITY else ""
        table.add_row(f"{number:>2}  {words.clock(move.at)}", cell(move.after, style), cell(said, "dim"))
    yield table


def _gates(report: Report, run: RunReport, full: bool) -> Iterator[RenderableType]:
    if not run.gates:
        yield cell(sentence("report_no_gates"))
    for gate in run.gates:
        head = cell(f"{words.kind_name(gate.kind)} {words.short(gate.sha256)}  ")
        head.append(cell(words.outcome_text(gate), STYLES.get(gate.outcome, "yellow")))
        yield head
        yield Padding(facts(_gate_rows(run, gate)), (0, 0, 0, 2))
    if run.artifacts and not full:
        yield cell(
            sentence("texts_listing", count=str(len(run.artifacts)), session=report.session_id, run=run.run_id)
        )


def _gate_rows(run: RunReport, gate: Gate) -> list[tuple[str, str]]:
    """When, by whom, in which turn, what it opens."""
    shown = sentence("gate_when", at=words.day(gate.shown_at), turn=summary.turn(run, gate.shown_in_turn))
    rows = [(sentence("gate_shown"), shown)]
    if gate.answered_at:
        answered = sentence(
            "gate_when", at=words.day(gate.answered_at), turn=summary.turn(run, gate.answered_in_turn)
        )
        rows.append((sentence("gate_answer"), answered))
    if gate.account:
        by = sentence("gate_terminal", account=gate.account) if gate.terminal else gate.account
        rows.append((sentence("gate_by"), by))
    if gate.classification:
        risk = sentence("gate_risk", classification=gate.classification, risk=gate.risk)
        rows.append((sentence("gate_class"), risk))
    added = {path: sentence("gate_added") for path in gate.added}
    paths = [f"{path} ({added[path]})" if path in added else path for path in gate.paths]
    paths += [f"{path} ({sentence('gate_removed')})" for path in gate.removed]
    for label, values in ((sentence("gate_writes"), paths), (sentence("gate_commands"), gate.commands)):
        rows += [("" if at else label, value) for at, value in enumerate(_few(values))]
    if gate.network:
        rows.append((sentence("network"), gate.network))
    if gate.unclear:
        rows.append(("", sentence("gate_unclear", count=str(gate.unclear))))
    rows += [("", sentence("gate_refused", why=why)) for why in gate.refused]
    return rows


def _boundary(report: Report, run: RunReport) -> Iterator[RenderableType]:
    if run.boundary is None:
        yield cell(sentence("report_no_boundary"))
    root, left = tree(run, summary.project(report.workspace_root))
    if root.below:
        lines = list(_branches(root, ""))
        yield cell(f"{root.name}/")
        yield from lines[:MOST_LINES]
        left += max(0, len(lines) - MOST_LINES)
    if left:
        yield cell(sentence("report_more", count=str(left)), "dim")


def _branches(node: Node, margin: str) -> Iterator[Text]:
    children = node.sorted()
    for child in children:
        last = child is children[-1]
        line = cell(f"{margin}{'└─ ' if last else '├─ '}", "dim")
        line.append(cell(f"{child.name}/" if child.is_folder else child.name))
        for mark in child.marks:
            line.append(cell("  "))
            line.append(cell(mark.text, STYLES.get(mark.kind, "yellow")))
        yield line
        yield from _branches(child, f"{margin}{'   ' if last else '│  '}")


def _timeline(run: RunReport) -> Iterator[RenderableType]:
    if run.calls_left_out:
        yield cell(sentence("report_calls_left_out", count=str(run.calls_left_out)), "yellow")
    explained: set[str] = set()
    for chapter in chapters(run):
        yield _heading(chapter)
        table = _grid(2)
        for entry in chapter.entries:
            for at, line in _lines(entry, explained):
                table.add_row(at, line)
        yield Padding(table, (0, 0, 0, 2))


def _heading(chapter: Chapter) -> Text:
    head = cell(chapter.phase or "-", "bold")
    if chapter.phase in AUTHORITY:
        head.append(cell(f"  {sentence('report_may_write')}", "green"))
    return head


def _lines(entry: Entry, explained: set[str]) -> Iterator[tuple[str, Text]]:
    """The lines of an entry with their times. A rule is explained where it says no for the first time."""
    match entry:
        case RecordRow():
            yield words.clock(entry.at), cell(words.event_text(entry), "bold red" if entry.event in words.BAD else "")
            yield from (("", cell(part, "dim")) for part in _few(words.told(entry)))
        case Passed():
            many = sentence("report_calls", count=str(len(entry.calls)))
            said = many if len(entry.calls) > 1 else sentence("report_call")
            tools = ", ".join(f"{tool} {count}" if count > 1 else tool for tool, count in entry.tools)
            subjects = f": {entry.calls[0].subject}" if len(entry.calls) == 1 else ""
            yield words.clock(entry.calls[0].at), cell(f"{said} ({tools}){subjects}", "green")
        case Denied():
            call = entry.call
            many = f"  {sentence('report_times', count=str(entry.count))}" if entry.count > 1 else ""
            child = f"  {sentence('report_child')}" if call.child else ""
            head = cell(f"{sentence('report_denied_word')} [{call.rule}]", "red")
            head.append(cell(f" {call.tool}: {call.subject}{child}{many}"))
            yield words.clock(call.at), head
            if call.rule not in explained:
                explained.add(call.rule)
                yield "", cell(words.reason(call.reason), "dim")
        case ReviewRow():
            verdict = " ".join(part for part in (entry.verdict, words.review_standing(entry)) if part)
            yield words.clock(entry.at), cell(f"{words.review_text(entry)}{': ' if verdict else ''}{verdict}")
        case CommandRow():
            said = sentence("event_command", command=entry.command)
            yield words.clock(entry.at), cell(f"{said}  {command_standing(entry)}")
        case SensorRound():
            yield words.clock(entry.at), cell(round_title(entry))
            yield from (("", cell(line)) for line in sensor_lines(entry))
        case LeftOut():
            said = "report_more_denied" if entry.denied else "report_more_entries"
            yield "", cell(sentence(said, count=str(entry.count)), "yellow")


def _undo(report: Report, run: RunReport) -> Iterator[RenderableType]:
    for row in run.rollbacks:
        done = ", ".join(f"{name} {count}" for name, count in row.outcomes.items())
        said = sentence("event_rollback", account=row.account or "-", count=str(row.count))
        yield cell(f"{words.clock(row.at)}  {said}{f' ({done})' if done else ''}")
        yield from (cell(f"          {path}") for path in _few(row.paths))
    changed = any(path.undo for path in run.paths)
    yield cell(sentence("undo_listing", session=report.session_id) if changed else sentence("undo_nothing"))


def _texts(run: RunReport) -> Iterator[RenderableType]:
    for row in run.artifacts:
        yield cell(f"{words.clock(row.at)}  {words.kind_name(row.kind)}", "bold")
        yield cell(f"sha256 {row.sha256}", "dim")
        if note := note_of(row):
            yield cell(note, "bold red" if row.state == "damaged" else "yellow")
        if row.text:
            lines = lines_of(row)
            yield Padding(Group(*map(cell, lines[:MOST_OF_TEXT])), (0, 0, 0, 2))
            if len(lines) > MOST_OF_TEXT:
                yield cell(sentence("text_cut", count=str(len(lines) - MOST_OF_TEXT)), "yellow")


def _ledger(report: Report) -> Iterator[RenderableType]:
    ledger = report.ledger
    yield cell(sentence("report_sound", records=str(ledger.records)) if ledger.ok else report.findings[-1])
    if ledger.head:
        yield cell(f"{sentence('report_head')}: {ledger.head}")
    yield cell(sentence("report_made", at=words.day(report.made_at)))
    if report.run is not None and len(report.runs) > 1:
        yield cell(sentence("report_runs"))
        for name in report.runs:
            here = sentence("report_this_run") if name.run_id == report.run.run_id else ""
            yield cell(f"  {name.run_id}  {words.day(name.started_at)}  {name.phase}  {here}".rstrip())


def _few(lines: list[str]) -> list[str]:
    more = len(lines) - MOST_LINES
    return [*lines[:MOST_LINES], sentence("report_more", count=str(more))] if more > 0 else lines


def _grid(columns: int) -> Table:
    grid = Table.grid(padding=(0, 2, 0, 0))
    for position in range(columns):
        grid.add_column(no_wrap=position < columns - 1, overflow="fold")
    return grid
