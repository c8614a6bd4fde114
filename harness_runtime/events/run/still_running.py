"""Processes of the session's agent that still run, as a person sees them (harness contract, Who is speaking)."""

from __future__ import annotations

from harness_runtime.events.context import Context
from harness_runtime.session.processes import Process, left_running

MOST = 8


def listed(running: list[Process]) -> str:
    """Pid and command of each."""
    return "; ".join(f"{process.pid} {process.command}" for process in running[:MOST])


def still_running(context: Context, language: str) -> str:
    """What is left running when a run, or the guard, has ended: no hook sees what it does later."""
    running = left_running(context.event.session_id, context.event.host)
    return context.say(language, "gate_background", tasks=listed(running)) if running else ""
