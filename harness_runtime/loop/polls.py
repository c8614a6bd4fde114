"""Calls that only wait, or ask how far something is: asking again is no repetition. Hot, data."""

from __future__ import annotations

TOOLS = frozenset(
    (
        "wait_agent",
        "multi_agent_v1wait_agent",
        "collaborationwait_agent",
        "list_agents",
        "collaborationlist_agents",
        "TaskOutput",
        "TaskGet",
        "TaskList",
        "BashOutput",
        "Monitor",
        "CronList",
        "get_goal",
        "clocksleep",
        "clockcurr_time",
        "write_stdin",  # how Codex asks a running command for more output
    )
)
WAITING_PROGRAMS = ("sleep", "wait")  # as a command's first word


def is_poll(tool: str, tool_input: object) -> bool:
    """`write_stdin` counts as one only while it types nothing."""
    if tool in TOOLS:
        return not (isinstance(tool_input, dict) and tool_input.get("chars"))
    command = tool_input.get("command") if tool == "Bash" and isinstance(tool_input, dict) else None
    return isinstance(command, str) and command.split(None, 1)[:1] in ([program] for program in WAITING_PROGRAMS)
