"""`inspect --watch`: a session as it goes on. A screen that is drawn anew, or lines where there is none.

Files are looked at by their times and sizes alone, twice a second; only a change is read. Ctrl-C ends it.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from contextlib import suppress

import click
from rich.console import Console, Group
from rich.live import Live
from rich.text import Text

from harness_runtime.cli.contracts.report import RecordRow
from harness_runtime.cli.language import sentence
from harness_runtime.cli.plain import plain
from harness_runtime.cli.render import cell, is_seen, knows_colour, show
from harness_runtime.cli.sessions.calls import Recorded, recorded_calls
from harness_runtime.cli.sessions.find import Session, session_at
from harness_runtime.cli.sessions.ledger import records_in_force
from harness_runtime.cli.sessions.records import row
from harness_runtime.cli.sessions.text import parts
from harness_runtime.cli.sessions.values import text
from harness_runtime.cli.sessions.view import View, view_session
from harness_runtime.cli.sessions.words import clock, event_text

SECONDS = 0.5
NEWEST = 1_000  # calls that are compared with the ones before
QUIET = ("stopped", "sensors")


def follow(session: Session) -> None:
    """Until Ctrl-C."""
    with suppress(KeyboardInterrupt):
        if is_seen() and os.environ.get("TERM") not in (None, "", "dumb"):
            _on_screen(session)
        else:
            _as_lines(session)


def _on_screen(session: Session) -> None:
    console = Console(markup=False, emoji=False, highlight=False, no_color=not knows_colour())
    with Live(console=console, screen=True, auto_refresh=False, vertical_overflow="ellipsis") as live:
        for now in _changes(session, console):
            view = view_session(now)
            head = cell(sentence("watching", session=now.session_id), "dim")
            live.update(Group(head, _standing(view), *parts(view, newest_first=True)), refresh=True)


def _standing(view: View) -> Text:
    """Where the run stands, and whether a write would pass now."""
    phase = view.state.phase if view.state else view.fault.rule if view.fault else sentence("no_run")
    line = cell(phase, "bold")
    return line.append(cell(f"  {sentence('report_may_write')}", "green")) if view.authority else line


def _as_lines(session: Session) -> None:
    """What there is, then a line for each thing that comes."""
    seen: set[tuple[str, ...]] = set()
    first = True
    for now in _changes(session):
        news = [(key, line) for key, line in _news(now) if key not in seen]
        seen.update(key for key, _ in news)
        if first:
            show(*parts(view_session(now)))
            click.echo(plain(sentence("watching", session=now.session_id)))
        else:
            for _, line in news:
                click.echo(plain(line))
        first = False
        sys.stdout.flush()


def _changes(session: Session, console: Console | None = None) -> Iterator[Session]:
    """The session at once, and again after each change of its files, or of the screen's size."""
    known: object = None
    while True:
        found = (_stamps(session), console.size if console else None)
        if found != known:
            known = found
            yield session_at(session.store.data, session.store.folder.name)
        time.sleep(SECONDS)


def _stamps(session: Session) -> list[tuple[str, int, int]]:
    folder = session.store.folder
    places: list[str] = []
    for below in (folder, folder / "turns", folder / "notes"):
        with suppress(OSError):
            places += sorted(entry.path for entry in os.scandir(below))
    return [stamp for place in places if (stamp := _stamp(place)) is not None]


def _stamp(path: str) -> tuple[str, int, int] | None:
    try:
        status = os.lstat(path)
    except OSError:
        return None
    return path, status.st_mtime_ns, status.st_size


def _news(session: Session) -> list[tuple[tuple[str, ...], str]]:
    """Every record and every newer call: what tells it from others, and its line."""
    records = [row(record) for record in records_in_force(session)]
    told = [(("record", str(record.index)), _record(record)) for record in records if record.event not in QUIET]
    calls, _ = recorded_calls(session.store.data, session.session_id, NEWEST)
    return [*told, *(((call.turn, call.at, text(call.fields.get("id"))), _call(call)) for call in calls)]


def _record(record: RecordRow) -> str:
    return f"{clock(record.at)}  {record.phase:18}  {event_text(record)}"


def _call(call: Recorded) -> str:
    fields = {name: text(call.fields.get(name)) for name in ("verdict", "rule", "tool", "subject")}
    return f"{clock(call.at)}  {fields['verdict']:5}  {fields['rule']}  {fields['tool']}  {fields['subject']}"
