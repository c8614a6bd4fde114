"""SessionStart: says what is still open in an armed session, and of a fork of one that nothing guards it; and brings
the project's guides.

The plugin may have moved since the activation: then harness-confine is written anew.
"""

from __future__ import annotations

from dataclasses import replace

from harness_runtime.artifacts.kinds import BY_NAME
from harness_runtime.events.context import Context
from harness_runtime.events.conversation.guarding import arm_always, is_switched_on
from harness_runtime.events.conversation.origin import at_start
from harness_runtime.events.conversation.standing import with_standing
from harness_runtime.events.guides.door import with_session_guides
from harness_runtime.events.run.position import short
from harness_runtime.messages.catalog import sentence
from harness_runtime.messages.gates import KIND_NAMES
from harness_runtime.messages.loop_said import SAID
from harness_runtime.session.confine_script import install_script
from harness_runtime.session.guarded import is_always_armed
from harness_runtime.session.heartbeat import has_beaten
from harness_runtime.session.layout import is_guarded
from harness_runtime.session.resumed import note
from harness_runtime.session.state import State
from harness_runtime.wire.answers import SILENT, Answer
from harness_runtime.workflow.position import RELEASING


def handle(context: Context) -> Answer:
    return SILENT if context.event.child else with_standing(context, _started(context)).completed()


def _started(context: Context) -> Answer:
    event = context.event
    hindered = arm_always(context)
    if not context.store.is_armed():
        past = at_start(context)
        told = sentence(SAID, context.language(), hindered[0], **hindered[1]) if hindered else ""
        past = replace(past, message="\n".join(filter(None, (past.message, told))))
        return with_session_guides(context, past, None)
    if is_guarded(context.data, event.session_id):
        told = "" if is_always_armed(context.data) else _guard_open(context)
        past = at_start(context)
        message = "\n".join(filter(None, (past.message, told)))
        return with_session_guides(context, Answer(context=past.context, message=message), None)
    if event.host == "claude" and event.source == "resume":
        note(context.data, event.session_id)  # perhaps a fork, whose own id only its first prompt tells
    state = context.store.load()
    if state is None:
        return SILENT
    install_script(context.data, context.plugin_root)
    return with_session_guides(context, _open(context, state), state)


def _guard_open(context: Context) -> str:
    """A goal or a chain says itself that it is there."""
    return sentence(SAID, context.language(), "guard_open") if is_switched_on(context.store) else ""


def _open(context: Context, state: State) -> Answer:
    what = _what(context, state)
    if state.phase in RELEASING:
        return Answer(context=what, message=what)
    text = context.say(state.language, "still_open", run_id=state.run_id, phase=state.phase, what=what)
    if not has_beaten(context.data, state.session_id, state.revision):
        text = f"{text} {context.say(state.language, 'hook_silent')}"
    files = context.files(state.phase)
    return Answer(context=f"{text}\n{context.say(state.language, 'read_again', files=files)}", message=text)


def _what(context: Context, state: State) -> str:
    if state.pending is not None:
        return context.say(
            state.language,
            "open_gate",
            kind=KIND_NAMES[state.pending.kind],
            hash=short(state.pending.sha256),
            prompt=BY_NAME[state.pending.kind].prompt,
        )
    if state.held:
        return context.say(state.language, "open_held")
    if state.phase in RELEASING:
        return context.say(state.language, "open_ended", phase=state.phase)
    if state.policy_sha256:
        from harness_runtime.events.run.terms import accepted_terms  # dear, and few starts find a boundary in force

        if terms := accepted_terms(context.store, state):
            return context.say(state.language, "open_boundary", paths=", ".join(terms.allowed_write_paths))
    return context.say(state.language, "open_reading")
