"""A host is about to ask its person. In a run one answer is fixed: nothing is typed into a running terminal.

What is typed there reaches no other hook, so it cannot be judged; the person would be asked to judge it blind.
Every other question is the host's own, and its call has been judged by PreToolUse. Hot.
"""

from __future__ import annotations

from harness_runtime.boundary.decision import Decision
from harness_runtime.events.call_record import record_call
from harness_runtime.messages.denials import say
from harness_runtime.session.layout import is_guarded
from harness_runtime.session.person_config import language_of_person
from harness_runtime.session.sealed import SealedFault, read_state
from harness_runtime.wire.deny import PASS, deny, refused_permission
from harness_runtime.wire.stdin import text_field

RULE = "tool_unmodeled"
TYPING = "write_stdin"  # Codex joins a namespace to a tool's name without a separator


def answer_request(environ: dict[str, str], data: str, session_id: str, event: dict[str, object]) -> int:
    """The hook's exit code; a refusal has been said. It rests on no state: one that cannot be read refuses too."""
    tool = text_field(event, "tool_name")
    if not tool.endswith(TYPING) or is_guarded(data, session_id):
        return PASS
    language = environ.get("HARNESS_LANG", "")
    phase = ""
    try:
        state = read_state(data, session_id)
        language = language or str(state["language"])
        phase = str(state["phase"])
    except SealedFault:
        language = language or language_of_person(environ, data)
    record_call(data, session_id, event, Decision("deny", "unmodeled", RULE, tool))
    reason = say(language, RULE, phase, subject=tool)
    return deny(reason, refused_permission(reason))
