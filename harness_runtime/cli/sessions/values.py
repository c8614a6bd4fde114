"""A stored record's values as they may be shown, whatever stands in the file."""

from __future__ import annotations


def text(value: object) -> str:
    """Printable in any encoding; "" for what is not there."""
    return str("" if value is None else value).encode("utf-8", "backslashreplace").decode()


def texts(value: object) -> list[str]:
    return [text(each) for each in value] if isinstance(value, list) else []


def number(value: object) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def seconds(value: object) -> float | None:
    return float(value) if isinstance(value, int | float) and not isinstance(value, bool) else None
