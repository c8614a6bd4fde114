"""Does a sed script only print? Hot for Bash calls.

Understood: commands `p`, `=` and `q`, each with up to two addresses that are line numbers, `$`, or `/regex/`, and
separated by `;`. sed's other commands write files (`w`), run programs (`e`) or read further files (`r`).
"""

from __future__ import annotations

_DIGITS = "0123456789"
_COMMANDS = "p=q"


def only_prints(script: str) -> bool:
    """True when every command of the script is a print form that GNU and BSD sed read alike."""
    at = _skip(script, 0)
    if at == len(script):
        return False
    while True:
        at = _command(script, at)
        if at < 0:
            return False
        at = _skip(script, at)
        if at == len(script):
            return True
        if script[at] != ";":
            return False
        at = _skip(script, at + 1)
        if at == len(script):
            return True


def _skip(script: str, at: int) -> int:
    while at < len(script) and script[at] == " ":
        at += 1
    return at


def _command(script: str, at: int) -> int:
    """The position after one command, or -1."""
    after = _address(script, at)
    if after != at:
        if after < 0:
            return -1
        if script[after : after + 1] == ",":
            start = after + 1
            if script[start : start + 1] in ("+", "~"):
                start += 1
                if script[start : start + 1] not in _DIGITS or start >= len(script):
                    return -1
            after = _address(script, start)
            if after in (-1, start):
                return -1
        elif script[after : after + 1] == "~":
            step = _digits(script, after + 1)
            if step == after + 1:
                return -1
            after = step
    at = _skip(script, after)
    return at + 1 if at < len(script) and script[at] in _COMMANDS else -1


def _address(script: str, at: int) -> int:
    """The position after an address, `at` when there is none, -1 when it is not understood."""
    char = script[at : at + 1]
    if char == "$":
        return at + 1
    if char == "/":
        return _regex(script, at + 1)
    return _digits(script, at)


def _digits(script: str, at: int) -> int:
    while at < len(script) and script[at] in _DIGITS:
        at += 1
    return at


def _regex(script: str, at: int) -> int:
    """The position after the closing slash. A slash in brackets ends it for GNU sed and not for BSD sed."""
    bracket = False
    opened = 0
    while at < len(script):
        char = script[at]
        if char == "\\":
            if bracket or at + 1 >= len(script):
                return -1
            at += 2
            continue
        if char == "/":
            return -1 if bracket else at + 1
        if bracket:
            if char == "[":
                return -1
            bracket = char != "]" or at == opened
        elif char == "[":
            bracket = True
            opened = at + 1 + (script[at + 1 : at + 2] == "^")
            at = opened - 1
        at += 1
    return -1
