"""SessionStart: says what is still open in a session that is armed. Visibility only, it changes nothing."""

from __future__ import annotations

from harness_runtime.artifacts.kinds import BY_NAME
from harness_runtime.events.context import Context
from harness_runtime.events.run import short
from harness_runtime.events.terms import accepted_terms
from harness_runtime.messages.gates import KIND_NAMES
from harness_runtime.session.state import State
from harness_runtime.wire.answers import SILENT, Answer
from harness_runtime.workflow.position import RELEASING


def handle(context: Context) -> Answer:
    state = context.store.load()
    if state is None or context.event.child:
        return SILENT
    what = _what(context, state)
    if state.phase in RELEASING:
        return Answer(context=what, message=what)
    text = context.say(state.language, "still_open", run_id=state.run_id, phase=state.phase, what=what)
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
    terms = accepted_terms(context.store, state) if state.policy_sha256 else None
    if terms is not None:
        return context.say(state.language, "open_boundary", paths=", ".join(terms.allowed_write_paths))
    return context.say(state.language, "open_reading")
