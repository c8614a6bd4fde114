"""`steer SESSION TEXT`: a note for an agent at work, which gets it after its current tool call."""

from __future__ import annotations

from pathlib import Path

import click

from harness_runtime.cli.contracts.base import to_json
from harness_runtime.cli.contracts.loop import Steered
from harness_runtime.cli.faults import InputFault
from harness_runtime.cli.language import said, sentence
from harness_runtime.cli.options import data_option, json_option, sessions_of
from harness_runtime.cli.person import require_outside_session, say
from harness_runtime.cli.sessions.find import pick
from harness_runtime.events.conversation.guarding import is_running
from harness_runtime.loop.steering import NoteFault, queue
from harness_runtime.messages.loop_said import SAID


@click.command("steer", help=sentence("help_steer"), short_help=sentence("help_steer"))
@click.argument("session")
@click.argument("text", nargs=-1, required=True)
@data_option
@json_option
def verb(session: str, text: tuple[str, ...], data: Path | None, as_json: bool) -> None:
    require_outside_session()
    found = pick(sessions_of(data), session, Path("/"))
    store = found.store
    if not found.armed:
        raise InputFault("loop_fault", why=said(SAID, "note_unarmed"))
    try:
        queue(store.data, store.session_id, " ".join(text))
    except NoteFault as fault:
        raise InputFault("loop_fault", why=said(SAID, fault.code, **fault.fields)) from None
    running = is_running(store)
    if as_json:
        click.echo(to_json(Steered(session_id=store.session_id, queued=True, running=running)))
    else:
        say(said(SAID, "note_queued" if running else "note_kept"))
