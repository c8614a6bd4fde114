"""UserPromptSubmit in full: who speaks, and what that means where the run stands.

Source: harness contract, Who is speaking; Replies; After the end. Only a person's root prompt changes anything.
"""

from __future__ import annotations

from dataclasses import replace

from harness_runtime.artifacts.kinds import CLOSING
from harness_runtime.events.commands.typed import command_of
from harness_runtime.events.context import Context
from harness_runtime.events.conversation.asked import note_asked
from harness_runtime.events.conversation.guarding import arm_always, note_prompt
from harness_runtime.events.conversation.origin import at_prompt
from harness_runtime.events.conversation.standing import with_standing
from harness_runtime.events.conversation.steered import with_notes
from harness_runtime.events.guides.door import auto_notes, with_unattended_guides
from harness_runtime.events.run.loading_group import loading_group
from harness_runtime.messages.catalog import sentence
from harness_runtime.messages.gates import KIND_NAMES
from harness_runtime.messages.goals import GOALS
from harness_runtime.messages.guides_hooks import GUIDED
from harness_runtime.session import resumed
from harness_runtime.session.chain import CHAIN_FILE, chain_name
from harness_runtime.session.goals import GOAL_FILE
from harness_runtime.session.layout import is_guarded
from harness_runtime.session.state import State, Turn
from harness_runtime.session.store import BUSY, StoreFault
from harness_runtime.wire.answers import SILENT, Answer
from harness_runtime.wire.environment import is_nested
from harness_runtime.workflow.activation import OFF_COMMAND, is_activation
from harness_runtime.workflow.commands import mistyped_command
from harness_runtime.workflow.position import AUTHORITY, RELEASING, TERMINAL
from harness_runtime.workflow.replies import APPROVAL, is_cancel
from harness_runtime.workflow.speaker import is_machine_text

# What activates, ends, answers a gate or a command is imported where a prompt does so: most do not.


def handle(context: Context) -> Answer:
    """The answer to one prompt; the state is committed before it is returned. Notes that wait go along with it."""
    if context.event.child:
        return SILENT
    answer = _answer(context)
    return with_notes(context, with_standing(context, note_asked(context, answer))).completed()


def _answer(context: Context) -> Answer:
    event = context.event
    person = not is_machine_text(event.prompt)
    if person and event.prompt.strip() == OFF_COMMAND:
        return _scheduled(context) or _off(context)
    arm_always(context)
    if person and is_nested(dict(context.environ)) and not is_cancel(event.prompt):
        return _nested(context)
    command = command_of(context) if person else None
    if command is not None:
        from harness_runtime.events.commands.answer import answer_command

        told = _scheduled(context) or answer_command(context, command)
        if told.block or not context.store.is_armed() or is_guarded(context.data, event.session_id):
            return told
        return _joined(
            told, _in_turn(context, person=True, activates=False)
        )  # in a run it is a prompt like any other
    mistyped = mistyped_command(event.prompt, event.host) if person else None
    if mistyped is not None:
        from harness_runtime.events.commands.mistyped import answer_mistyped

        return answer_mistyped(context, mistyped)
    return _in_turn(context, person=person, activates=person and is_activation(event.prompt, event.host))


def _nested(context: Context) -> Answer:
    """In a host that Harness itself asks no prompt is a person's, but for what only takes away. A person whose own
    host has inherited the mark is told, and must not believe the session guarded."""
    event, armed = context.event, context.store.is_armed()
    told = context.say(context.language(), "nested")
    if is_activation(event.prompt, event.host) or command_of(context):
        return Answer(block=told)
    answer = _in_turn(context, person=False, activates=False)
    return replace(answer, message=told) if armed else answer


def _scheduled(context: Context) -> Answer | None:
    """A command in the words of a prompt that the agent has scheduled is the host's, not the person's."""
    from harness_runtime.messages.loop_said import SAID
    from harness_runtime.session.scheduled import is_scheduled

    event = context.event
    if event.host != "claude" or not is_scheduled(event.prompt, context.workspace_root(), event.transcript_path):
        return None
    return Answer(block=sentence(SAID, context.language(), "command_scheduled"))


def _joined(first: Answer, second: Answer) -> Answer:
    return replace(
        second,
        context="\n".join(filter(None, (first.context, second.context))),
        message="\n".join(filter(None, (first.message, second.message))),
        last=first.last or second.last,
    )


def _in_turn(context: Context, *, person: bool, activates: bool) -> Answer:
    """What a prompt that opens a turn means where the session stands."""
    event = context.event
    if not activates and not context.store.is_armed():
        return with_unattended_guides(context, at_prompt(context)) if person else SILENT
    if not activates and is_guarded(context.data, event.session_id):
        note_prompt(context)
        return with_unattended_guides(context, at_prompt(context)) if person else SILENT
    resumed.forget(context.data)
    if activates:
        _make_room(context)
    with context.store.locked():
        state = context.store.load()
        if activates:
            from harness_runtime.events.run.activate import activate

            return activate(context, state)
        if state is None:
            raise StoreFault("state_unreadable", str(context.store.folder / "state.json"))
        turned = state.model_copy(update={"turn": Turn(id=event.turn, person=person)})
        if not person:
            context.store.commit(turned, "machine_prompt", turn=event.turn)
            return SILENT
        return _person_says(context, turned.model_copy(update={"suspended": _stays_suspended(state)}))


