"""Reads the host's event from stdin. Hot."""

from __future__ import annotations

import os

from harness_runtime.wire.fastjson import loads

MAX_EVENT = 16 << 20


class EventFault(Exception):
    """`rule` is a denial's rule code: payload, too_large or too_deep."""

    def __init__(self, rule: str) -> None:
        super().__init__(rule)
        self.rule = rule


def read_event(descriptor: int = 0) -> dict[str, object]:
    """The event object, at most 16 MB of it. Raises EventFault."""
    chunks: list[bytes] = []
    size = 0
    while True:
        try:
            chunk = os.read(descriptor, 1 << 20)
        except OSError:
            raise EventFault("payload") from None
        if not chunk:
            break
        size += len(chunk)
        if size > MAX_EVENT:
            raise EventFault("too_large")
        chunks.append(chunk)
    try:
        event = loads(b"".join(chunks))
    except ValueError as error:
        raise EventFault("too_deep" if "deep" in str(error) else "payload") from None
    if not isinstance(event, dict):
        raise EventFault("payload")
    return event


def text_field(event: dict[str, object], name: str) -> str:
    """A text field of the event, "" when it is absent or no text."""
    value = event.get(name)
    return value if isinstance(value, str) else ""


def turn_of(event: dict[str, object]) -> str:
    """Codex names the turn `turn_id`, Claude Code `prompt_id`; "" when the event has neither."""
    return text_field(event, "turn_id") or text_field(event, "prompt_id")
