"""`sessions`: every session that Harness knows, the newest first."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path

import click
from rich.cells import cell_len
from rich.console import RenderableType

from harness_runtime.cli.contracts.base import to_json
from harness_runtime.cli.contracts.sessions import SessionRow, Sessions
from harness_runtime.cli.faults import end_with_finding
from harness_runtime.cli.language import sentence
from harness_runtime.cli.options import data_option, json_option, sessions_of
from harness_runtime.cli.render import cell, columns, indented, is_seen, show, width
from harness_runtime.cli.sessions.find import Session
from harness_runtime.session.store import StoreFault

SHORTEST = 8  # characters of an id
MIN_FOLDER = 14  # columns that a folder's end needs to be told from others
Texts = tuple[str, str, str, str, str]  # id, armed, phase, moment, workspace


@click.command("sessions", help=sentence("help_sessions"), short_help=sentence("help_sessions"))
@data_option
@json_option
def verb(data: Path | None, as_json: bool) -> None:
    found = sessions_of(data)
    if as_json:
        click.echo(to_json(Sessions(sessions=[_row(session) for session in found])))
    elif not found:
        show(cell(sentence("no_sessions")))
    elif is_seen():
        show(*listing([_texts(session) for session in found], width(), datetime.now(UTC)))
    else:
        show(_table([_texts(session) for session in found]))
    if any(session.is_fault for session in found):
        end_with_finding()


def listing(rows: list[Texts], columns_wide: int, now: datetime) -> Iterator[RenderableType]:
    """A line for each session, with what is long made short; two lines for each where even that has no room."""
    digits = shortest([row[0] for row in rows])
    short = [(session[:digits], armed, phase, age(at, now), home(root)) for session, armed, phase, at, root in rows]
    heads = _heads()
    used = sum(max(map(cell_len, column)) for column in list(zip(heads, *short, strict=True))[:4]) + 2 * 4
    room = columns_wide - used
    if room >= MIN_FOLDER:
        yield _table([(*row[:4], tail(row[4], room)) for row in short])
        return
    for session, armed, phase, when, root in short:
        yield cell("  ".join((session, armed, when)))
        yield indented("  ".join((phase, tail(root, max(MIN_FOLDER, columns_wide - cell_len(phase) - 4)))))


def _table(rows: Iterable[Sequence[str]]) -> RenderableType:
    return columns(_heads(), rows, folded=4)


def _heads() -> list[str]:
    return [sentence(name) for name in ("session", "guard", "phase", "updated", "workspace")]


def shortest(ids: list[str]) -> int:
    """How many characters tell all of them apart, at least SHORTEST."""
    longest = max(map(len, ids))
    return next(
        (digits for digits in range(SHORTEST, longest) if len({each[:digits] for each in ids}) == len(set(ids))),
        longest,
    )


def age(at: str, now: datetime) -> str:
    """How long ago, in the largest unit that counts; the moment itself where it cannot be told."""
    try:
        seconds = int((now - datetime.fromisoformat(at)).total_seconds())
    except (ValueError, TypeError):
        return at
    for size, key in ((86_400, "age_days"), (3_600, "age_hours"), (60, "age_minutes")):
        if seconds >= size:
            return sentence(key, count=str(seconds // size))
    return sentence("age_now")


def home(path: str) -> str:
    """Below the person's home as `~`."""
    own = os.path.expanduser("~")
    return f"~{path[len(own) :]}" if path == own or path.startswith(f"{own}/") else path


def tail(path: str, room: int) -> str:
    """The end of a path, which tells folders apart, in `room` columns."""
    if cell_len(path) <= room:
        return path
    parts = path.split("/")
    for start in range(1, len(parts)):
        shown = "…/" + "/".join(parts[start:])
        if cell_len(shown) <= room:
            return shown
    kept = parts[-1]
    while cell_len(kept) > room - 1:
        kept = kept[1:]
    return f"…{kept}"


def _row(session: Session) -> SessionRow:
    state = None if isinstance(session.state, StoreFault) else session.state
    return SessionRow(
        session_id=session.session_id,
        phase=state.phase if state else None,
        workspace_root=session.workspace_root,
        updated_at=session.updated_at,
        armed=session.armed,
    )


def _texts(session: Session) -> Texts:
    row = _row(session)
    fault = f"! {session.state.rule}" if isinstance(session.state, StoreFault) and session.is_fault else ""
    armed = sentence("armed" if row.armed else "not_armed")
    phase = row.phase or fault or sentence("no_run")
    return row.session_id, armed, phase, row.updated_at, row.workspace_root or "-"
