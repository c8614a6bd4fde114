"""A chain at a person's message and at a session's start (contract: chains, Runs).

The message starts a run at stage one when the last run has finished, and resumes where the run stands when it has
not, with a fresh hop budget. Machine text and children's prompts do neither.
"""

from __future__ import annotations

from harness_runtime.chains.advance import Halt, Stand, first_place, renewed
from harness_runtime.chains.agents import Agent
from harness_runtime.chains.stamp import title
from harness_runtime.chains.standing import moved
from harness_runtime.events.chain.command import task_of
from harness_runtime.events.chain.course import (
    Course,
    agent_of,
    course_of,
    definition_of,
    halt_reason,
    halted,
    keep,
    spoken_language,
    told_halt,
)
from harness_runtime.events.chain.text import Brief, cut, stage_message
from harness_runtime.events.commands.typed import command_of
from harness_runtime.events.context import Context
from harness_runtime.events.guides.door import with_task_guides
from harness_runtime.events.guides.rim import is_unattended
from harness_runtime.guides.tasks import task_type_of
from harness_runtime.messages.catalog import sentence
from harness_runtime.messages.chains import CHAINS
from harness_runtime.session.chain import has_chain
from harness_runtime.session.guarded import ended_turn
from harness_runtime.session.layout import is_guarded
from harness_runtime.session.state import State
from harness_runtime.session.store import StoreFault
from harness_runtime.settings.chains import Chain
from harness_runtime.wire.answers import Answer
from harness_runtime.workflow.position import AUTHORITY
from harness_runtime.workflow.speaker import is_machine_text

PLANNING = frozenset(("planning", "repair_planning"))
WORKING = PLANNING | AUTHORITY
COMPACTED = "compact"
AGAIN = 1_200  # bytes of a brief that the conversation holds already: what hooks tell at a prompt shares one limit


def standing(context: Context) -> Answer | None:
    """What the answer to a prompt or a SessionStart tells besides. None without a chain."""
    event = context.event
    if not has_chain(context.data, event.session_id):
        return None
    starts = event.name == "SessionStart"
    if not starts and is_machine_text(event.prompt):
        return None
    with context.store.locked():
        try:
            course = course_of(context)
        except StoreFault as fault:
            return Answer(message=sentence(CHAINS, spoken_language(context), "unreadable", path=fault.detail))
        if course is None:
            return None
        if starts:
            return _at_start(course)
        run = _run(context)
        answer = _at_message(course, run)
    return _guided(course, answer) if answer is not None and run is None else answer


def _run(context: Context) -> State | None:
    """The run that guards the session now."""
    return None if is_guarded(context.data, context.event.session_id) else context.store.load()


def _at_message(course: Course, run: State | None) -> Answer | None:
    if run is not None and run.held:
        return _stands(course, Stand(Halt.RUN_HELD))
    if run is not None and (run.pending is not None or run.phase not in WORKING):
        return None  # a gate comes first, and a review is nobody's stage
    chain = definition_of(course)
    if isinstance(chain, Stand):
        return _stands(course, chain)
    return _begin(course, chain, run)


def _begin(course: Course, chain: Chain, run: State | None) -> Answer:
    ending = "planning" if run is not None and run.phase in PLANNING else "ending"
    stored, place = course.stored, course.place
    again = place is not None and stored.state not in ("waiting", "finished")
    here = renewed(place) if place and again else first_place(stored.chain, chain, stored.last_run + 1)
    agent = agent_of(course, here.agent)
    if isinstance(agent, Stand):
        return _stands(course, agent)
    text = stored.brief if again else ""
    moving, here = moved(stored, here, turn=course.context.event.turn, brief=text)
    keep(course, moving)
    brief = Brief(cut(text, AGAIN, course.say("cut")))
    told = stage_message(course, chain, here, agent, brief, opening="again" if again else "task", ending=ending)
    if not again:
        return Answer(context=told, message=course.say("begun", title=title(here)))
    halt = stored.halt if stored.state == "halted" else _unsaid(course, run)
    why = halt_reason(course.language, halt, stored.detail) if halt else ""
    return Answer(context=told, message=course.say("resumed" if why else "resumed_plain", title=title(here), why=why))


def _unsaid(course: Course, run: State | None) -> str:
    """Why a chain stood that has not said it: a gate came first, or no hook has seen its turn's end. "" where that
    turn ended for a reason that was told then."""
    if run is not None:
        ended, gate = (run.last_stop.turn, run.last_stop.gate) if run.last_stop else ("", False)
    else:
        ended, gate = ended_turn(course.context.data, course.context.event.session_id), False
    if gate:
        return Halt.RUN_GATE.value
    return "" if ended == course.stored.turn else Halt.INTERRUPTED.value


def _guided(course: Course, answer: Answer) -> Answer:
    """A chain's task brings the project's guides, unless the prompt has brought them already."""
    context, stored = course.context, course.stored
    if not answer.context or (course.place is not None and stored.state not in ("waiting", "finished")):
        return answer
    event = context.event
    command = command_of(context)
    if command is not None and command.verb == "goal":  # brings them for its own text
        return answer
    if command is None and is_unattended(dict(context.environ), event.transcript_path):
        return answer
    return with_task_guides(context, answer, task_type_of(task_of(command) if command else event.prompt))


def _stands(course: Course, stand: Stand) -> Answer:
    stored = halted(course, stand)
    if stored != course.kept:
        keep(course, stored)
    return told_halt(course, stand)


def _at_start(course: Course) -> Answer:
    """The person is reminded. The model hears of its stage with the next message: Claude Code begins a fork, which
    has no chain, with the very event of a conversation that is resumed."""
    stored, place = course.stored, course.place
    if place is None or stored.state in ("waiting", "finished"):
        return Answer(message=course.say("start_waiting", chain=stored.chain))
    if course.context.event.source == COMPACTED and stored.state == "running":
        return _after_compaction(course)
    where = {"run": place.run, "stage": place.stage, "length": place.length, "agent": place.agent}
    return Answer(message=course.say("start_stands", chain=stored.chain, **where))


def _after_compaction(course: Course) -> Answer:
    """The model may have lost its stage in the middle of it."""
    stored, place = course.stored, course.place
    chain = definition_of(course)
    agent = agent_of(course, place.agent) if place else None
    if place is None or isinstance(chain, Stand) or not isinstance(agent, Agent):
        return Answer()  # the turn's end says it
    stored, place = moved(stored, place, turn=stored.turn, brief=stored.brief)
    keep(course, stored)
    return Answer(context=stage_message(course, chain, place, agent, Brief(stored.brief), opening="again"))
