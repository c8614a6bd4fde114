"""Is a root prompt a person's, or the host's own machinery speaking? (contract: Who is speaking)

Hosts deliver finished background work, messages from children and hook feedback as root prompts. Such text
never activates, answers a gate, commands or releases. A text that merely is not listed here counts as a person's:
the words of a scheduled or queued prompt cannot be told from theirs, so what sends one is denied in a run.
"""

from __future__ import annotations

MEASURED = (
    "<task-notification",
    "<agent-message",
    "<subagent_notification",
    "<hook_prompt",
    "<system-reminder",
    "Stop hook feedback:",
)
"""Seen as prompts or as text that the model gets for one (Codex 0.171.0, Claude Code 2.1.197)."""

NAMED = (
    "<teammate-message",
    "<cross-session-message",
    "<channel source=",
    "<mcp-resource-update",
    "<mcp-polling-update",
    "<remote-review",
    "<fork-boilerplate",
    "<tick>",
    "<<autonomous-loop",
    "<codex_delegation",
    "<realtime_delegation",
    "<send_user_message_question_reply",
)
"""Marks by which the same programs name what other agents, sessions and services send."""

MACHINE_STARTS = MEASURED + NAMED


def is_machine_text(prompt: str) -> bool:
    return prompt.lstrip().startswith(MACHINE_STARTS)
