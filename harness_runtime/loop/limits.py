"""The limits of a turn, as the session's state sealed them. Hot."""

from __future__ import annotations

REPEAT_LIMIT = 3  # identical calls before the model is told
MAX_TURNS = 200  # batches of calls in a turn
MAX_TOOL_CALLS = 32  # calls of a turn before the model is told to come to an end


class Limits:
    """Positive numbers; at twice `repeat_limit` the turn stops."""

    __slots__ = ("max_tool_calls_per_turn", "max_turns", "repeat_limit")

    def __init__(
        self,
        repeat_limit: int = REPEAT_LIMIT,
        max_turns: int = MAX_TURNS,
        max_tool_calls_per_turn: int = MAX_TOOL_CALLS,
    ) -> None:
        self.repeat_limit = repeat_limit
        self.max_turns = max_turns
        self.max_tool_calls_per_turn = max_tool_calls_per_turn


def limits_of(state: dict[str, object]) -> Limits:
    """What `state["loop"]` holds; a missing or impossible number is its default."""
    sealed = state.get("loop")
    found = sealed if isinstance(sealed, dict) else {}
    return Limits(
        _number(found.get("repeat_limit"), REPEAT_LIMIT),
        _number(found.get("max_turns"), MAX_TURNS),
        _number(found.get("max_tool_calls_per_turn"), MAX_TOOL_CALLS),
    )


def _number(value: object, default: int) -> int:
    return value if type(value) is int and value > 0 else default
