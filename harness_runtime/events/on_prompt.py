"""UserPromptSubmit in full: activation, the way out, replies to a gate, and the release after an end.

Source: harness contract, Who is speaking; Activation; Replies; After the end. Only a person's root prompt changes
anything, and only the exact reply to the open gate's own question grants anything.
"""

from __future__ import annotations

import os
from pathlib import Path

from harness_runtime.artifacts.canonical import artifact_hash
from harness_runtime.artifacts.kinds import BY_NAME, PLAN_PROMPT, REPAIR_PROMPT
from harness_runtime.events.context import Context
from harness_runtime.events.run import moved, new_run, position_of, short
from harness_runtime.events.seal import seal_policy
from harness_runtime.messages.catalog import sentence
from harness_runtime.messages.gates import KIND_NAMES, NOT_CONSUMED
from harness_runtime.session.account import account_name
from harness_runtime.session.state import State, Turn
from harness_runtime.session.store import StoreFault
from harness_runtime.wire.answers import SILENT, Answer
from harness_runtime.workflow.activation import OFF_COMMAND, is_activation
from harness_runtime.workflow.approval import why_not
from harness_runtime.workflow.position import RELEASING, TERMINAL, Event, Happening, Position
from harness_runtime.workflow.replies import Reply, classify, is_cancel
from harness_runtime.workflow.speaker import is_machine_text
from harness_runtime.workflow.transition import advance


def handle(context: Context) -> Answer:
    """The answer to one prompt; the state is committed before it is returned."""
    event = context.event
    if event.child:
        return SILENT
    person = not is_machine_text(event.prompt)
    if person and event.prompt.strip() == OFF_COMMAND:
        return _turn_off(context)
    activates = person and is_activation(event.prompt, event.host)
    if not activates and not context.store.is_armed():
        return SILENT
    with context.store.locked():
        state = context.store.load()
        if activates:
            return _activate(context, state)
        if state is None:
            raise StoreFault("state_unreadable", str(context.store.folder / "state.json"))
        turned = state.model_copy(update={"turn": Turn(id=event.turn, person=person)})
        if not person:
            context.store.commit(turned, "machine_prompt", turn=event.turn)
            return SILENT
        return _person_says(context, turned)


def _person_says(context: Context, state: State) -> Answer:
    if state.pending is not None:
        return _reply(context, state)
    if state.phase in RELEASING or (state.phase in TERMINAL and not state.held):
        return _release(context, state)
    if state.held:
        return _note(context, state, "held", phase=state.phase)
    if is_cancel(context.event.prompt):
        return _end(context, state, "cancelled", "cancelled")
    if state.correction is not None:
        faults = "; ".join(state.correction.faults)
        kind = KIND_NAMES[state.correction.kind]
        return _note(context, state, "correction", kind=kind, faults=faults)
    context.store.commit(state, "prompt", turn=context.event.turn)
    return SILENT


def _note(context: Context, state: State, key: str, **fields: object) -> Answer:
    """Nothing changes but the turn; the model is told where things stand."""
    context.store.commit(state, "prompt", turn=context.event.turn)
    return Answer(context=context.say(state.language, key, **fields))


def _activate(context: Context, previous: State | None) -> Answer:
    root = context.workspace_root()
    language = context.language()
    if root in ("/", os.path.realpath(Path.home())):
        return Answer(block=context.say(language, "root_refused", root=root))
    position = advance(position_of(previous) if previous else None, Happening(Event.ACTIVATE))
    assert position is not None
    context.store.arm()
    superseded = {"run_id": previous.run_id, "phase": previous.phase} if previous else None
    state = context.store.commit(
        new_run(context, previous, position, root),
        "activated",
        turn=context.event.turn,
        workspace_root=root,
        superseded=superseded,
        account=account_name(),
    )
    policy = "policy_found" if (Path(root) / ".harness/guard.json").exists() else "policy_none"
    return Answer(
        context=context.say(
            language,
            "activated",
            run_id=state.run_id,
            revision=state.revision,
            root=context.plugin_root,
            files=context.files("planning"),
            prompt=PLAN_PROMPT,
            repair_prompt=REPAIR_PROMPT,
            policy=context.say(language, policy),
        ),
        message=context.say(language, "activated_person"),
    )


