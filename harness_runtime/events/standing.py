"""What stands beside every prompt and at a session's start: a goal, a chain (contract: Loop guards)."""

from __future__ import annotations

from dataclasses import replace

from harness_runtime.events import goal_turn
from harness_runtime.events.context import Context
from harness_runtime.wire.answers import Answer


def with_standing(context: Context, answer: Answer) -> Answer:
    """The answer to a prompt or a SessionStart, unless the model does not get to read it."""
    if context.event.child or answer.block or not context.store.is_armed():
        return answer
    for stands in (goal_turn.standing(context),):
        if stands is not None:
            answer = replace(
                answer,
                context="\n".join(part for part in (answer.context, stands.context) if part),
                message="\n".join(part for part in (answer.message, stands.message) if part),
            )
    return answer
