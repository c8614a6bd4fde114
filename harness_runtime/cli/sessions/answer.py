"""A session as `inspect --json` prints it."""

from __future__ import annotations

from pydantic import ValidationError

from harness_runtime.cli.contracts.inspect import (
    AcceptedView,
    Boundary,
    ConfinedRun,
    Inspect,
    LastDecision,
    PendingView,
    SensorRun,
)
from harness_runtime.cli.contracts.report import CommandRow, SensorRow
from harness_runtime.cli.sessions.calls import denial
from harness_runtime.cli.sessions.chain import chain_view
from harness_runtime.cli.sessions.goal import goal_view
from harness_runtime.cli.sessions.view import Call, Policy, View
from harness_runtime.session.notes import waiting
from harness_runtime.session.state import Pending


def to_answer(view: View, language: str) -> Inspect:
    state, store = view.state, view.session.store
    return Inspect(
        session_id=view.session.session_id,
        run_id=state.run_id if state else None,
        revision=state.revision if state else None,
        phase=state.phase if state else None,
        held=state.held if state else None,
        workspace_root=state.workspace_root if state else None,
        authority=view.authority,
        pending=_pending(state.pending) if state and state.pending else None,
        accepted=AcceptedView.model_validate(state.accepted.model_dump()) if state else None,
        boundary=_boundary(view.policy) if view.policy else None,
        last_decisions=[_decision(call, view, language) for call in view.calls],
        confined_runs=[_command(row) for row in view.commands],
        outside_changes=view.outside,
        outside_unseen=view.unseen,
        sensors=_sensors(view),
        engine=view.engine or None,
        goal=goal_view(store),
        chain=chain_view(store),
        notes_waiting=waiting(store.data, store.session_id),
    )


def _pending(pending: Pending) -> PendingView:
    return PendingView.model_validate(pending.model_dump(include=set(PendingView.model_fields)))


def _boundary(policy: Policy) -> Boundary:
    return Boundary.model_validate(policy.model_dump(include=set(Boundary.model_fields)))


def _decision(call: Call, view: View, language: str) -> LastDecision:
    """`reason`: of a denial its sentence, as the run stands now; of an allowed call what it touched."""
    reason = call.subject
    if call.verdict == "deny":
        phase, root = (view.state.phase, view.state.workspace_root) if view.state else ("", "")
        allowed = view.policy.allowed_write_paths if view.policy else []
        fields = {"rule": call.rule, "tool": call.tool, "subject": call.subject, "agent": call.agent}
        reason = denial(fields, phase, root, allowed, language)
    return LastDecision(at=call.at, tool=call.tool, verdict=call.verdict, rule=call.rule, reason=reason)


def _command(row: CommandRow) -> ConfinedRun:
    return ConfinedRun.model_validate({**row.model_dump(), "engine": row.engine or None})


def _sensors(view: View) -> list[SensorRun]:
    if view.sensors is None:
        return []
    found = [_sensor(view.sensors.at, row) for row in view.sensors.results]
    return [sensor for sensor in found if sensor is not None]


def _sensor(at: str, row: SensorRow) -> SensorRun | None:
    """None for an outcome of another release."""
    try:
        return SensorRun.model_validate({"at": at, **row.model_dump(include=set(SensorRun.model_fields))})
    except ValidationError:
        return None
