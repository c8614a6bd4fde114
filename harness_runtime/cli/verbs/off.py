"""`off [SESSION]`: cancel and release at once, also when the state is broken: the way out that always works.

`off --older-than 30d` does it to every armed session that nobody came back to: they cost all others time.
"""

from __future__ import annotations

import time
from pathlib import Path

import click

from harness_runtime.cli.contracts.base import to_json
from harness_runtime.cli.contracts.sessions import TurnedOff
from harness_runtime.cli.faults import InputFault, store_failed
from harness_runtime.cli.language import said, sentence
from harness_runtime.cli.options import (
    data_option,
    folders_of,
    json_option,
    sessions_of,
    workspace_of,
    workspace_option,
)
from harness_runtime.cli.person import agrees, require_person, say
from harness_runtime.cli.quantities import seconds_of
from harness_runtime.cli.render import columns, show
from harness_runtime.cli.sessions.find import pick_armed
from harness_runtime.cli.sessions.idle import Idle, idle_sessions, turn_off_if_idle
from harness_runtime.cli.sessions.moved import moved, tell
from harness_runtime.events.run.ending import rests, turn_off
from harness_runtime.messages.chains import CHAINS
from harness_runtime.messages.goals import GOALS
from harness_runtime.session.chain import chain_name
from harness_runtime.session.state import State
from harness_runtime.session.store import Store, StoreFault


@click.command("off", help=sentence("help_off"), short_help=sentence("help_off"))
@click.argument("session", required=False)
@click.option("--older-than", metavar="DURATION", help=sentence("help_off_older"))
@data_option
@workspace_option
@json_option
def verb(
    session: str | None, older_than: str | None, data: Path | None, workspace: Path | None, as_json: bool
) -> None:
    require_person()
    if older_than is None:
        _one(pick_armed(sessions_of(data), session, workspace_of(workspace)).store, as_json)
    elif session is None:
        _forgotten(older_than, data, as_json)
    else:
        raise InputFault("off_which")


def _one(store: Store, as_json: bool) -> None:
    chain = chain_name(store.data, store.session_id)
    try:
        kept = turn_off(store, terminal=True)
    except StoreFault as fault:
        raise store_failed(fault) from None
    tell(store, as_json, kept)
    if not as_json:
        say(sentence("off_now"))
        if rests(store):
            say(said(GOALS, "paused_off"))
        if chain:
            say(said(CHAINS, "stopped", chain=chain))


def _forgotten(older_than: str, data: Path | None, as_json: bool) -> None:
    idle = idle_sessions(folders_of(data), time.time() - seconds_of(older_than))
    if idle:
        _show(idle)
        if not agrees(sentence("ask_off", count=str(len(idle)))):
            raise InputFault("nothing_changed")
    off = [moved(found.session.store) for found in idle if _turn_off(found)]
    if as_json:
        click.echo(to_json(TurnedOff(sessions=off)))
    else:
        say(sentence("turned_off", count=str(len(off))))


def _turn_off(idle: Idle) -> bool:
    """False when it is in use again; a session at work is that too."""
    try:
        return turn_off_if_idle(idle)
    except StoreFault:
        return False


def _show(idle: list[Idle]) -> None:
    heads = [sentence(name) for name in ("session", "phase", "last_used", "workspace")]
    show(columns(heads, [_row(found) for found in idle], folded=3))


def _row(idle: Idle) -> tuple[str, str, str, str]:
    state = idle.session.state
    known = (state.phase, state.workspace_root) if isinstance(state, State) else (state.rule, "-")
    return idle.session.session_id, known[0], idle.last_used_text, known[1]
