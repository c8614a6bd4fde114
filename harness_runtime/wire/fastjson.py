"""JSON for the hot path, without importing `json`.

Importing `json` costs about as much as a whole bare interpreter start. The C scanner behind it does not:
this module drives that scanner directly and falls back to `json` where the interpreter has none.
What it promises: `loads` returns what `json.loads` returns, or raises ValueError where `json.loads` does,
and also for NaN and the infinities (which are not JSON) and for nesting beyond MAX_DEPTH.
"""

from __future__ import annotations

MAX_DEPTH = 200
_BLANK = " \t\n\r"


def _refuse_constant(name: str) -> object:
    raise ValueError(f"{name} is not JSON")


class _Settings:
    """The attributes that the C scanner reads from its context."""

    strict = True
    object_hook = None
    object_pairs_hook = None
    parse_float = float
    parse_int = int
    parse_constant = staticmethod(_refuse_constant)
    memo: dict[str, str] = {}  # noqa: RUF012 - the scanner's key cache, one process, one document


try:
    from _json import encode_basestring_ascii as quote  # text -> JSON string literal, ASCII only
    from _json import make_scanner as _make_scanner

    _scan = _make_scanner(_Settings())  # type: ignore[arg-type]
except ImportError:  # an interpreter without the accelerator
    from json import JSONDecoder
    from json.encoder import encode_basestring_ascii as quote

    _scan = JSONDecoder(parse_constant=_refuse_constant).scan_once  # type: ignore[attr-defined]

__all__ = ["MAX_DEPTH", "dumps", "loads", "quote"]


def dumps(value: object) -> str:
    """Compact JSON in ASCII, keys in the order given. TypeError or ValueError for what JSON cannot hold."""
    match value:
        case None:
            return "null"
        case bool():
            return "true" if value else "false"
        case str():
            return quote(value)
        case int():
            return str(value)
        case float() if value - value == 0:
            return repr(value)
        case float():
            raise ValueError("not a finite number")
        case list() | tuple():
            return f"[{','.join(map(dumps, value))}]"
        case dict():
            return f"{{{','.join(f'{quote(key)}:{dumps(inner)}' for key, inner in value.items())}}}"
    raise TypeError(f"no JSON for {type(value).__name__}")


def loads(raw: bytes) -> object:
    """One JSON document in UTF-8. ValueError when it is not one, is nested too deep, or has text after it."""
    text = raw.decode("utf-8")
    start = len(text) - len(text.lstrip(_BLANK))
    try:
        value, end = _scan(text, start)
    except (StopIteration, SystemError):  # the scanner has no error to raise where `json.decoder` was never imported
        raise ValueError("not a JSON document") from None
    except RecursionError:
        raise ValueError("nested too deep") from None
    if text[end:].strip(_BLANK):
        raise ValueError("text after the JSON document")
    _check_depth(value)
    return value


def _check_depth(value: object) -> None:
    level = [value]
    for _ in range(MAX_DEPTH):
        inner: list[object] = []
        for item in level:
            if isinstance(item, dict):
                inner.extend(v for v in item.values() if isinstance(v, dict | list))
            elif isinstance(item, list):
                inner.extend(v for v in item if isinstance(v, dict | list))
        if not inner:
            return
        level = inner
    raise ValueError("nested too deep")
