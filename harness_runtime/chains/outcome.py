"""What a stage's last message says of its outcome: a line for the result, a line for a handoff, and a brief.

`Stage result: pass`, `Stage result: fail` and `Handoff: review`, each alone on its line, outside code; the last one
of a kind counts. The brief is what follows the last of these lines or, when nothing does, what stands before them.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

Result = Literal["pass", "fail"]

_OPEN = r"^ {0,3}(?:[-*] +)?[*_`]{0,3}"
_CLOSE = r"[*_`]{0,3}[.]?[*_`]{0,3}[ \t]*$"
_COLON = r"[*_`]{0,3}:[*_`]{0,3}[ \t]*[*_`]{0,3}"
_RESULT = re.compile(rf"{_OPEN}stage result{_COLON}(?P<value>pass|fail){_CLOSE}", re.IGNORECASE)
_HANDOFF = re.compile(rf"{_OPEN}handoff{_COLON}(?P<value>[A-Za-z0-9][A-Za-z0-9._-]{{0,63}}?){_CLOSE}", re.IGNORECASE)
_FENCE = re.compile(r"^ {0,3}(?P<fence>`{3,}|~{3,})(?P<rest>.*)$")
_BRIEF = re.compile(r"^ {0,3}#{1,6}[ \t]+brief[ \t]*#*[ \t]*$", re.IGNORECASE)


@dataclass(frozen=True)
class Outcome:
    """`result` and `handoff` are None where the message does not say so."""

    result: Result | None = None
    handoff: str | None = None
    brief: str = ""

    @property
    def is_missing(self) -> bool:
        return self.result is None and self.handoff is None


def read_outcome(message: str) -> Outcome:
    lines = re.split(r"\r\n|\n|\r", message)
    result: Result | None = None
    handoff: str | None = None
    marked: list[int] = []
    heading: int | None = None
    for number in _outside_code(lines):
        if found := _RESULT.match(lines[number]):
            result = "pass" if found["value"].lower() == "pass" else "fail"
        elif found := _HANDOFF.match(lines[number]):
            handoff = found["value"]
        elif _BRIEF.match(lines[number]):
            heading = number
            continue
        else:
            continue
        marked.append(number)
    if not marked:
        return Outcome()
    return Outcome(result, handoff, _brief(lines, marked, heading))


def _outside_code(lines: list[str]) -> list[int]:
    """The lines that no fence encloses; an open fence goes on to the end."""
    outside: list[int] = []
    fence = ""
    for number, line in enumerate(lines):
        found = _FENCE.match(line)
        if fence:
            if found and found["fence"].startswith(fence) and not found["rest"].strip():
                fence = ""
        elif found and not (found["fence"][0] == "`" and "`" in found["rest"]):
            fence = found["fence"]
        else:
            outside.append(number)
    return outside


def _brief(lines: list[str], marked: list[int], heading: int | None) -> str:
    after = "\n".join(lines[marked[-1] + 1 :]).strip()
    if after:
        return after
    first = heading + 1 if heading is not None and heading < marked[-1] else 0
    return "\n".join(line for number, line in enumerate(lines[first:], first) if number not in marked).strip()
