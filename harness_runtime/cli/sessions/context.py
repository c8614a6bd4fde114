"""A session as the hooks' handlers know it, for verbs that do in a terminal what a person's prompt does."""

from __future__ import annotations

import os

from harness_runtime.cli.faults import InputFault
from harness_runtime.cli.installation.staging import plugin_source
from harness_runtime.cli.sessions.find import Session
from harness_runtime.events.context import Context
from harness_runtime.session.goals import GoalFault, read_goal
from harness_runtime.session.guarded import read_guarded
from harness_runtime.session.sealed import SealedFault
from harness_runtime.session.store import StoreFault
from harness_runtime.wire.events import HookEvent, hook_event

PROJECT_FOLDER = "CLAUDE_PROJECT_DIR"  # of the host that this terminal may itself stand in


def context_of(session: Session) -> Context:
    """No turn, no prompt. Raises InputFault for a session of which neither host nor workspace is known."""
    host, root = _known(session)
    if not root:
        raise InputFault("session_unplaced", session=session.session_id)
    environ = {name: value for name, value in os.environ.items() if name != PROJECT_FOLDER}
    event = _event(session.session_id, host, root)
    return Context(event, environ, session.store.data, plugin_root=str(plugin_source()))


def _known(session: Session) -> tuple[str, str]:
    if not isinstance(session.state, StoreFault):
        return session.state.host, session.state.workspace_root
    store = session.store
    try:
        guarded = read_guarded(store.data, store.session_id)
        goal = read_goal(store.data, store.session_id)
    except (SealedFault, GoalFault):
        return "", ""
    if guarded is not None:
        return str(guarded["host"]), str(guarded["workspace_root"])
    return (goal.host, goal.workspace_root) if goal is not None else ("", "")


def _event(session_id: str, host: str, root: str) -> HookEvent:
    """As if the host had fired it in the session's own folder."""
    raw = {"session_id": session_id, "hook_event_name": "UserPromptSubmit", "cwd": root}
    return hook_event(raw, {"PLUGIN_ROOT": "-"} if host == "codex" else {})
