"""The one JSON object in a model's answer, whatever stands around it. Anything else is no answer."""

from __future__ import annotations

import json
import re
from typing import Any

MAX_TEXT = 64 * 1024
MAX_DEPTH = 32
_OPENING = re.compile(r'\{[ \t\r\n]*"')


def json_object(text: str) -> dict[str, object] | None:
    """None where there is none, a broken one, or two that differ. The same object said twice is one.

    A brace that no key follows is prose (`{name}`, `{}`). Duplicate keys, NaN and lone surrogates are no JSON.
    """
    if len(text) > MAX_TEXT:
        return None
    found: dict[str, object] | None = None
    opening = _OPENING.search(text)
    while opening is not None:
        read = _read(text, opening.start())
        if read is None:
            return None
        value, end = read
        if found is not None and not _same(found, value):
            return None
        found = value
        opening = _OPENING.search(text, end)
    return found


class _NoJson(ValueError):
    pass


def _read(text: str, at: int) -> tuple[dict[str, object], int] | None:
    try:
        value, end = _DECODER.raw_decode(text, at)
        json.dumps(value, ensure_ascii=False, allow_nan=False).encode("utf-8")
    except (ValueError, RecursionError):
        return None
    return (value, end) if _depth_is_fine(value) else None


def _same(one: object, other: object) -> bool:
    """By what they say: 1 and true are equal in Python only."""
    return json.dumps(one, sort_keys=True) == json.dumps(other, sort_keys=True)


def _depth_is_fine(value: object) -> bool:
    level = [value]
    for _ in range(MAX_DEPTH):
        level = [inner for outer in level if isinstance(outer, dict | list) for inner in _inside(outer)]
    return not level


def _inside(outer: dict[str, object] | list[object]) -> list[object]:
    return list(outer.values()) if isinstance(outer, dict) else outer


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    if len({key for key, _ in pairs}) != len(pairs):
        raise _NoJson
    return dict(pairs)


def _no_number(name: str) -> object:
    raise _NoJson(name)


_DECODER = json.JSONDecoder(object_pairs_hook=_unique, parse_constant=_no_number)
