"""Does the call come from a delegated child? Hot.

Both hosts put `agent_id` and `agent_type` at the top level of a child's events; the contract names four keys
and also looks for them inside `tool_input`.
"""

from __future__ import annotations

HINTS = ("agent_id", "agent_type", "parent_agent_id", "parent_session_id")

# Tools whose own arguments carry such a name: there the key says whom to start or wait for, not who calls.
OWN_ARGUMENTS = ("agent_id", "agent_type")


def child_hint(event: dict[str, object], is_delegate: bool) -> str:
    """The first key that says "child", or ""; an explicit null says nothing."""
    for key in HINTS:
        if event.get(key) is not None:
            return key
    tool_input = event.get("tool_input")
    if isinstance(tool_input, dict):
        for key in HINTS:
            if tool_input.get(key) is not None and not (is_delegate and key in OWN_ARGUMENTS):
                return f"tool_input.{key}"
    return ""
