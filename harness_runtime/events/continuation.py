"""At a turn's end: may something send the agent on? Verification first, then a chain, then a goal (contract: Loop
guards).

A gate always wins: an answer that blocks already, an artifact in the last message, an open question to the person, a
run that was ended or is held, and a turn that was stopped for repetition are left as they are. In a run only a phase
with authority goes on, and once a turn: what a continued turn shows is never validated.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from harness_runtime.artifacts.kinds import kind_of, lookalike_of, shows_gated_heading
from harness_runtime.events import critic_turn, goal_turn
from harness_runtime.events.context import Context
from harness_runtime.events.stop_time import deadline
from harness_runtime.events.stopped_turn import was_stopped
from harness_runtime.events.turn_end import TurnEnd, guarded_end, run_end
from harness_runtime.session.state import State
from harness_runtime.wire.answers import Answer
from harness_runtime.workflow.position import AUTHORITY, RELEASING

Step = Callable[[TurnEnd], Answer | None]

STEPS: tuple[Step, ...] = (critic_turn.at_stop, goal_turn.at_stop)


def continued(context: Context, before: State | None, answer: Answer, begun: float) -> Answer:
    """The Stop's answer, with what those have found. `before`: the run as the Stop found it, None without one;
    `begun`: the hook's beginning in monotonic seconds."""
    if answer.block or context.event.child or was_stopped(context):
        return answer
    end = _end(context, before, deadline(begun))
    if end is None:
        return answer
    if end.run is not None and end.run.phase in RELEASING:
        return _joined(answer, goal_turn.at_completion(end))
    for step in STEPS:
        answer = _joined(answer, step(end))
        if answer.block:
            break
    return answer


def _joined(answer: Answer, found: Answer | None) -> Answer:
    if found is None:
        return answer
    message = "\n".join(part for part in (answer.message, found.message) if part)
    return replace(answer, message=message, block=found.block)


def _end(context: Context, before: State | None, until: float) -> TurnEnd | None:
    """None where nothing may send the agent on."""
    if before is None:
        return guarded_end(context, until)
    state = context.store.load()
    if state is None or state.run_id != before.run_id or state.held or state.pending is not None:
        return None
    if state.phase in RELEASING:
        return run_end(context, state, until)
    if state.phase not in AUTHORITY or state.suspended or state.correction is not None or context.event.repeated:
        return None
    return None if _shows_an_artifact(context.event.message) else run_end(context, state, until)


def _shows_an_artifact(message: str) -> bool:
    return kind_of(message) is not None or lookalike_of(message) is not None or shows_gated_heading(message)
