"""Stop: the turn's last message. A canonical artifact is validated, hashed and moves the run.

Source: harness contract, Phases; A repeated Stop. While `stop_hook_active` is set nothing is validated, hashed
or made pending; what such a turn shows cannot be approved.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from time import monotonic
from typing import TYPE_CHECKING

from harness_runtime.artifacts.fault import Fault
from harness_runtime.artifacts.kinds import (
    BY_NAME,
    CLOSING,
    Kind,
    kind_of,
    last_line,
    lookalike_of,
    shows_a_title,
    shows_gated_heading,
)
from harness_runtime.events.context import Context
from harness_runtime.events.conversation.guarding import note_end
from harness_runtime.events.gate.audit import audit_tree, settle
from harness_runtime.events.gate.phase_takes import event_of, taken
from harness_runtime.events.guides.door import examined_completion, settled_checks, with_auto_sensors
from harness_runtime.events.run.position import moved, position_of, short
from harness_runtime.events.turn_end.continuation import continued
from harness_runtime.events.turn_end.stopped_turn import let_end
from harness_runtime.messages.gates import KIND_NAMES
from harness_runtime.session.evidence import read_evidence
from harness_runtime.session.layout import is_guarded
from harness_runtime.session.state import Correction, GateKind, LastStop, Pending, Shown, State
from harness_runtime.session.store import now
from harness_runtime.session.transcript import UNKNOWN, codex_effort
from harness_runtime.wire.answers import SILENT, Answer
from harness_runtime.workflow.effort import is_degraded, is_too_low
from harness_runtime.workflow.position import AUTHORITY, RELEASING, TERMINAL, Event, Happening, Position
from harness_runtime.workflow.transition import advance, pause

if TYPE_CHECKING:
    from harness_runtime.artifacts.claims import Verification
    from harness_runtime.events.gate.artifact_check import Checked
    from harness_runtime.events.guides.completion import Examined

# What reads, judges and shows an artifact is imported where there is one: most turns end without.


def handle(context: Context) -> Answer:
    event, begun = context.event, monotonic()
    if event.child:
        return SILENT
    if is_guarded(context.data, event.session_id):
        return _without_a_run(context, begun)
    examined = examined_completion(context, begun)
    with context.store.locked():
        before = context.store.load()
        if before is None or before.phase in TERMINAL:
            return SILENT
        state, note = _audited(context, before.model_copy(update={"effort": _effort(context)}))
        answer = _judge(context, state, examined if examined and examined.is_of(state) else None)
    answer = replace(answer, message="\n".join(part for part in (answer.message, note) if part))
    answer = with_auto_sensors(context, before, answer, begun)
    return let_end(context, before.language, continued(context, before, answer, begun))


def _without_a_run(context: Context, begun: float) -> Answer:
    """A turn that is sent on has not ended."""
    answer = continued(context, None, SILENT, begun)
    return answer if answer.block else let_end(context, note_end(context), answer)


def _judge(context: Context, state: State, examined: Examined | None) -> Answer:
    kind = kind_of(context.event.message)
    if kind is None:
        resembled = lookalike_of(context.event.message)
        return _unread(context, state, resembled, "lookalike") if resembled else _ordinary(context, state)
    if context.event.repeated:
        return _unread(context, state, kind, "unread_again")
    return _artifact(context, state, kind, examined)


def _audited(context: Context, state: State) -> tuple[State, str]:
    """Once something was approved: what changed outside the boundary since the last look."""
    if state.accepted.policy is None:
        return state, ""
    found = audit_tree(context.store, state)
    told = []
    if found.count:
        state = context.store.commit(state, "outside_changed", count=found.count, changes=found.changes)
        changes = _listed(found.changes, found.count)
        told.append(context.say(state.language, "outside_changed", count=found.count, changes=changes))
    if found.unseen_count:
        state = context.store.commit(state, "outside_unseen", count=found.unseen_count, paths=found.unseen)
        told.append(context.say(state.language, "outside_unseen", paths=_listed(found.unseen, found.unseen_count)))
    settle(context.store, found)
    return state, "\n".join(told)


def _listed(names: Sequence[str], count: int) -> str:
    return ", ".join(names) + (", …" if count > len(names) else "")


def _effort(context: Context) -> str:
    if context.event.host == "codex":
        return codex_effort(context.event.transcript_path, context.event.turn)
    return context.event.effort or UNKNOWN


def _stopped(context: Context, state: State, *, gate: bool) -> State:
    return state.model_copy(update={"last_stop": LastStop(turn=context.event.turn, gate=gate)})


def _ordinary(context: Context, state: State) -> Answer:
    """No artifact. Did the turn end with the open gate's question, and with nothing else to approve?"""
    message, pending = context.event.message, state.pending
    asked = pending is not None and last_line(message) == BY_NAME[pending.kind].prompt
    another = shows_gated_heading(message) or (pending is not None and shows_a_title(message))
    gate = asked and not another and not _another_was_shown(context, state)
    state = _stopped(context, state, gate=gate)
    if another and pending is not None:
        again = context.say(state.language, "preface")
        state = state.model_copy(update={"correction": Correction(kind=pending.kind, faults=[again])})
    state = context.store.commit(state, "stopped", turn=context.event.turn, gate=gate)
    view = _view(context, state) if pending else ""
    hint = context.say(state.language, "preface") if another else ""
    return Answer(message="\n".join(part for part in (view, hint) if part))