def _reply(context: Context, state: State) -> Answer:
    pending = state.pending
    assert pending is not None
    names = {
        "kind": KIND_NAMES[pending.kind],
        "hash": short(pending.sha256),
        "prompt": BY_NAME[pending.kind].prompt,
    }
    match classify(context.event.prompt):
        case Reply.APPROVE:
            return _approve(context, state, names)
        case Reply.DECLINE:
            return _end(context, state, "declined", "declined", sha256=pending.sha256, kind=names["kind"])
        case Reply.REVISE:
            position = _advance(state, Event.REVISE)
            context.store.commit(
                moved(state, position), "revision_asked", sha256=pending.sha256, turn=context.event.turn
            )
            return Answer(context=context.say(state.language, "revised", phase=position.phase, **names))
        case Reply.UNCLEAR:
            context.store.commit(state, "unclear_reply", sha256=pending.sha256, turn=context.event.turn)
            return Answer(context=context.say(state.language, "unclear", **names))


def _approve(context: Context, state: State, names: dict[str, str]) -> Answer:
    pending = state.pending
    assert pending is not None
    stored = context.store.get_artifact(pending.sha256)
    reason = why_not(
        state,
        turn=context.event.turn,
        workspace_root=context.workspace_root(),
        artifact_intact=stored is not None and artifact_hash(pending.kind, stored) == pending.sha256,
    )
    if reason is not None:
        context.store.commit(state, "approval_not_consumed", sha256=pending.sha256, reason=reason)
        why = sentence(NOT_CONSUMED, context.spoken(state.language), reason)
        told = context.say(state.language, "not_consumed", why=why)
        guidance = context.say(state.language, "not_consumed_model", **names)
        return Answer(context=f"{told} {guidance}", message=told)
    position = _advance(state, Event.APPROVE, pending.sha256)
    digest, policy = seal_policy(context, state, position, pending)
    state = context.store.commit(
        moved(state, position, policy=digest),
        "approved",
        kind=pending.kind,
        sha256=pending.sha256,
        policy_sha256=digest,
        turn=context.event.turn,
        shown_in_turn=pending.turn,
        account=account_name(),
    )
    paths = ", ".join(policy.allowed_write_paths) or context.say(state.language, "none")
    del names["prompt"]
    return Answer(
        context=context.say(
            state.language,
            "approved",
            phase=state.phase,
            paths=paths,
            root=context.plugin_root,
            files=context.files(state.phase),
            **names,
        ),
        message=context.say(state.language, "approved_person", paths=paths, **names),
    )


def _end(context: Context, state: State, record: str, key: str, **details: str) -> Answer:
    """Cancelled by the person, at a gate or outside one: the session stays held."""
    event = Event.DECLINE if state.pending else Event.CANCEL
    state = context.store.commit(
        moved(state, _advance(state, event)), record, turn=context.event.turn, account=account_name(), **details
    )
    return Answer(
        context=context.say(state.language, key, **details),
        message=context.say(state.language, "ended_person"),
    )


def _release(context: Context, state: State) -> Answer:
    """The run was completed: from this prompt on nothing guards the session."""
    context.store.commit(state, "released", turn=context.event.turn)
    context.store.release()
    text = context.say(state.language, "released", phase=state.phase)
    return Answer(context=text, message=text)


def _turn_off(context: Context) -> Answer:
    """Cancel and release at once, also when the state cannot be read: the folder is set aside, never deleted."""
    store = context.store
    if not store.is_armed():
        return Answer(block=context.say(context.language(), "off_nothing"))
    with store.locked():
        try:
            state = store.load()
            if state is not None:
                position = advance(position_of(state), Happening(Event.CANCEL)) or position_of(state)
                ended = moved(state, position).model_copy(update={"held": False})
                store.commit(ended, "turned_off", turn=context.event.turn, account=account_name())
            store.release()
            return Answer(block=context.say(context.language(), "off"))
        except StoreFault:
            kept = store.set_aside()
            store.release()
            return Answer(block=context.say(context.language(), "off_set_aside", path=kept))


def _advance(state: State, event: Event, sha256: str = "") -> Position:
    position = advance(position_of(state), Happening(event, sha256))
    assert position is not None, (state.phase, event)
    return position
