"""A conversation that came out of a guarded one and is not guarded itself: a fork, or what follows a clear. Cold.

Hosts give both a new session id, under which nobody has asked for Harness, while the model may still remember a run
that it believes to be its own. What the hosts tell (measured, Codex 0.171.0 and Claude Code 2.1.197):

| happening    | Codex                                        | Claude Code                                       |
|--------------|----------------------------------------------|---------------------------------------------------|
| fork         | source fork; transcript names forked_from_id | source resume, the old id; first prompt, a new id |
| fork resumed | source resume, the fork's id                 | source resume, the fork's id; copied transcript   |
| clear        | source clear                                 | source clear                                      |

Visibility only: nothing is granted or refused for it.
"""

from __future__ import annotations

import json
from dataclasses import dataclass

from harness_runtime.events.context import Context
from harness_runtime.session import resumed
from harness_runtime.session.layout import folder_name, is_guarded
from harness_runtime.session.markers import armed_sessions
from harness_runtime.session.state import State
from harness_runtime.session.store import Store, StoreFault
from harness_runtime.wire.answers import SILENT, Answer
from harness_runtime.workflow.position import RELEASING

FIRST_LINE_BYTES = 1 << 20
TRANSCRIPT_BYTES = 64 << 20
SAID_AT_ACTIVATION = "Harness active: run {run_id}"
"""How the activation context begins, in both languages."""


@dataclass(frozen=True)
class Origin:
    """The guarded session. `phase` is "unreadable" where its state cannot be used: it is guarded all the more."""

    session_id: str
    phase: str


def at_start(context: Context) -> Answer:
    """SessionStart in a session without a run."""
    event = context.event
    match event.source:
        case "fork" | "resume" if event.host == "codex":
            known = _forked_from(event.transcript_path)
            unknown = _beside(context) if event.source == "fork" else None
            origin = _in_a_run(context.data, known) if known else unknown
        case "resume":
            origin = _remembered(context)
        case "clear":
            origin = _beside(context)
        case _:
            origin = None
    return _answer(context, origin)


def at_prompt(context: Context) -> Answer:
    """The first prompt of a host's process that resumed an armed session; later ones have nothing to find."""
    name = resumed.noted(context.data)
    resumed.forget(context.data)
    if not name or name == folder_name(context.event.session_id):
        return SILENT
    session = next((found for found in armed_sessions(context.data) if folder_name(found) == name), "")
    return _answer(context, _in_a_run(context.data, session) if session else None)


def _answer(context: Context, origin: Origin | None) -> Answer:
    if origin is None:
        return SILENT
    language = context.language()
    told = context.say(language, "unguarded", session=origin.session_id, phase=origin.phase)
    return Answer(context=f"{told} {context.say(language, 'unguarded_model')}", message=told)


def _in_a_run(data: str, session_id: str) -> Origin | None:
    """None when no run guards it: a completed one is over, even while its session waits for the next prompt."""
    store = Store(data, session_id)
    if not store.is_armed() or is_guarded(data, session_id):
        return None
    state = _state(store)
    if state is None:
        return Origin(session_id, "unreadable")
    return None if state.phase in RELEASING else Origin(session_id, state.phase)


def _state(store: Store) -> State | None:
    try:
        return store.load()
    except StoreFault:
        return None


def _others(context: Context) -> list[State]:
    """Armed sessions of this host with a run to guard, the latest first."""
    sessions = [session for session in armed_sessions(context.data) if not is_guarded(context.data, session)]
    states = [_state(Store(context.data, session)) for session in sessions]
    mine = [state for state in states if state and state.host == context.event.host and state.phase not in RELEASING]
    return sorted(mine, key=lambda state: state.updated_at, reverse=True)


def _beside(context: Context) -> Origin | None:
    """The host does not say what was cleared: the guarded session of this workspace that was used last."""
    root = context.workspace_root()
    found = next((state for state in _others(context) if state.workspace_root == root), None)
    return Origin(found.session_id, found.phase) if found else None


def _remembered(context: Context) -> Origin | None:
    """Claude Code copies the conversation into a fork's transcript, and with it our activation context."""
    try:
        with open(context.event.transcript_path, "rb") as file:
            content = file.read(TRANSCRIPT_BYTES)
    except OSError:
        return None
    for state in _others(context):
        if SAID_AT_ACTIVATION.format(run_id=state.run_id).encode() in content:
            return Origin(state.session_id, state.phase)
    return None


def _forked_from(transcript: str) -> str:
    """Codex writes the origin into the first record of a fork's transcript; "" when there is none."""
    try:
        with open(transcript, "rb") as file:
            record = json.loads(file.readline(FIRST_LINE_BYTES))
    except (OSError, ValueError, RecursionError):
        return ""
    payload = record.get("payload") if isinstance(record, dict) else None
    origin = payload.get("forked_from_id") if isinstance(payload, dict) else None
    return origin if isinstance(origin, str) else ""
