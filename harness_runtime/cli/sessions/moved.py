"""What has become of a session by a person's word in the terminal: phase, held, authority."""

from __future__ import annotations

from pathlib import Path

import click

from harness_runtime.cli.contracts.base import to_json
from harness_runtime.cli.contracts.sessions import Moved
from harness_runtime.cli.language import sentence
from harness_runtime.cli.render import facts, show
from harness_runtime.cli.sessions.find import session_at
from harness_runtime.cli.sessions.view import view_session
from harness_runtime.session.store import Store


def tell(store: Store, as_json: bool, set_aside: Path | None = None) -> None:
    """Print where the session stands now. `set_aside`: where a state that could not be used is kept."""
    now = moved(store, set_aside)
    if as_json:
        click.echo(to_json(now))
        return
    rows = [
        (sentence("session"), now.session_id),
        (sentence("phase"), now.phase or "-"),
        (sentence("authority"), sentence("authority_now" if now.authority else "no")),
        (sentence("held"), sentence("held_yes" if now.held else "no")),
    ]
    if set_aside is not None:
        rows.append((sentence("set_aside"), str(set_aside)))
    show(facts(rows))


def moved(store: Store, set_aside: Path | None = None) -> Moved:
    view = view_session(session_at(store.data, store.folder.name))
    return Moved(
        session_id=store.session_id,
        phase=view.state.phase if view.state else None,
        held=view.state.held if view.state else False,
        authority=view.authority,
        set_aside=str(set_aside) if set_aside else None,
    )
