"""What the person asked for in this turn, noted for those who ask at its end whether it was done."""

from __future__ import annotations

from harness_runtime.events.context import Context
from harness_runtime.wire.answers import Answer


def note_asked(context: Context, answer: Answer) -> None:
    return None
