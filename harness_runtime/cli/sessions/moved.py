"""Which run a person's word in the terminal is for, and what has become of it: phase, held, authority."""

from __future__ import annotations

from pathlib import Path

import click

from harness_runtime.cli.contracts.base import to_json
from harness_runtime.cli.contracts.sessions import Moved
from harness_runtime.cli.faults import InputFault
from harness_runtime.cli.language import sentence
from harness_runtime.cli.render import facts, show
from harness_runtime.cli.sessions.find import Session, pick, sessions_in
from harness_runtime.cli.sessions.view import View, view_session
from harness_runtime.session.store import Store


def armed_session(sessions: list[Session], wanted: str | None, workspace: Path) -> Session:
    """The session named, else the one armed session of this workspace; never one of several."""
    if wanted is not None:
        return pick(sessions, wanted, workspace)
    armed = [session for session in sessions if session.armed]
    here = [session for session in armed if _works_in(session, workspace)]
    match here:
        case [session]:
            return session
        case []:
            others = ", ".join(session.session_id for session in armed) or "-"
            raise InputFault("none_armed_here", folder=str(workspace), others=others)
        case several:
            raise InputFault("several_armed", sessions=", ".join(session.session_id for session in several))


def _works_in(session: Session, workspace: Path) -> bool:
    root = session.workspace_root
    return root is not None and workspace.is_relative_to(root)


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


def moved(store: Store, set_aside: Path | None) -> Moved:
    view = _view(store)
    state = view.state if view else None
    return Moved(
        session_id=store.session_id,
        phase=state.phase if state else None,
        held=state.held if state else False,
        authority=view.authority if view else False,
        set_aside=str(set_aside) if set_aside else None,
    )


def _view(store: Store) -> View | None:
    sessions = sessions_in([Path(store.data)])
    return next((view_session(session) for session in sessions if session.session_id == store.session_id), None)
