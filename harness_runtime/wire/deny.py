"""The answers that refuse: of PreToolUse, and of PermissionRequest; and how an answer leaves. Hot.

A refusal is said three times over, on stdout, on stderr and by the exit code, because each host loses one of
the three somewhere: text before the JSON, an exit code, an unknown key. The keys are the ones both hosts know.
"""

from __future__ import annotations

import os

from harness_runtime.wire.fastjson import quote

DENIED = 62  # the launcher turns it into exit code 2
PASS = 63  # the launcher's only sign of consent


def refusal(reason: str) -> bytes:
    """The JSON of a denial; `reason` must not be empty (an empty one fails open on Codex)."""
    text = quote(reason)
    return (
        f'{{"decision":"block","reason":{text},"hookSpecificOutput":{{"hookEventName":"PreToolUse",'
        f'"permissionDecision":"deny","permissionDecisionReason":{text}}}}}\n'
    ).encode("ascii")


def refused_permission(reason: str) -> bytes:
    """The same for a PermissionRequest: the person is not asked."""
    return (
        f'{{"hookSpecificOutput":{{"hookEventName":"PermissionRequest",'
        f'"decision":{{"behavior":"deny","message":{quote(reason)}}}}}}}\n'
    ).encode("ascii")


def deny(reason: str, answer: bytes = b"") -> int:
    """Say the denial on both streams; returns the exit code. A closed stream does not stop the other.

    `answer`: the JSON of another event than PreToolUse.
    """
    for descriptor, data in ((1, answer or refusal(reason)), (2, reason.encode("utf-8", "replace") + b"\n")):
        try:
            _write(descriptor, data)
        except OSError:
            continue
    return DENIED


def send(answer: bytes) -> None:
    """An answer that lets a call pass, on stdout alone. Raises OSError when not all of it was taken."""
    _write(1, answer)


def _write(descriptor: int, data: bytes) -> None:
    while data:
        data = data[os.write(descriptor, data) :]
