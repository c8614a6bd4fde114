"""A chain at a turn's end: the stage's outcome, its gate, and the next stage's message (contract: chains, Advance).

Called where nothing else has kept the turn from ending: no gate of a run is open, nothing blocks, nothing is held.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TypeGuard

from harness_runtime.chains.advance import (
    MAX_NUDGES,
    Finished,
    Go,
    Halt,
    Remind,
    Route,
    Stand,
    Step,
    Why,
    route,
    settle,
)
from harness_runtime.chains.outcome import Outcome, read_outcome
from harness_runtime.chains.stamp import Place, title
from harness_runtime.chains.standing import moved
from harness_runtime.events.chain.course import (
    Course,
    agent_of,
    course_of,
    definition_of,
    halted,
    keep,
    knows_agent,
    spoken_language,
    told_halt,
)
from harness_runtime.events.chain.gate import GateFound, check_gates
from harness_runtime.events.chain.text import Brief, reminder, stage_message
from harness_runtime.events.turn_end.end import TurnEnd
from harness_runtime.events.turn_end.host_cap import host_cap, is_used_up
from harness_runtime.events.turn_end.plan_mode import is_planning
from harness_runtime.messages.catalog import sentence
from harness_runtime.messages.chains import CHAINS
from harness_runtime.session.chain import StoredChain, has_chain, read_chain
from harness_runtime.session.store import StoreFault
from harness_runtime.settings.chains import Chain
from harness_runtime.wire.answers import Answer


def at_stop(end: TurnEnd) -> Answer | None:
    """None where the chain has no part in this turn."""
    context = end.context
    if not has_chain(context.data, context.event.session_id):
        return None
    try:
        course = course_of(context)
    except StoreFault as fault:
        return Answer(message=sentence(CHAINS, spoken_language(context), "unreadable", path=fault.detail))
    if course is None or course.stored.state in ("waiting", "finished"):
        return None
    if course.stored.turn != context.event.turn:
        return _not_taken(course)
    if course.stored.state != "running":
        return None
    if is_planning(context):
        return _stand(end, course, Stand(Halt.PLAN_MODE))
    chain = definition_of(course)
    if isinstance(chain, Stand):
        return _stand(end, course, chain)
    place = course.place
    assert place is not None
    outcome = read_outcome(context.event.message)
    way = route(chain, place, outcome, lambda name: knows_agent(course, name))
    gates = check_gates(end, chain, way.gates) if _may_go(way, place, end) else GateFound()
    return _take(end, course, chain, place, settle(chain, place, way, gates.refused), outcome, gates)


def _not_taken(course: Course) -> Answer | None:
    """Only a person's message opens a turn of the chain; work that ended in the background has opened this one."""
    if read_outcome(course.context.event.message).is_missing:
        return None
    return Answer(message=course.say("not_taken", title=course.title()))


def _may_go(way: Route | Remind | Stand, place: Place, end: TurnEnd) -> TypeGuard[Route]:
    """Is it worth the time of the gates? Only an end costs no hop and sends nothing on."""
    if not isinstance(way, Route):
        return False
    return way.stage == 0 or (place.hops < place.budget and not is_used_up(end.context))


def _take(
    end: TurnEnd, course: Course, chain: Chain, place: Place, step: Step, outcome: Outcome, gates: GateFound
) -> Answer | None:
    match step:
        case Stand():
            return _stand(end, course, _worded(step, place))
        case Finished():
            told = _with_gate(course, course.say("finished", chain=place.chain, run=place.run), gates.passed)
            stored = course.stored.model_copy(update={"state": "finished", "halt": "", "detail": ""})
            return Answer(message=told) if _committed(end, course, stored) else None
        case Go() | Remind():
            if is_used_up(end.context):
                return _stand(end, course, Stand(Halt.TURN_LIMIT, str(host_cap(end.context))))
            return _go(end, course, chain, step, _brief(place, step, outcome, gates), gates.passed)


def _go(
    end: TurnEnd, course: Course, chain: Chain, step: Go | Remind, brief: Brief, passed: Sequence[str]
) -> Answer | None:
    agent = agent_of(course, step.place.agent)
    if isinstance(agent, Stand):
        return _stand(end, course, agent)
    kept = brief.text if isinstance(step, Go) else course.stored.brief
    stored, place = moved(course.stored, step.place, turn=course.stored.turn, brief=kept)
    in_a_run = end.run is not None
    if isinstance(step, Go):
        text = stage_message(course, chain, place, agent, brief, in_a_run=in_a_run)
        told = course.say("goes_on", title=title(place), hops=place.hops, budget=place.budget)
        told = _with_gate(course, told, passed)
    else:
        text = reminder(course, place, chain, step.why, in_a_run=in_a_run)
        told = course.say("reminded", title=title(place), nudges=place.nudges, most=MAX_NUDGES)
    return Answer(block=text, message=told) if _committed(end, course, stored) else None


def _with_gate(course: Course, told: str, passed: Sequence[str]) -> str:
    """The person reads as well what has let the chain pass."""
    return f"{told} {course.say('gate_passed', names=', '.join(passed))}" if passed else told


def _brief(place: Place, step: Go | Remind, outcome: Outcome, gates: GateFound) -> Brief:
    if step.why is Why.GATE:
        return Brief(gates.output, place.agent, step.why)
    return Brief(outcome.brief, place.agent, step.why)


def _worded(stand: Stand, place: Place) -> Stand:
    """With what its sentence speaks of."""
    match stand.halt:
        case Halt.HOP_BUDGET:
            return replace(stand, detail=f"{place.hops}/{place.budget}")
        case Halt.NO_OUTCOME:
            return replace(stand, detail=str(place.nudges))
    return stand


def _stand(end: TurnEnd, course: Course, stand: Stand) -> Answer | None:
    return told_halt(course, stand) if _committed(end, course, halted(course, stand)) else None


def _committed(end: TurnEnd, course: Course, stored: StoredChain) -> bool:
    """Stored, unless the person has meanwhile done something that this did not know of."""
    context = end.context
    with context.store.locked():
        try:
            present = read_chain(context.data, context.event.session_id)
        except StoreFault:
            return False
        if present != course.kept or not end.stands():
            return False
        keep(course, stored)
        return True
