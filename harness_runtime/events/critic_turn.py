"""Verification at a turn's end (contract: Loop guards)."""

from __future__ import annotations

from harness_runtime.events.turn_end import TurnEnd
from harness_runtime.wire.answers import Answer


def at_stop(end: TurnEnd) -> Answer | None:
    return None
