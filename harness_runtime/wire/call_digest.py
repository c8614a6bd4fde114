"""The digest of a tool call: its name and its input, whatever the spelling of the JSON that carried them. Hot.

Key order, whitespace, escapes and the spelling of numbers do not matter. PostToolUse compares by it what ran with
what was judged. Numbers are taken as doubles, as the hosts do: `1`, `1.0` and `1e0` are one number.
"""

from __future__ import annotations

from harness_runtime.session.layout import sha256
from harness_runtime.wire.fastjson import quote

_EXACT = 1 << 53  # beyond it a double no longer tells neighbouring integers apart


def call_digest(name: str, tool_input: object) -> str:
    """Lower-case hex SHA-256 of the call, 64 characters. `tool_input` is what the JSON reader made of it."""
    parts: list[str] = []
    _canonical([name, tool_input], parts)
    return sha256("".join(parts).encode("ascii"))


def _canonical(value: object, parts: list[str]) -> None:
    if isinstance(value, str):
        parts.append(quote(value))
    elif isinstance(value, dict):
        parts.append("{")
        for key in sorted(value):
            parts.append(quote(key))
            parts.append(":")
            _canonical(value[key], parts)
            parts.append(",")
        parts.append("}")
    elif isinstance(value, list):
        parts.append("[")
        for item in value:
            _canonical(item, parts)
            parts.append(",")
        parts.append("]")
    elif isinstance(value, bool) or value is None:
        parts.append(str(value))
    elif isinstance(value, int | float):
        parts.append(_number(value))
    else:
        raise TypeError(f"no JSON for {type(value).__name__}")


def _number(value: int | float) -> str:
    if isinstance(value, int) and -_EXACT <= value <= _EXACT:
        return str(value)
    try:
        double = float(value)
    except OverflowError:
        return "inf" if value > 0 else "-inf"
    return str(int(double)) if double.is_integer() else repr(double)
