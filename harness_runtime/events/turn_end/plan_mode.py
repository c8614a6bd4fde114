"""The host's plan mode: a flow of its own, that ends with the person. Nothing sends its turns on (contract: Loop
guards)."""

from __future__ import annotations

from harness_runtime.events.context import Context
from harness_runtime.session.transcript import codex_plans


def is_planning(context: Context) -> bool:
    """Does this turn end in plan mode? In Claude Code a plan that is approved leaves it within the turn."""
    event = context.event
    return event.plan_mode or (event.host == "codex" and codex_plans(event.transcript_path, event.turn))
