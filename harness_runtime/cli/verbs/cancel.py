"""`cancel [SESSION]`: a person ends a run from outside its conversation; the session stays held."""

from __future__ import annotations

from pathlib import Path

import click

from harness_runtime.cli.faults import InputFault
from harness_runtime.cli.language import sentence
from harness_runtime.cli.options import data_option, json_option, sessions_of, workspace_of, workspace_option
from harness_runtime.cli.person import require_person, say
from harness_runtime.cli.sessions.find import pick_armed
from harness_runtime.cli.sessions.moved import tell
from harness_runtime.events.run import ending
from harness_runtime.session.store import Store, StoreFault
from harness_runtime.workflow.position import TERMINAL


@click.command("cancel", help=sentence("help_cancel"), short_help=sentence("help_cancel"))
@click.argument("session", required=False)
@data_option
@workspace_option
@json_option
def verb(session: str | None, data: Path | None, workspace: Path | None, as_json: bool) -> None:
    require_person()
    store = pick_armed(sessions_of(data), session, workspace_of(workspace)).store
    had_ended = _cancel(store)
    tell(store, as_json)
    if had_ended and not as_json:
        say(sentence("ended_before"))


def _cancel(store: Store) -> bool:
    """False when this is what ended it."""
    try:
        with store.locked():
            state = store.load()
            if state is None or state.phase in TERMINAL:
                return True
            ending.cancel(store, state, terminal=True)
    except StoreFault as fault:
        raise InputFault("state_untrusted", session=store.session_id, rule=fault.rule) from None
    return False
