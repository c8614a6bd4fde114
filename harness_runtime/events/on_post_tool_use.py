"""A finished call that is not an ordinary one: another input than the judged one, a lost denial, a confined run.

Source: harness contract, Finished calls. What has run cannot be undone: it costs authority, and it is said.
"""

from __future__ import annotations

from harness_runtime.events.confined_run import take_evidence
from harness_runtime.events.context import Context
from harness_runtime.events.post_tool_use import CONFINED
from harness_runtime.events.ran_input import is_as_judged
from harness_runtime.events.revoke import revoke
from harness_runtime.session.calls import find_call
from harness_runtime.session.state import State
from harness_runtime.wire.answers import SILENT, Answer

SHOWN = 200


def handle(context: Context) -> Answer:
    event = context.event
    with context.store.locked():
        state = context.store.load()
        call = find_call(context.data, event.session_id, event.turn, event.tool_use_id)
        if state is None or call is None or call.get("tool") != event.tool:
            return SILENT
        return _judge(context, state, call)


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
