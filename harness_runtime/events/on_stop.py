"""Stop: the turn's last message. A canonical artifact is validated, hashed and moves the run.

Source: harness contract, Phases; A repeated Stop. While `stop_hook_active` is set nothing is validated, hashed
or made pending; what such a turn shows cannot be approved.
"""

from __future__ import annotations

from harness_runtime.artifacts.claims import Record, claim_faults
from harness_runtime.artifacts.fault import Fault
from harness_runtime.artifacts.kinds import BY_NAME, Kind, kind_of, last_line, shows_gated_heading
from harness_runtime.artifacts.policy_block import PlanPolicy
from harness_runtime.events.artifact_check import Checked, check_artifact
from harness_runtime.events.context import Context
from harness_runtime.events.gate_view import gate_view, stored_policy
from harness_runtime.events.run import moved, position_of, short
from harness_runtime.messages.faults import fault_line
from harness_runtime.messages.gates import KIND_NAMES
from harness_runtime.session.state import Correction, LastStop, Pending, State
from harness_runtime.session.store import now
from harness_runtime.wire.answers import SILENT, Answer
from harness_runtime.workflow.position import RELEASING, TERMINAL, Event, Happening, Position
from harness_runtime.workflow.transition import TABLE, advance

EVENTS = {
    "plan": Event.PLAN,
    "repair_plan": Event.REPAIR_PLAN,
    "implementation_summary": Event.SUMMARY,
    "completion_report": Event.COMPLETION,
}


def handle(context: Context) -> Answer:
    event = context.event
    if event.child:
        return SILENT
    with context.store.locked():
        state = context.store.load()
        if state is None or state.phase in TERMINAL:
            return SILENT
        kind = kind_of(event.message)
        if kind is None or event.repeated:
            return _ordinary(context, state, kind)
        return _artifact(context, state, kind)


def _ordinary(context: Context, state: State, kind: Kind | None) -> Answer:
    """No artifact was read. Did the turn end with the open gate's question, and with nothing else to approve?"""
    pending = state.pending
    asked = pending is not None and last_line(context.event.message) == BY_NAME[pending.kind].prompt
    gate = asked and not shows_gated_heading(context.event.message)
    state = state.model_copy(update={"last_stop": LastStop(turn=context.event.turn, gate=gate)})
    state = context.store.commit(state, "stopped", turn=context.event.turn, gate=gate)
    if kind is not None:
        return Answer(message=context.say(state.language, "unread", kind=KIND_NAMES[kind.name]))
    return Answer(message=gate_view(context, state, pending)) if pending else SILENT


def _artifact(context: Context, state: State, kind: Kind) -> Answer:
    happening = EVENTS.get(kind.name)
    if happening is None or (state.phase, happening) not in TABLE:
        return _refuse(context, state, kind, [Fault("", "not_in_phase", state.phase)])
    policy = stored_policy(context, state.accepted.plan)
    tiny = policy is not None and policy.classification == "Tiny"
    checked = check_artifact(kind, context.event.message, tiny=tiny)
    faults = list(checked.faults)
    if checked.completion is not None:
        faults += claim_faults(checked.completion, _record(state, policy))
    if faults:
        return _refuse(context, state, kind, faults)
    status = checked.completion.status if checked.completion else "degraded"
    position = advance(position_of(state), Happening(happening, checked.sha256, status))  # type: ignore[arg-type]
    if position is None:
        return _refuse(context, state, kind, [Fault("", "not_in_phase", state.phase)])
    context.store.put_artifact(checked.canonical, checked.sha256)
    if position.pending is not None:
        return _open_gate(context, state, position, checked)
    return _close(context, state, position, checked)


def _open_gate(context: Context, state: State, position: Position, checked: Checked) -> Answer:
    assert position.pending is not None
    turn = context.event.turn
    pending = Pending(
        kind=position.pending.kind,
        sha256=checked.sha256,
        turn=turn,
        since=now(),
        revision=state.revision,
        person_turn=bool(turn) and state.turn.person and state.turn.id == turn,
    )
    previous = state.pending.sha256 if state.pending else None
    opened = moved(state, position, pending=pending).model_copy(update={"last_stop": LastStop(turn=turn, gate=True)})
    opened = context.store.commit(
        opened,
        "gate_opened",
        kind=pending.kind,
        sha256=pending.sha256,
        turn=turn,
        person_turn=pending.person_turn,
        supersedes=previous,
    )
    return Answer(message=gate_view(context, opened, pending, previous))


def _close(context: Context, state: State, position: Position, checked: Checked) -> Answer:
    """A Completion Report or an Implementation Summary: write authority ends here."""
    closed = moved(state, position).model_copy(update={"last_stop": LastStop(turn=context.event.turn, gate=False)})
    closed = context.store.commit(
        closed, checked.kind.name, sha256=checked.sha256, turn=context.event.turn, status=position.phase
    )
    fields = {"hash": short(checked.sha256), "phase": closed.phase}
    if checked.completion is None:
        return Answer(message=context.say(state.language, "summary_read", **fields))
    after = "after_released" if closed.phase in RELEASING else "after_held"
    text = context.say(state.language, after)
    return Answer(message=context.say(state.language, "ended_report", after=text, **fields))


def _refuse(context: Context, state: State, kind: Kind, faults: list[Fault]) -> Answer:
    """Nothing changes but the memory of what to correct. Every fault is named at once: a Stop blocks only once."""
    lines = [fault_line(context.spoken(state.language), f.section, f.code, f.detail) for f in faults]
    misplaced = any(fault.code == "not_in_phase" for fault in faults)
    refused = state.model_copy(
        update={
            "last_stop": LastStop(turn=context.event.turn, gate=False),
            "correction": None if misplaced else Correction(kind=kind.name, faults=lines),
        }
    )
    context.store.commit(refused, "artifact_refused", kind=kind.name, turn=context.event.turn, faults=lines)
    name = KIND_NAMES[kind.name]
    if misplaced:
        return Answer(block=context.say(state.language, "misplaced", kind=name, phase=state.phase))
    listed = "\n".join(f"- {line}" for line in lines)
    return Answer(
        block=context.say(state.language, "refused", kind=name, faults=listed),
        message=context.say(state.language, "refused_person", kind=name, count=len(lines)),
    )


def _record(state: State, policy: PlanPolicy | None) -> Record:
    """What the run itself can prove at its end."""
    commands = policy.commands() if policy else []
    return Record(
        plan_approved=state.accepted.plan is not None,
        repair_approved=state.accepted.repair_plan is not None,
        classification=policy.classification if policy else "",
        evidence_commands=tuple(command.command for command in commands if command.evidence),
    )
