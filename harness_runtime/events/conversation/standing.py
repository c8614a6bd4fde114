"""What stands beside every prompt and at a session's start: a goal, a chain (contract: Loop guards)."""

from __future__ import annotations

from dataclasses import replace

from harness_runtime.events.context import Context
from harness_runtime.session.chain import has_chain
from harness_runtime.session.goals import has_goal
from harness_runtime.wire.answers import SILENT, Answer


def _goal(context: Context) -> Answer | None:
    if not has_goal(context.data, context.event.session_id):
        return None
    from harness_runtime.events.goal.turn import standing

    return standing(context)


def _chain(context: Context) -> Answer | None:
    if not has_chain(context.data, context.event.session_id):
        return None
    from harness_runtime.events.chain.prompt import standing

    return standing(context)


def with_standing(context: Context, answer: Answer) -> Answer:
    """The answer to a prompt or a SessionStart, unless the model does not get to read it."""
    if context.event.child or answer.block or not context.store.is_armed():
        return answer
    goal, chain = _goal(context) or SILENT, _chain(context) or SILENT
    return replace(
        answer,
        # Codex shows the beginning of a long context only, and that is where a stage's stamp has to be.
        context="\n".join(filter(None, (chain.context, answer.context, goal.context))),
        message="\n".join(filter(None, (answer.message, goal.message, chain.message))),
        last=answer.last or chain.last,
    )