def _another_was_shown(context: Context, state: State) -> bool:
    """An artifact that did not become pending was shown since: one that waits for its correction, or one in this
    very turn. Then the question may be about that one, and a `y` would answer it."""
    last = state.last_stop
    same_turn = context.event.repeated and last is not None and last.turn == context.event.turn
    return state.correction is not None or (same_turn and last is not None and not last.gate)


def _unread(context: Context, state: State, kind: Kind, why: str) -> Answer:
    """What a reader takes for an artifact and is none that was read: written again in a turn that a Stop has already
    continued, or under a heading that is not the exact one. Nothing may rest on it."""
    name = KIND_NAMES[kind.name]
    suspended = state.phase in AUTHORITY
    again = Correction(kind=kind.name, faults=[context.say(state.language, why, kind=name, heading=kind.heading)])
    state = _stopped(context, state, gate=False).model_copy(update={"suspended": suspended, "correction": again})
    context.store.commit(state, "artifact_unread", kind=kind.name, turn=context.event.turn, suspended=suspended)
    stays = "suspended_closing" if kind.name in CLOSING else "suspended"
    told = context.say(state.language, stays if suspended else "unread", kind=name)
    return Answer(message=f"{told} {again.faults[0]}")


def _artifact(context: Context, state: State, kind: Kind, examined: Examined | None) -> Answer:
    from harness_runtime.events.gate.judge_artifact import judge_artifact

    happening = event_of(state, kind)
    if happening is None:
        return _misplaced(context, state, kind)
    judged = judge_artifact(context.store, state, kind, context.event.message, context.spoken(state.language))
    faults = [*judged.faults, *_gate_faults(context, state, kind), *(examined.faults if examined else ())]
    if faults:
        return _refuse(context, state, kind, list(dict.fromkeys(faults)))
    checked = judged.checked
    status = checked.completion.status if checked.completion else ""
    if stopped := settled_checks(context, state, examined, checked.sha256, status):
        return stopped
    context.store.put_artifact(checked.canonical, checked.sha256)
    state = _pause(context, judged.state, happening, checked)
    position = advance(position_of(state), Happening(happening, checked.sha256, status))
    if position is None:
        return _misplaced(context, state, kind)
    if position.pending is not None:
        return _open_gate(context, state, position, checked)
    return _close(context, state, position, checked, judged.verification, examined)


def _gate_faults(context: Context, state: State, kind: Kind) -> list[Fault]:
    """What keeps a gate from opening, whatever the artifact says."""
    from harness_runtime.events.run.still_running import listed
    from harness_runtime.session.processes import left_running
    from harness_runtime.session.schedules import durable_schedules

    if kind.name == "completion_report":
        running = left_running(state.session_id, state.host)
        return [Fault("", "still_running", listed(running))] if running else []
    if not kind.prompt:
        return []
    faults = []
    if is_too_low(state.effort):
        faults.append(Fault("", "effort_low", state.effort))
    scheduled = [*context.event.scheduled, *durable_schedules(state.workspace_root)]
    if scheduled:
        faults.append(Fault("", "scheduled_prompts", "; ".join(scheduled)))
    return faults


