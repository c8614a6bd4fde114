"""A standing goal at prompts and turns' ends (contract: Loop guards)."""

from __future__ import annotations

from harness_runtime.events.context import Context
from harness_runtime.events.turn_end import TurnEnd
from harness_runtime.wire.answers import Answer


def standing(context: Context) -> Answer | None:
    return None


def at_stop(end: TurnEnd) -> Answer | None:
    return None


def at_completion(end: TurnEnd) -> Answer | None:
    return None
