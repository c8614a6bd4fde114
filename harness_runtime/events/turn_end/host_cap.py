"""How often the host lets a turn be sent on: Claude Code ends a turn after so many of its ends, whatever hooks say;
Codex has no such number (measured)."""

from __future__ import annotations

from harness_runtime.events.context import Context
from harness_runtime.session import tally
from harness_runtime.session.store import now

CLAUDE_TIMES = 8
CLAUDE_CAP = "CLAUDE_CODE_STOP_HOOK_BLOCK_CAP"


def host_cap(context: Context) -> int:
    """0 for any number."""
    if context.event.host != "claude":
        return 0
    try:
        return max(0, int(context.environ.get(CLAUDE_CAP, "")))
    except ValueError:
        return CLAUDE_TIMES


def is_used_up(context: Context) -> bool:
    """The host would not obey another time. What cannot be looked at counts as used up."""
    cap = host_cap(context)
    event = context.event
    try:
        return bool(cap) and tally.times(context.data, event.session_id, "sent_on", event.turn) >= cap
    except OSError:
        return True


def count_sent_on(context: Context) -> None:
    """The turn is about to be sent on. Raises OSError when that cannot be counted."""
    if host_cap(context):
        tally.count(context.data, context.event.session_id, "sent_on", context.event.turn, now())