def _pause(context: Context, state: State, happening: Event, checked: Checked) -> State:
    """A deviation: authority is revoked, and stored so, before the Repair Plan becomes pending."""
    paused = pause(position_of(state), happening)
    if paused is None:
        return state
    return context.store.commit(
        moved(state, paused), "authority_revoked", sha256=checked.sha256, turn=context.event.turn
    )


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
    shown = state.pending or state.last_shown
    replaced = (shown.kind, shown.sha256) if shown else None
    opened = _stopped(context, moved(state, position, pending=pending), gate=True)
    opened = opened.model_copy(update={"last_shown": Shown(kind=pending.kind, sha256=pending.sha256)})
    planner = _planner(context, state, checked)
    opened = context.store.commit(
        opened,
        "gate_opened",
        kind=pending.kind,
        sha256=pending.sha256,
        turn=turn,
        person_turn=pending.person_turn,
        supersedes=replaced[1] if replaced else None,
        effort=state.effort,
        planner=planner,
    )
    note = context.say(state.language, "gate_planner") if planner == "degraded" else ""
    return Answer(message=_view(context, opened, replaced) + note)


def _planner(context: Context, state: State, checked: Checked) -> str:
    """Small and larger work is planned by a delegated planner; without its evidence that role is degraded."""
    if checked.kind.name != "plan" or checked.terms is None or checked.terms.classification == "Tiny":
        return "not_required"
    evidence = read_evidence(context.store.folder, state.run_id)
    planned = any(record.get("kind") == "plan" and not record.get("faults") for record in evidence)
    return "one" if planned else "degraded"


def _view(context: Context, state: State, replaced: tuple[GateKind, str] | None = None) -> str:
    from harness_runtime.events.gate.view import gate_view

    language = context.spoken(state.language)
    view = gate_view(context.store, state, language, replaced)
    if state.last_stop is not None and not state.last_stop.gate:
        view += context.say(language, "gate_not_asked")
    if is_degraded(state.effort):
        view += context.say(language, "gate_effort", effort=state.effort)
    if context.event.background:
        view += context.say(language, "gate_background", tasks="; ".join(context.event.background))
    return view


def _close(
    context: Context,
    state: State,
    position: Position,
    checked: Checked,
    runs: tuple[Verification, ...],
    examined: Examined | None,
) -> Answer:
    """A Completion Report or an Implementation Summary: write authority ends here."""
    from harness_runtime.events.gate.verification import verification_lines

    closed = _stopped(context, moved(state, position), gate=False)
    closed = context.store.commit(
        closed,
        checked.kind.name,
        sha256=checked.sha256,
        turn=context.event.turn,
        status=position.phase,
        verification=[{"command": run.command, "engine": run.engine, "lack": run.lack} for run in runs],
        **(examined.ledger_fields() if examined else {}),
    )
    fields = {"hash": short(checked.sha256), "phase": closed.phase}
    lines = verification_lines(context.spoken(state.language), runs)
    lines += examined.person_lines(context.spoken(state.language)) if examined else ""
    if checked.completion is None:
        return Answer(message=context.say(state.language, "summary_read", **fields) + lines)
    after = "after_released" if closed.phase in RELEASING else "after_held"
    text = context.say(state.language, after)
    return Answer(message=context.say(state.language, "ended_report", after=text, **fields) + lines)


def _refuse(context: Context, state: State, kind: Kind, faults: list[Fault]) -> Answer:
    """Nothing changes but the memory of what to correct. Every fault is named at once: a Stop blocks only once."""
    from harness_runtime.events.gate.fault_lines import fault_lines, first_faults

    language = context.spoken(state.language)
    lines = fault_lines(language, faults)
    refused = _stopped(context, state, gate=False).model_copy(
        update={"correction": Correction(kind=kind.name, faults=lines)}
    )
    context.store.commit(refused, "artifact_refused", kind=kind.name, turn=context.event.turn, faults=lines)
    name = KIND_NAMES[kind.name]
    return Answer(
        block=context.say(language, "refused", kind=name, faults="\n".join(f"- {line}" for line in lines)),
        message=context.say(
            language, "refused_person", kind=name, count=len(faults), faults=first_faults(language, faults)
        ),
    )


def _misplaced(context: Context, state: State, kind: Kind) -> Answer:
    """The phase does not name this artifact: a fault that changes nothing. Its question stands on the screen all the
    same, so the person hears that there is nothing to answer."""
    stopped = _stopped(context, state, gate=False)
    stopped = context.store.commit(stopped, "artifact_misplaced", kind=kind.name, turn=context.event.turn)
    fields = {"kind": KIND_NAMES[kind.name], "phase": state.phase, "taken": taken(state.phase)}
    told = [context.say(state.language, "misplaced_person", **fields)] if kind.prompt else []
    told += [_view(context, stopped)] if stopped.pending else []
    return Answer(block=context.say(state.language, "misplaced", **fields), message="\n".join(told))
