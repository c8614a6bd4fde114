"""The end of a turn that was stopped for repetition: nothing sends the agent on any more (contract: Loop guards)."""

from __future__ import annotations

from dataclasses import replace

from harness_runtime.events.context import Context
from harness_runtime.loop import repetition
from harness_runtime.loop.repetition import Caller, Limits, is_stopped
from harness_runtime.messages.catalog import sentence
from harness_runtime.messages.loop_said import SAID
from harness_runtime.wire.answers import Answer


def was_stopped(context: Context) -> bool:
    event = context.event
    try:
        return is_stopped(Caller(context.data, event.session_id, event.turn))
    except OSError:
        return False


def is_spent(context: Context, max_turns: int) -> bool:
    """No tool may run any more in this turn: to send the agent on would only have it talk."""
    event = context.event
    try:
        return repetition.is_spent(Caller(context.data, event.session_id, event.turn), Limits(max_turns=max_turns))
    except OSError:
        return False


def let_end(context: Context, language: str, answer: Answer) -> Answer:
    """What would have continued the turn is told to the person instead."""
    if not was_stopped(context):
        return answer
    told = sentence(SAID, context.spoken(language), "stopped_person")
    message = "\n".join(part for part in (told, answer.message, answer.block) if part)
    return replace(answer, block="", message=message)
