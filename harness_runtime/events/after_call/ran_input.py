"""Is what ran what was judged? (contract: After a call)

The record of the call holds the digest of the input that could run. What the hosts themselves add on the way is no
difference; a change that the person made in the host's own view of an edit is judged anew.
"""

from __future__ import annotations

from harness_runtime.boundary.decide import decide
from harness_runtime.events.context import Context
from harness_runtime.events.judge import places_of, policy_in_force
from harness_runtime.session.sealed import SealedFault, read_state
from harness_runtime.wire.call_digest import call_digest

# What Claude Code adds to an input after the hooks have judged it: the person's answers, and for an edit by `sed` the
# new content that it worked out for the person's view.
ANSWERS = {"AskUserQuestion": ("answers", "annotations")}
SED_EDIT = "_simulatedSedEdit"


def is_as_judged(context: Context, call: dict[str, object]) -> bool:
    """`call`: its record."""
    event = context.event
    judged, ran = call.get("input"), event.tool_input
    if judged == call_digest(event.tool, ran):
        return True
    if not isinstance(ran, dict):
        return False
    without = {key: value for key, value in ran.items() if key not in ANSWERS.get(event.tool, ())}
    if judged == call_digest(event.tool, without):
        return True
    if event.tool == "Bash" and SED_EDIT in ran:
        command = {key: value for key, value in ran.items() if key != SED_EDIT}
        return judged == call_digest(event.tool, command) and _writes_inside(context, ran[SED_EDIT])
    person_did = isinstance(event.response, dict) and event.response.get("userModified") is True
    return person_did and call.get("kind") == "mutate" and _passes(context, event.tool, ran)


def _writes_inside(context: Context, edit: object) -> bool:
    path = edit.get("filePath") if isinstance(edit, dict) else None
    return isinstance(path, str) and _passes(context, "Write", {"file_path": path, "content": ""})


def _passes(context: Context, tool: str, tool_input: dict[str, object]) -> bool:
    """Whether such a change passes as things stand."""
    event: dict[str, object] = {"tool_name": tool, "tool_input": tool_input, "cwd": context.event.cwd}
    try:
        state = read_state(context.data, context.event.session_id)
        policy = policy_in_force(context.data, context.event.session_id, state)
        decision = decide(event, state, policy, places_of(dict(context.environ), context.data, state))
    except SealedFault:
        return False
    return decision.verdict == "allow" and decision.kind == "mutate"
