"""`ledger show SESSION` and `ledger verify [SESSION]`: the record of every transition, and whether it is whole."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
from rich.text import Text

from harness_runtime.cli.contracts.base import to_json
from harness_runtime.cli.contracts.sessions import LedgerRow, LedgerShow, LedgerVerify
from harness_runtime.cli.faults import end_with_finding
from harness_runtime.cli.language import sentence
from harness_runtime.cli.options import data_option, json_option, sessions_of
from harness_runtime.cli.render import cell, columns, complain, indented, show
from harness_runtime.cli.sessions.find import Session, pick
from harness_runtime.cli.sessions.ledger import ledger_text, records_in_force, verify_ledger
from harness_runtime.cli.sessions.records import row
from harness_runtime.session import ledger


@click.group("ledger", no_args_is_help=False, help=sentence("help_ledger"), short_help=sentence("help_ledger"))
def verb() -> None:
    pass


@verb.command("show", help=sentence("help_ledger_show"), short_help=sentence("help_ledger_show"))
@click.argument("session")
@data_option
@json_option
def show_verb(session: str, data: Path | None, as_json: bool) -> None:
    found = pick(sessions_of(data), session, Path("/"))
    verdict = verify_ledger(found)
    records = records_in_force(found) if verdict.ok else []  # of a broken chain none is known to be true
    if as_json:
        click.echo(to_json(LedgerShow(records=records)))
    elif records:
        show(*(part for record in records for part in _parts(record)))
    if not verdict.ok:
        where = ledger_text(verdict)
        complain(sentence("finding_ledger", session=found.session_id, where=where))
        end_with_finding()


def _parts(record: dict[str, Any]) -> Iterator[Text]:
    """What happened when, and below it what else the record tells."""
    told = row(record)
    phase = sentence("phase_value", phase=told.phase, revision=str(record.get("revision", "-")))
    yield cell(f"{told.index!s:>4}  {told.at}  {told.event}  {phase}", "bold")
    for name, value in told.details.items():
        yield indented(f"{name}: {' · '.join(value.splitlines())}", by=6)


@verb.command("verify", help=sentence("help_ledger_verify"), short_help=sentence("help_ledger_verify"))
@click.argument("session", required=False)
@data_option
@json_option
def verify_verb(session: str | None, data: Path | None, as_json: bool) -> None:
    found = sessions_of(data)
    verdicts = [(each, verify_ledger(each)) for each in ([pick(found, session, Path("/"))] if session else found)]
    broken = [(each, verdict) for each, verdict in verdicts if not verdict.ok]
    if as_json:
        click.echo(to_json(_answer(verdicts)))
    elif not verdicts:
        show(cell(sentence("no_sessions")))
    else:
        rows = [
            (each.session_id, "ok" if verdict.ok else "error", ledger_text(verdict)) for each, verdict in verdicts
        ]
        show(columns([sentence("session"), "", sentence("ledger")], rows, folded=2))
    if broken:
        end_with_finding()


def _answer(verdicts: list[tuple[Session, ledger.Verdict]]) -> LedgerVerify:
    rows = [
        LedgerRow(
            session_id=session.session_id,
            ok=verdict.ok,
            records=verdict.records,
            voided=verdict.voided,
            broken_at=verdict.broken_at,
            reason=verdict.reason,
        )
        for session, verdict in verdicts
    ]
    return LedgerVerify(
        ok=all(row.ok for row in rows),
        records=sum(row.records for row in rows),
        broken_at=next((row.broken_at for row in rows if not row.ok), None),
        sessions=rows,
    )
