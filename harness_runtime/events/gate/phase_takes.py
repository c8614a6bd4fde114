"""Which artifacts the phase of a run takes, and what such an artifact does to it (contract: Phases)."""

from __future__ import annotations

from harness_runtime.artifacts.kinds import Kind
from harness_runtime.messages.gates import KIND_NAMES
from harness_runtime.session.state import Phase, State
from harness_runtime.workflow.position import AUTHORITY, Event
from harness_runtime.workflow.transition import TABLE

EVENTS = {
    "plan": Event.PLAN,
    "repair_plan": Event.REPAIR_PLAN,
    "implementation_summary": Event.SUMMARY,
    "completion_report": Event.COMPLETION,
}


def event_of(state: State, kind: Kind) -> Event | None:
    """What such an artifact does to the run in its phase, None when the phase does not name it."""
    event = EVENTS.get(kind.name)
    return event if event is not None and (state.phase, event) in TABLE else None


def taken(phase: Phase) -> str:
    """The names of the artifacts that fit now."""
    return ", ".join(_named(name, phase) for name, event in EVENTS.items() if (phase, event) in TABLE)


def _named(name: str, phase: Phase) -> str:
    """Who may write and wants to write more needs the trigger too."""
    widens = name == "repair_plan" and phase in AUTHORITY
    return KIND_NAMES[name] + " (trigger `plan_deviation`)" * widens
