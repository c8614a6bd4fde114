"""A person's reply to an open gate (contract: Replies)."""

from __future__ import annotations

from harness_runtime.artifacts.canonical import artifact_hash
from harness_runtime.artifacts.kinds import BY_NAME
from harness_runtime.artifacts.terms import Terms
from harness_runtime.events.context import Context
from harness_runtime.events.gate.grant import grant
from harness_runtime.events.run.ending import cancel
from harness_runtime.events.run.position import moved, position_of, short
from harness_runtime.events.run.project import project_hash
from harness_runtime.events.run.still_running import listed, still_running
from harness_runtime.messages.catalog import sentence
from harness_runtime.messages.gates import KIND_NAMES, NOT_CONSUMED
from harness_runtime.session.heartbeat import has_beaten
from harness_runtime.session.processes import left_running
from harness_runtime.session.schedules import durable_schedules
from harness_runtime.session.state import Pending, State
from harness_runtime.wire.answers import Answer
from harness_runtime.workflow.approval import why_not
from harness_runtime.workflow.position import Event, Happening
from harness_runtime.workflow.replies import Reply, classify
from harness_runtime.workflow.transition import advance


def reply(context: Context, state: State) -> Answer:
    """Decide what the prompt answers to the pending artifact, commit it, and say so."""
    pending = state.pending
    assert pending is not None
    kind, digest = KIND_NAMES[pending.kind], short(pending.sha256)
    prompt = BY_NAME[pending.kind].prompt
    match classify(context.event.prompt):
        case Reply.APPROVE:
            return _approve(context, state, pending)
        case Reply.DECLINE:
            cancel(context.store, state, "declined", sha256=pending.sha256, turn=context.event.turn)
            return Answer(
                context=context.say(state.language, "declined", kind=kind),
                message=context.say(state.language, "declined_person") + still_running(context, state.language),
            )
        case Reply.REVISE:
            position = advance(position_of(state), Happening(Event.REVISE))
            assert position is not None
            revised = moved(state, position)
            revised = revised.model_copy(update={"told_phase": position.phase})
            context.store.commit(revised, "revision_asked", sha256=pending.sha256, turn=context.event.turn)
            files = context.files(position.phase)
            told = context.say(state.language, "revised", kind=kind, prompt=prompt, phase=position.phase, files=files)
            return Answer(context=told)
        case Reply.UNCLEAR:
            context.store.commit(state, "unclear_reply", sha256=pending.sha256, turn=context.event.turn)
            return Answer(context=context.say(state.language, "unclear", kind=kind, hash=digest, prompt=prompt))


def _approve(context: Context, state: State, pending: Pending) -> Answer:
    stored = context.store.get_artifact(pending.sha256)
    reason = why_not(
        state,
        turn=context.event.turn,
        workspace_root=context.workspace_root(),
        artifact_intact=stored is not None and artifact_hash(pending.kind, stored) == pending.sha256,
        guard_alive=has_beaten(context.data, state.session_id, state.revision),
        project_sha256=project_hash(state.workspace_root),
    )
    if reason is not None:
        return _not_consumed(context, state, pending, reason)
    running = left_running(state.session_id, state.host)
    if running:
        pids = [process.pid for process in running]
        context.store.commit(state, "approval_not_consumed", sha256=pending.sha256, reason="left_running", pids=pids)
        return Answer(block=context.say(state.language, "left_running", processes=listed(running)))
    scheduled = durable_schedules(state.workspace_root)
    if scheduled:
        context.store.commit(state, "approval_not_consumed", sha256=pending.sha256, reason="scheduled_prompts")
        return Answer(block=context.say(state.language, "scheduled", schedules="; ".join(scheduled)))
    if state.person.approval == "terminal":
        noted = state.model_copy(update={"pending": pending.model_copy(update={"answered": True})})
        context.store.commit(noted, "answered", sha256=pending.sha256, turn=context.event.turn)
        return Answer(block=context.say(state.language, "answered"))
    state, terms = grant(context.store, state, told=True, turn=context.event.turn)
    paths = _paths(context, state, terms)
    kind, digest = KIND_NAMES[pending.kind], short(pending.sha256)
    return Answer(
        context=approved_context(context, state, terms),
        message=context.say(state.language, "approved_person", kind=kind, hash=digest, paths=paths),
    )


def _not_consumed(context: Context, state: State, pending: Pending, reason: str) -> Answer:
    context.store.commit(
        state, "approval_not_consumed", sha256=pending.sha256, reason=reason, turn=context.event.turn
    )
    why = sentence(NOT_CONSUMED, context.spoken(state.language), reason)
    told = context.say(state.language, "not_consumed", why=why)
    guidance = context.say(
        state.language,
        "not_consumed_model",
        kind=KIND_NAMES[pending.kind],
        prompt=BY_NAME[pending.kind].prompt,
    )
    return Answer(context=f"{told} {guidance}", message=told)


def approved_context(context: Context, state: State, terms: Terms) -> str:
    """What the model is told once authority has begun."""
    repair = state.phase == "repair_implement"
    digest = state.accepted.repair_plan if repair else state.accepted.plan
    assert digest is not None
    return context.say(
        state.language,
        "approved",
        kind=KIND_NAMES["repair_plan" if repair else "plan"],
        hash=short(digest),
        sha256=digest,
        phase=state.phase,
        paths=_paths(context, state, terms),
        root=context.plugin_root,
        files=context.files(state.phase, completion=terms.classification == "Tiny"),
    )


def _paths(context: Context, state: State, terms: Terms) -> str:
    return ", ".join(terms.allowed_write_paths) or context.say(state.language, "none")
