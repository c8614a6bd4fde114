"""Processes of the session's agent that still run, as a person sees them (harness contract, Who is speaking)."""

from __future__ import annotations

from harness_runtime.events.context import Context
from harness_runtime.session.processes import Process, left_running
from harness_runtime.session.state import State

MOST = 8


def listed(running: list[Process]) -> str:
    """Pid and command of each."""
    return "; ".join(f"{process.pid} {process.command}" for process in running[:MOST])


def still_running(context: Context, state: State) -> str:
    """What an ended run leaves running, for the person: no hook sees what it does later."""
    running = left_running(state.session_id, state.host)
    return context.say(state.language, "gate_background", tasks=listed(running)) if running else ""
