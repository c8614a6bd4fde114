"""What the present stage of a chain has to do, for who judges the end of a turn without being part of the chain."""

from __future__ import annotations

from harness_runtime.chains.advance import Stand
from harness_runtime.events.chain.course import course_of, definition_of
from harness_runtime.events.context import Context
from harness_runtime.session.chain import has_chain


def stage_job(context: Context) -> str:
    """An empty text where no stage is at work in this turn. Raises StoreFault."""
    course = course_of(context) if has_chain(context.data, context.event.session_id) else None
    if course is None or course.stored.state != "running" or course.stored.turn != context.event.turn:
        return ""
    place, chain = course.place, definition_of(course)
    if place is None or isinstance(chain, Stand):
        return ""
    told = course.say("verify_stage", chain=place.chain, stage=place.stage, length=place.length, agent=place.agent)
    stage = chain.stages[place.stage - 1]
    if place.agent != stage.agent:
        return told
    job = course.say("job", text=stage.brief) if stage.brief else ""
    done = course.say("done", text=stage.done) if stage.done else ""
    return "\n".join(filter(None, (told, job, done)))
