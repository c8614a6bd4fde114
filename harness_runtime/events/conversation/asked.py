"""What the person asked for in this turn, noted for the critic at its end (contract: Loop guards)."""

from __future__ import annotations

from dataclasses import replace

from harness_runtime.events.commands.typed import command_of
from harness_runtime.events.context import Context
from harness_runtime.messages.catalog import sentence
from harness_runtime.messages.goals import VERIFIED
from harness_runtime.session.asked import forget_request, note_request
from harness_runtime.session.goals import GoalFault, read_goal
from harness_runtime.session.guarded import language_of, read_guarded
from harness_runtime.session.notes import waiting_texts
from harness_runtime.session.sealed import SealedFault, read_state
from harness_runtime.session.store import moment
from harness_runtime.wire.answers import Answer
from harness_runtime.workflow.speaker import is_machine_text


def note_asked(context: Context, answer: Answer) -> Answer:
    """The prompt's answer, with what the person is to hear when the request could not be noted."""
    event, data = context.event, context.data
    if answer.block or not context.store.is_armed() or is_machine_text(event.prompt):
        return answer
    try:
        if _is_verified(data, event.session_id):
            notes = waiting_texts(data, event.session_id)
            note_request(data, event.session_id, event.turn, _request(context), moment(), notes)
        else:
            forget_request(data, event.session_id)
    except OSError as error:
        language = context.spoken(language_of(data, event.session_id) or context.language())
        told = sentence(VERIFIED, language, "not_verified", why=error.strerror or error)
        return replace(answer, message="\n".join(part for part in (answer.message, told) if part))
    return answer


def _is_verified(data: str, session_id: str) -> bool:
    """What cannot be read is told where it matters more."""
    try:
        known = read_guarded(data, session_id) or read_state(data, session_id)
    except SealedFault:
        return False
    sealed = known.get("loop")
    return isinstance(sealed, dict) and sealed.get("verify_replies") is True


def _request(context: Context) -> str:
    """A goal that is set or picked up again is its own text."""
    event = context.event
    command = command_of(context)
    if command is None or command.verb != "goal":
        return event.prompt
    return _goal(context) or event.prompt


def _goal(context: Context) -> str:
    try:
        goal = read_goal(context.data, context.event.session_id)
    except GoalFault:
        return ""
    return goal.goal if goal else ""
