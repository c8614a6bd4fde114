"""`sessions`: every session that Harness knows, the newest first."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import click
from rich.cells import cell_len
from rich.console import RenderableType

from harness_runtime.cli.contracts import SessionRow, Sessions, to_json
from harness_runtime.cli.faults import end_with_finding
from harness_runtime.cli.folders import Session
from harness_runtime.cli.language import sentence
from harness_runtime.cli.options import data_option, json_option, sessions_of
from harness_runtime.cli.render import cell, columns, indented, show, width
from harness_runtime.session.store import StoreFault


@click.command("sessions", help=sentence("help_sessions"), short_help=sentence("help_sessions"))
@data_option
@json_option
def verb(data: Path | None, as_json: bool) -> None:
    found = sessions_of(data)
    if as_json:
        click.echo(to_json(Sessions(sessions=[_row(session) for session in found])))
    elif not found:
        show(cell(sentence("no_sessions")))
    else:
        show(*listing([_texts(session) for session in found], width()))
    if any(session.is_fault for session in found):
        end_with_finding()


def listing(rows: list[tuple[str, ...]], columns_wide: int) -> Iterator[RenderableType]:
    """A line for each session; where a table would break a column, two lines for each."""
    heads = [sentence(name) for name in ("session", "phase", "guard", "updated", "workspace")]
    widest = (max(cell_len(text) for text in column) for column in zip(heads, *rows, strict=True))
    if sum(widest) + 2 * len(heads) <= columns_wide:
        yield columns(heads, rows, folded=4)
        return
    for session, phase, armed, updated, workspace in rows:
        yield cell("  ".join((session, armed, updated)))
        yield indented("  ".join((phase, workspace)))


def _row(session: Session) -> SessionRow:
    state = None if isinstance(session.state, StoreFault) else session.state
    return SessionRow(
        session_id=session.session_id,
        phase=state.phase if state else None,
        workspace_root=session.workspace_root,
        updated_at=session.updated_at,
        armed=session.armed,
    )


def _texts(session: Session) -> tuple[str, ...]:
    row = _row(session)
    fault = f"! {session.state.rule}" if isinstance(session.state, StoreFault) and session.is_fault else ""
    armed = sentence("armed" if row.armed else "not_armed")
    return (
        row.session_id,
        row.phase or fault or sentence("no_run"),
        armed,
        row.updated_at,
        row.workspace_root or "-",
    )
