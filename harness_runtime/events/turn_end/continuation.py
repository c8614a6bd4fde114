"""At a turn's end: may something send the agent on? Verification first, then a chain, then a goal (contract: Loop
guards).

A gate always wins: an answer that blocks already, an artifact in the last message, an open question to the person, a
run that was ended or is held, a turn that was stopped for repetition and one in the host's plan mode are left as they
are. In a run only a phase with authority goes on, and once a turn: what a continued turn shows is never validated.
Only a chain goes on further: its stages show nothing that could be.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from harness_runtime.artifacts.kinds import kind_of, lookalike_of, shows_gated_heading
from harness_runtime.events.context import Context
from harness_runtime.events.turn_end.end import TurnEnd, guarded_end, run_end
from harness_runtime.events.turn_end.host_cap import count_sent_on, host_cap, is_used_up
from harness_runtime.events.turn_end.plan_mode import is_planning
from harness_runtime.events.turn_end.stop_time import deadline
from harness_runtime.events.turn_end.stopped_turn import is_spent, was_stopped
from harness_runtime.messages.catalog import sentence
from harness_runtime.messages.goals import GOALS
from harness_runtime.session.chain import has_chain, read_chain
from harness_runtime.session.goals import has_goal
from harness_runtime.session.state import State
from harness_runtime.session.store import StoreFault
from harness_runtime.wire.answers import Answer
from harness_runtime.workflow.position import AUTHORITY, RELEASING

REVIEW = ("review", "post_repair_review")
Step = Callable[[TurnEnd], Answer | None]


# Each imports what it needs where there is something to do: every other turn's end pays one look.


def _verified(end: TurnEnd) -> Answer | None:
    if not end.limits.verify_replies:
        return None
    from harness_runtime.events.turn_end.critic import at_stop

    return at_stop(end)


def _chained(end: TurnEnd) -> Answer | None:
    if not has_chain(end.context.data, end.context.event.session_id):
        return None
    from harness_runtime.events.chain.turn import at_stop

    return at_stop(end)


def _pursued(end: TurnEnd) -> Answer | None:
    if not has_goal(end.context.data, end.context.event.session_id):
        return None
    from harness_runtime.events.goal.turn import at_completion, at_stop

    return at_completion(end) if _is_completed(end) else at_stop(end)


STEPS: tuple[Step, ...] = (_verified, _chained, _pursued)
TELL: tuple[Step, ...] = (
    _verified,
    _pursued,
)  # once an artifact has ended the run's work; a goal only at the run's end
AGAIN: tuple[Step, ...] = (
    _chained,
)  # in a run, once its turn was sent on; and it says itself where the host ends it, or only plans


def continued(context: Context, before: State | None, answer: Answer, begun: float) -> Answer:
    """The Stop's answer, with what those have found. `before`: the run as the Stop found it, None without one;
    `begun`: the hook's beginning in monotonic seconds."""
    if answer.block or context.event.child or was_stopped(context):
        return answer
    end = _end(context, before, deadline(begun))
    if end is None:
        return answer
    if end.settled:
        for step in TELL if _is_completed(end) else TELL[:1]:
            answer = _joined(answer, _taken(step, end))
        return answer
    steps, told = _steps(end)
    for step in steps:
        found = _taken(step, end)
        answer = _joined(answer, found)
        if answer.block:
            return _counted(context, answer)
        if step is _chained and _chain_stands(end):
            break
    return replace(answer, message="\n".join(part for part in (answer.message, told) if part))


def _steps(end: TurnEnd) -> tuple[tuple[Step, ...], str]:
    """What may send this turn on, and what the person is to hear where not all of it may."""
    if is_spent(end.context, end.limits.max_turns):
        told = sentence(GOALS, end.language, "turn_spent", limit=end.limits.max_turns)
        return (), told if _is_watched(end) else ""
    if _is_watched(end) and is_planning(end.context):
        return AGAIN, ""
    if is_used_up(end.context):
        return AGAIN, sentence(GOALS, end.language, "host_ends", limit=host_cap(end.context))
    return (AGAIN if end.run is not None and end.context.event.repeated else STEPS), ""


def _is_watched(end: TurnEnd) -> bool:
    """Would anything have looked at this turn's end?"""
    event, data = end.context.event, end.context.data
    return end.limits.verify_replies or has_goal(data, event.session_id) or has_chain(data, event.session_id)


def _counted(context: Context, answer: Answer) -> Answer:
    """What cannot be counted does not go on."""
    try:
        count_sent_on(context)
    except OSError as error:
        message = "\n".join(part for part in (answer.message, error.strerror or str(error)) if part)
        return replace(answer, block="", message=message)
    return answer


def _chain_stands(end: TurnEnd) -> bool:
    """A chain that has come to a halt waits for the person: no goal goes on behind its back."""
    try:
        chain = read_chain(end.context.data, end.context.event.session_id)
    except StoreFault:
        return True
    return chain is not None and chain.state == "halted"


def _is_completed(end: TurnEnd) -> bool:
    """The run has come to its end with this Stop, and this turn with it."""
    return end.run is not None and end.run.phase in RELEASING


def _taken(step: Step, end: TurnEnd) -> Answer | None:
    try:
        return step(end)
    except StoreFault as fault:
        told = end.context.say(end.language, "store_fault", rule=fault.rule, detail=fault.detail)
        return Answer(message=told)


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
    if state.phase in RELEASING or (before.phase in AUTHORITY and state.phase in REVIEW):
        return run_end(context, state, until, settled=True)
    if state.phase not in AUTHORITY or state.suspended or state.correction is not None:
        return None
    if context.event.repeated and not has_chain(context.data, state.session_id):
        return None
    return None if _shows_an_artifact(context.event.message) else run_end(context, state, until)


def _shows_an_artifact(message: str) -> bool:
    return kind_of(message) is not None or lookalike_of(message) is not None or shows_gated_heading(message)
