"""The tools of both hosts: what each is, and which of its fields name a target. Hot, data.

A name that stands nowhere here, and every `mcp__*` name, is unmodeled.
"""

from __future__ import annotations

PATCH = "patch"
WRITE = "write"
READ = "read"
LISTING = "listing"
SEARCH = "search"
WEB = "web"
SHELL = "shell"
DELEGATE = "delegate"
HARMLESS = "harmless"
UNMODELED = "unmodeled"

# model -> the kind that the record shows
KINDS = {
    PATCH: "mutate",
    WRITE: "mutate",
    READ: "read",
    LISTING: "read",
    SEARCH: "read",
    WEB: "read",
    DELEGATE: "delegate",
    HARMLESS: "harmless",
}

# name -> (model, fields that hold a path or an address). That of a writer, of `Read` and of `WebFetch` is required.
TOOLS: dict[str, tuple[str, tuple[str, ...]]] = {
    "Write": (WRITE, ("file_path",)),
    "Edit": (WRITE, ("file_path",)),
    "MultiEdit": (WRITE, ("file_path",)),
    "NotebookEdit": (WRITE, ("notebook_path",)),
    "Read": (READ, ("file_path",)),
    "NotebookRead": (READ, ("notebook_path",)),
    "view_image": (READ, ("path",)),
    "LS": (LISTING, ("path",)),
    "Glob": (LISTING, ("path",)),
    "Grep": (SEARCH, ("path",)),
    "WebFetch": (WEB, ("url",)),
    "WebSearch": (WEB, ()),
    "web_search": (WEB, ()),
    "Bash": (SHELL, ()),
    # delegation, with the namespaces that Codex joins to the name without a separator
    "Agent": (DELEGATE, ()),
    "Task": (DELEGATE, ()),
    "spawn_agent": (DELEGATE, ()),
    "wait_agent": (DELEGATE, ()),
    "close_agent": (DELEGATE, ()),
    "list_agents": (DELEGATE, ()),
    "multi_agent_v1spawn_agent": (DELEGATE, ()),
    "multi_agent_v1wait_agent": (DELEGATE, ()),
    "multi_agent_v1close_agent": (DELEGATE, ()),
    "collaborationspawn_agent": (DELEGATE, ()),
    "collaborationwait_agent": (DELEGATE, ()),
    "collaborationclose_agent": (DELEGATE, ()),
    "collaborationlist_agents": (DELEGATE, ()),
    "collaborationinterrupt_agent": (DELEGATE, ()),
    # bookkeeping inside the host
    "TodoWrite": (HARMLESS, ()),
    "update_plan": (HARMLESS, ()),
    "TaskCreate": (HARMLESS, ()),
    "TaskGet": (HARMLESS, ()),
    "TaskList": (HARMLESS, ()),
    "TaskUpdate": (HARMLESS, ()),
    "TaskOutput": (HARMLESS, ()),
    "TaskStop": (HARMLESS, ()),
    "CronList": (HARMLESS, ()),
    "CronDelete": (HARMLESS, ()),
    "get_goal": (HARMLESS, ()),
    "clockcurr_time": (HARMLESS, ()),
    "clocksleep": (HARMLESS, ()),
    "AskUserQuestion": (HARMLESS, ()),
    "request_user_input": (HARMLESS, ()),
    # named so that nobody takes their absence for an oversight: each can put words into a prompt, a process or
    # another agent, or leave the workspace
    "SendMessage": (UNMODELED, ()),
    "send_input": (UNMODELED, ()),
    "multi_agent_v1send_input": (UNMODELED, ()),
    "resume_agent": (UNMODELED, ()),
    "multi_agent_v1resume_agent": (UNMODELED, ()),
    "send_message": (UNMODELED, ()),
    "collaborationsend_message": (UNMODELED, ()),
    "followup_task": (UNMODELED, ()),
    "collaborationfollowup_task": (UNMODELED, ()),
    "ScheduleWakeup": (UNMODELED, ()),
    "CronCreate": (UNMODELED, ()),
    "create_goal": (UNMODELED, ()),
    "update_goal": (UNMODELED, ()),
    "request_user_input_async": (UNMODELED, ()),
    "Workflow": (UNMODELED, ()),
    "Skill": (UNMODELED, ()),
    "write_stdin": (UNMODELED, ()),
    "Monitor": (UNMODELED, ()),
    "REPL": (UNMODELED, ()),
    "EnterWorktree": (UNMODELED, ()),
    "ExitWorktree": (UNMODELED, ()),
    "EnterPlanMode": (UNMODELED, ()),
    "ExitPlanMode": (UNMODELED, ()),
}

_UNKNOWN = (UNMODELED, ())

# Values under which a host still asks or refuses for the child. Any other value may bypass, so it is unmodeled.
DELEGATE_MODES = ("default", "plan", "acceptEdits", "dontAsk")


def tool_model(name: str) -> tuple[str, tuple[str, ...]]:
    """(model, path fields) of a tool; `apply_patch` counts in any spelling."""
    known = TOOLS.get(name)
    if known is not None:
        return known
    if name.replace("_", "").replace("-", "").lower() == "applypatch":
        return PATCH, ("command",)
    return _UNKNOWN


STARTS_AGENT = ("Agent", "Task", "spawn_agent", "multi_agent_v1spawn_agent", "collaborationspawn_agent")


def starts_fresh(name: str, tool_input: dict[str, object]) -> bool:
    """Does the new agent begin without the conversation so far? Codex v2 inherits unless it is told `none`."""
    if tool_input.get("fork_context") not in (None, False) or tool_input.get("subagent_type") == "fork":
        return False
    turns = tool_input.get("fork_turns", "none" if not name.startswith("collaboration") else "all")
    return turns == "none"


def delegate_fault(tool_input: dict[str, object]) -> str:
    """The argument of a delegation that takes the child out of the host's own rules, or ""."""
    mode = tool_input.get("mode")
    if mode is not None and mode not in DELEGATE_MODES:
        return f"mode={mode}"
    for key in ("permission_mode", "permissionMode"):
        value = tool_input.get(key)
        if value is not None and value not in DELEGATE_MODES:
            return f"{key}={value}"
    isolation = tool_input.get("isolation")
    if isolation is not None:  # a worktree or a machine of its own: outside this workspace
        return f"isolation={isolation}"
    return ""
