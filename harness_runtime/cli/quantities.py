"""Ages and sizes as a person types and reads them: `30d`, `500MB`."""

from __future__ import annotations

import re

from harness_runtime.cli.faults import InputFault

HOURS = {"h": 1, "d": 24}
UNITS = {"": 1, "KB": 10**3, "MB": 10**6, "GB": 10**9}


def seconds_of(text: str) -> int:
    """`30d`, `12h`. Raises InputFault."""
    found = re.fullmatch(r"([0-9]{1,9})([hd])", text)
    if found is None:
        raise InputFault("duration_unknown", given=text)
    return int(found[1]) * HOURS[found[2]] * 3600


def bytes_of(text: str) -> int:
    """`500MB`, decimal units. Raises InputFault."""
    found = re.fullmatch(r"([0-9]{1,15})([KMG]B|)", text.upper())
    if found is None:
        raise InputFault("size_unknown", given=text)
    return int(found[1]) * UNITS[found[2]]


def human(size: int) -> str:
    for unit in ("GB", "MB", "KB"):
        if size >= UNITS[unit]:
            return f"{size / UNITS[unit]:.1f} {unit}"
    return f"{size} B"
