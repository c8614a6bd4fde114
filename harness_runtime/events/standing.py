"""What stands beside every prompt and at a session's start: a goal, a chain (contract: Loop guards)."""

from __future__ import annotations

from dataclasses import replace

from harness_runtime.events.context import Context
from harness_runtime.session.chain import has_chain
from harness_runtime.session.goals import has_goal
from harness_runtime.wire.answers import Answer


def _goal(context: Context) -> Answer | None:
    if not has_goal(context.data, context.event.session_id):
        return None
    from harness_runtime.events.goal_turn import standing

    return standing(context)


def _chain(context: Context) -> Answer | None:
    if not has_chain(context.data, context.event.session_id):
        return None
    from harness_runtime.events.chain_prompt import standing

    return standing(context)


def with_standing(context: Context, answer: Answer) -> Answer:
    """The answer to a prompt or a SessionStart, unless the model does not get to read it."""
    if context.event.child or answer.block or not context.store.is_armed():
        return answer
    for stands in (_goal(context), _chain(context)):
        if stands is not None:
            answer = replace(
                answer,
                context="\n".join(part for part in (answer.context, stands.context) if part),
                message="\n".join(part for part in (answer.message, stands.message) if part),
            )
    return answer
