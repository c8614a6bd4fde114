"""The events of both hosts as one value. Cold; the hot part of the tool events reads the raw object instead."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from harness_runtime.session.names import entry_text
from harness_runtime.wire.environment import host_name
from harness_runtime.wire.stdin import EventFault, text_field, turn_of

NAMING_KEYS = ("id", "type", "cron", "schedule", "description", "prompt")
CHILD_HINTS = ("agent_id", "agent_type", "parent_agent_id", "parent_session_id")


@dataclass(frozen=True)
class HookEvent:
    """`turn` is Codex's turn_id or Claude Code's prompt_id, "" when there is none."""

    host: Literal["codex", "claude"]
    name: str
    session_id: str
    turn: str
    cwd: str
    prompt: str  # what UTF-8 cannot carry of it is a question mark
    message: str  # the agent's last message (Stop, SubagentStop)
    source: str  # of a SessionStart: startup, resume, clear, compact, fork
    repeated: bool  # stop_hook_active
    child: bool
    agent_id: str
    agent_type: str
    transcript_path: str
    effort: str  # Claude Code tells it, "" on Codex
    scheduled: tuple[str, ...]  # prompts that Claude Code will submit by itself
    background: tuple[str, ...]  # work that goes on behind the turn
    tool: str = ""
    tool_use_id: str = ""
    tool_input: object = None
    response: object = None  # what a tool gave back, or said when it failed
    plan_mode: bool = False  # Claude Code's; Codex tells its own in the transcript only


def hook_event(raw: Mapping[str, object], environ: Mapping[str, str]) -> HookEvent:
    """Raises EventFault when a field that everything rests on is missing or of another type."""
    fields = dict(raw)
    for name in ("session_id", "hook_event_name"):
        if not text_field(fields, name):
            raise EventFault("payload")
    for name in ("prompt", "last_assistant_message", "cwd"):
        if fields.get(name) is not None and not isinstance(fields[name], str):
            raise EventFault("payload")
    return HookEvent(
        host="codex" if host_name(dict(environ)) == "codex" else "claude",
        name=text_field(fields, "hook_event_name"),
        session_id=text_field(fields, "session_id"),
        turn=turn_of(fields),
        cwd=text_field(fields, "cwd"),
        prompt=text_field(fields, "prompt").encode("utf-8", "replace").decode("utf-8"),
        message=text_field(fields, "last_assistant_message"),
        source=text_field(fields, "source"),
        repeated=fields.get("stop_hook_active") is not False and fields.get("stop_hook_active") is not None,
        child=any(fields.get(hint) is not None for hint in CHILD_HINTS),
        agent_id=text_field(fields, "agent_id"),
        agent_type=text_field(fields, "agent_type"),
        transcript_path=text_field(fields, "transcript_path"),
        effort=_effort(fields.get("effort")),
        scheduled=_named(fields.get("session_crons")),
        background=_named(fields.get("background_tasks")),
        tool=text_field(fields, "tool_name"),
        tool_use_id=text_field(fields, "tool_use_id"),
        tool_input=fields.get("tool_input"),
        response=fields.get("tool_response", fields.get("error")),
        plan_mode=fields.get("permission_mode") == "plan",
    )


def _effort(value: object) -> str:
    level = value.get("level") if isinstance(value, dict) else None
    return level if isinstance(level, str) else ""


def _named(entries: object) -> tuple[str, ...]:
    """One short text for each entry of a list of tasks or schedules; finished tasks are left out."""
    if not isinstance(entries, list):
        return ()
    return tuple(entry_text(entry, NAMING_KEYS, 80) for entry in entries if not _is_over(entry))


def _is_over(entry: object) -> bool:
    return isinstance(entry, dict) and entry.get("status") in ("completed", "failed", "killed")
