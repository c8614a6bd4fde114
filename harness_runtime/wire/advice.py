"""What a hook tells besides while a call passes: context for the model, a message for the person. Hot.

Both hosts take these shapes of PreToolUse and PostToolUse (facts per host: contract, Hosts).
"""

from __future__ import annotations

from harness_runtime.wire.fastjson import quote


def advice_answer(event_name: str, context: str, message: str = "") -> bytes:
    """One line of ASCII; at least one of the two is not empty."""
    parts = []
    if context:
        parts.append(
            f'"hookSpecificOutput":{{"hookEventName":{quote(event_name)},"additionalContext":{quote(context)}}}'
        )
    if message:
        parts.append(f'"systemMessage":{quote(message)}')
    return f"{{{','.join(parts)}}}\n".encode("ascii")
