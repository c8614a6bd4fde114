"""What a host's transcript tells: on Codex, the reasoning effort of the present turn and whether it only plans. Cold,
and never trusted for authority: a transcript that cannot be read answers "unknown"."""

from __future__ import annotations

from typing import Any

from harness_runtime.session.transcript_tail import tail_records

TAIL_BYTES = 4 << 20
UNKNOWN = "unknown"


def codex_effort(path: str, turn: str) -> str:
    """The effort in the `turn_context` of `turn`, else of the latest one; "unknown" when none names it."""
    latest = UNKNOWN
    for record in _turn_contexts(path):
        effort = _effort(record)
        if record.get("turn_id") == turn:
            return effort
        latest = effort
    return latest


def codex_plans(path: str, turn: str) -> bool:
    """Is this turn in Codex's plan mode? (measured, 0.171.0)"""
    modes = [record.get("collaboration_mode") for record in _turn_contexts(path) if record.get("turn_id") == turn]
    return any(isinstance(mode, dict) and mode.get("mode") == "plan" for mode in modes)


def _turn_contexts(path: str) -> list[dict[str, Any]]:
    return [
        record["payload"]
        for record in tail_records(path, TAIL_BYTES, (b'"turn_context"',))
        if record.get("type") == "turn_context" and isinstance(record.get("payload"), dict)
    ]


def _effort(context: dict[str, Any]) -> str:
    mode = context.get("collaboration_mode")
    settings = mode.get("settings") if isinstance(mode, dict) else None
    for holder, name in ((context, "effort"), (settings, "reasoning_effort")):
        value = holder.get(name) if isinstance(holder, dict) else None
        if isinstance(value, str) and value:
            return value
    return UNKNOWN
