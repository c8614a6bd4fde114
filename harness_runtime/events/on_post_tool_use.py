"""A finished call that is not an ordinary one: another input than the judged one, a lost denial, a confined run.

Source: harness contract, After a call. What has run cannot be undone: it costs authority, and it is said.
"""

from __future__ import annotations

from contextlib import suppress

from harness_runtime.boundary.secrets import is_secret
from harness_runtime.events.after_call.confined_run import take_evidence
from harness_runtime.events.after_call.ran_input import is_as_judged
from harness_runtime.events.after_call.revoke import revoke
from harness_runtime.events.context import Context
from harness_runtime.events.conversation.steered import with_notes
from harness_runtime.events.judge import places_of
from harness_runtime.events.post_tool_use import CONFINED
from harness_runtime.loop.undo.boundary import note_boundary
from harness_runtime.session.calls import find_call
from harness_runtime.session.layout import is_guarded
from harness_runtime.session.sealed import SealedFault, read_state
from harness_runtime.session.state import State
from harness_runtime.session.undo import UndoFolder
from harness_runtime.wire.answers import SILENT, Answer

SHOWN = 200


def handle(context: Context) -> Answer:
    event = context.event
    if is_guarded(context.data, event.session_id):
        return with_notes(context, SILENT)
    with context.store.locked():
        state = context.store.load()
        call = find_call(context.data, event.session_id, event.turn, event.tool_use_id)
        if state is None or call is None or call.get("tool") != event.tool:
            return SILENT
        if call.get("kind") == CONFINED:
            _note_changes(context)
        answer = _judge(context, state, call)
    return with_notes(context, answer)


def _note_changes(context: Context) -> None:
    """For undo: what the confined command has changed. What cannot be noted counts as not seen, and is told there."""
    data, session_id = context.data, context.event.session_id
    with suppress(SealedFault, OSError):
        state = read_state(data, session_id)
        places, root = places_of(dict(context.environ), data, state), str(state["workspace_root"])
        note_boundary(
            UndoFolder(data, session_id), context.event.tool_use_id, lambda path: is_secret(path, root, places)
        )


def _judge(context: Context, state: State, call: dict[str, object]) -> Answer:
    if call.get("verdict") != "allow":
        return revoke(context, state, "denial_lost", str(call.get("subject")), rule=call.get("rule"))
    if call.get("kind") == CONFINED:
        return take_evidence(context, state, call)
    if is_as_judged(context, call):
        return SILENT
    return revoke(context, state, "input_changed", what_ran(context), judged=call.get("subject"))


def what_ran(context: Context) -> str:
    """The input as people recognise it: its command or its path, on one line."""
    tool_input = context.event.tool_input
    fields = tool_input if isinstance(tool_input, dict) else {}
    named = next((fields[name] for name in ("command", "file_path", "notebook_path", "path") if name in fields), "")
    text = " ".join(str(named or sorted(fields)).split())
    return text if len(text) <= SHOWN else text[: SHOWN - 1] + "…"
