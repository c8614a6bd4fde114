"""`off SESSION`: cancel and release at once, also when the state is broken: the way out that always works."""

from __future__ import annotations

from pathlib import Path

import click

from harness_runtime.cli.faults import InputFault
from harness_runtime.cli.folders import pick
from harness_runtime.cli.language import sentence
from harness_runtime.cli.moved import tell
from harness_runtime.cli.options import data_option, json_option, sessions_of
from harness_runtime.cli.person import require_person, say
from harness_runtime.events.ending import turn_off
from harness_runtime.session.store import StoreFault


@click.command("off", help=sentence("help_off"), short_help=sentence("help_off"))
@click.argument("session")
@data_option
@json_option
def verb(session: str, data: Path | None, as_json: bool) -> None:
    require_person()
    store = pick(sessions_of(data), session, Path("/")).store
    try:
        kept = turn_off(store, terminal=True)
    except StoreFault as fault:
        raise InputFault("store_failed", rule=fault.rule, detail=fault.detail) from None
    tell(store, as_json, kept)
    if not as_json:
        say(sentence("off_now"))