def _stays_suspended(state: State) -> bool:
    """After what was to close the run, or the work, no prompt but an answered gate makes writing possible again:
    "thank you" is said to a report, whether it was read or not."""
    return state.suspended and state.correction is not None and state.correction.kind in CLOSING


def _make_room(context: Context) -> None:
    """A state that cannot be used gives way to the new run, as the denials promise; its folder is kept whole. A goal
    and a chain outlive it."""
    with context.store.locked():
        try:
            context.store.load()
        except StoreFault:
            kept = context.store.set_aside()
        else:
            return
    if kept is not None and (kept / GOAL_FILE).exists():
        from harness_runtime.events.goal import verbs

        verbs.take_over(context, kept)
    if kept is not None and (kept / CHAIN_FILE).exists():
        from harness_runtime.events.chain import selection

        selection.take_over(context, kept)


def _person_says(context: Context, state: State) -> Answer:
    if state.pending is not None:
        from harness_runtime.events.gate.reply import reply

        return _with_correction(context, reply(context, state))
    if state.phase in RELEASING or (state.phase in TERMINAL and not state.held):
        return _released(context, state)
    if state.held:
        return _note(context, state, context.say(state.language, "held", phase=state.phase))
    if is_cancel(context.event.prompt):
        from harness_runtime.events.run.ending import cancel
        from harness_runtime.events.run.still_running import still_running

        cancel(context.store, state, turn=context.event.turn)
        return Answer(
            context=context.say(state.language, "cancelled"),
            message=context.say(state.language, "ended_person") + still_running(context, state.language),
        )
    group = loading_group(context.store, state)
    told = state.model_copy(update={"told_phase": group})
    notes = [*_phase_note(context, state, group), *auto_notes(context, state), *_correction_note(context, state)]
    unasked = _unasked(context, state)
    context.store.commit(told, "prompt", turn=context.event.turn)
    return Answer(context="\n".join([*unasked, *notes]), message="\n".join(unasked))


def _unasked(context: Context, state: State) -> list[str]:
    """A `y` that answers no gate. It may answer a question of the agent's, and neither shall take it for more."""
    if context.event.prompt != APPROVAL:
        return []
    from harness_runtime.events.gate.phase_takes import taken

    return [context.say(state.language, "no_gate", phase=state.phase, taken=taken(state.phase))]


def _phase_note(context: Context, state: State, group: str) -> list[str]:
    """The run has come to another loading group since the model was told what to load."""
    if group == state.told_phase:
        return []
    if state.phase in AUTHORITY:  # the approval was finished in a terminal
        from harness_runtime.events.gate.reply import approved_context
        from harness_runtime.events.run.terms import accepted_terms

        terms = accepted_terms(context.store, state)
        if terms is None:
            raise StoreFault("policy_unreadable", str(state.policy_sha256))
        return [approved_context(context, state, terms)]
    files = context.files(group)
    return [context.say(state.language, "phase_entered", phase=state.phase, root=context.plugin_root, files=files)]


def _with_correction(context: Context, answer: Answer) -> Answer:
    """While the gate stays open, a newer artifact that was refused is asked for again: before, no `y` counts."""
    state = context.store.load()
    if state is None or state.pending is None:
        return answer
    return replace(answer, context="\n".join([answer.context, *_correction_note(context, state)]))


def _correction_note(context: Context, state: State) -> list[str]:
    if state.correction is None:
        return []
    faults = "; ".join(state.correction.faults)
    if state.correction.stopped:
        return [sentence(GUIDED, context.spoken(state.language), "waits", faults=faults)]
    kind = KIND_NAMES[state.correction.kind]
    return [context.say(state.language, "correction", kind=kind, faults=faults)]


def _note(context: Context, state: State, text: str) -> Answer:
    """Nothing changes but the turn; the model is told where things stand."""
    context.store.commit(state, "prompt", turn=context.event.turn)
    return Answer(context=text)


def _released(context: Context, state: State) -> Answer:
    """The run was completed: from this prompt on nothing guards the session."""
    from harness_runtime.events.run.ending import release

    release(context.store, state, turn=context.event.turn)
    text = context.say(state.language, "released", phase=state.phase)
    return with_unattended_guides(context, Answer(context=text, message=text))


def _off(context: Context) -> Answer:
    """The way out at once. The prompt goes no further: the answer says all there is to say."""
    from harness_runtime.events.run.ending import leave, rests, turn_off
    from harness_runtime.events.run.still_running import still_running
    from harness_runtime.messages.chains import CHAINS

    language = context.language()
    if not context.store.is_armed():
        return Answer(block=context.say(language, "off_nothing"))
    chain = chain_name(context.data, context.event.session_id)
    said = "off"
    try:
        kept = turn_off(context.store, turn=context.event.turn)
    except StoreFault as fault:
        if fault.rule != BUSY:
            raise
        leave(context.store)
        kept, said = None, "off_busy"
    if kept is not None:
        return Answer(block=context.say(language, "off_set_aside", path=kept))
    resting = sentence(GOALS, language, "paused_off") if rests(context.store) else ""
    deselected = sentence(CHAINS, language, "stopped", chain=chain) if chain else ""
    told = "\n".join(filter(None, (context.say(language, said), resting, deselected)))
    return Answer(block=told + still_running(context, language))
