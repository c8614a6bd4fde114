"""Is a root prompt a person's, or the host's own machinery speaking? (contract: Who is speaking)

Hosts deliver finished background work, messages from children and hook feedback as root prompts. Such text
never activates, answers a gate, commands or releases.
"""

from __future__ import annotations

MACHINE_STARTS = (
    "<task-notification",
    "<agent-message",
    "<subagent_notification",
    "<hook_prompt",
    "<system-reminder",
    "Stop hook feedback:",
)


def is_machine_text(prompt: str) -> bool:
    return prompt.lstrip().startswith(MACHINE_STARTS)
