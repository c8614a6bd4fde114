"""A standing goal beside prompts and at turns' ends (contract: Loop guards).

A judge decides, without the session's lock. What it says is committed only while session and goal are what they were,
and before the host hears of it: a kill costs an iteration, and never adds one.
"""

from __future__ import annotations

from harness_runtime.events.context import Context
from harness_runtime.events.conversation.guarding import disarm_locked
from harness_runtime.events.turn_end.consult import NoAnswer, NotAsked, consult, new_mark, not_understood, tools_of
from harness_runtime.events.turn_end.end import TurnEnd
from harness_runtime.loop.goals import Happening, Judged, advanced, happening_of, judged, one_line
from harness_runtime.loop.verification import judge_question
from harness_runtime.messages.catalog import sentence
from harness_runtime.messages.goals import GOALS, VERIFIED
from harness_runtime.session.goals import Goal, GoalFault, read_goal, write_goal
from harness_runtime.session.guarded import language_of
from harness_runtime.session.host_goal import host_goal_is_active
from harness_runtime.session.sealed import SealedFault, read_state
from harness_runtime.session.store import now
from harness_runtime.wire.answers import Answer


def standing(context: Context) -> Answer | None:
    """The goal, for the model; whatever keeps it from being pursued, for the person."""
    data, session_id = context.data, context.event.session_id
    language = context.spoken(language_of(data, session_id) or context.language())
    try:
        goal = read_goal(data, session_id)
    except GoalFault as fault:
        return Answer(message=sentence(GOALS, language, "unreadable", path=fault.path))
    if goal is None or goal.state != "active" or is_held(context):
        return None
    counted = {"count": goal.iterations, "limit": goal.max_iterations}
    begins = context.event.name == "SessionStart"
    told = sentence(GOALS, language, "still_there", goal=one_line(goal.goal), **counted) if begins else ""
    return Answer(context=standing_text(goal, language), message=told)


def standing_text(goal: Goal, language: str) -> str:
    """Whole: the judge holds the agent against all of it."""
    step = sentence(GOALS, language, "next_step", step=goal.next_step) if goal.next_step else ""
    return "\n".join(filter(None, (sentence(GOALS, language, "standing"), _quoted(goal.goal), step)))


def _quoted(text: str) -> str:
    return "\n".join(f"> {line}" for line in text.split("\n"))


def is_held(context: Context) -> bool:
    """A run that ended without success lets nothing go on."""
    try:
        return read_state(context.data, context.event.session_id).get("held") is True
    except SealedFault:
        return False


def at_stop(end: TurnEnd) -> Answer | None:
    return _at_end(end, sends_on=True)


def at_completion(end: TurnEnd) -> Answer | None:
    """The run has just been completed, and this turn ends whatever the judge says."""
    return _at_end(end, sends_on=False)


def _at_end(end: TurnEnd, *, sends_on: bool) -> Answer | None:
    event, data = end.context.event, end.context.data
    try:
        goal = read_goal(data, event.session_id)
    except GoalFault as fault:
        return Answer(message=_say(end, "unreadable", path=fault.path))
    if goal is None or not (goal.state == "active" or goal.paused_by == "host"):
        return None
    if host_goal_is_active(event.host, data, event.session_id, event.transcript_path):
        return _told(end, goal, Happening.HOST_BEGAN) if goal.state == "active" else None
    back = ""
    if goal.state == "paused":
        moved = _moved(end, goal, Happening.HOST_ENDED)
        if moved is None:
            return None
        goal, back = moved, _say(end, "host_ended") + "\n"
    found = _judged(end, goal, sends_on=sends_on)
    if found is None:
        return Answer(message=back.strip()) if back else None
    return Answer(block=found.block, message=f"{back}{found.message}")


def _judged(end: TurnEnd, goal: Goal, *, sends_on: bool) -> Answer | None:
    verdict, step = None, ""
    try:
        verdict = _verdict(end, goal)
        step = verdict.step or _say(end, "no_reason")
    except NotAsked as fault:  # no verdict on the goal, which stays as it is
        return Answer(message=_say(end, "not_judged", why=fault))
    except NoAnswer as fault:
        step = str(fault)
    waits = not sends_on and verdict is not None and verdict.met is False
    return _told(end, goal, Happening.WAITS if waits else happening_of(goal, verdict), step)


def _verdict(end: TurnEnd, goal: Goal) -> Judged:
    """Without the session's lock. Raises NoAnswer."""
    message = end.context.event.message
    question = judge_question(end.language, goal.goal, message, tools_of(end), new_mark())
    verdict = judged(consult(end, "judge", question))
    if verdict is None:
        raise not_understood(end, "judge")
    return verdict


def _told(end: TurnEnd, goal: Goal, happening: Happening, step: str = "") -> Answer | None:
    moved = _moved(end, goal, happening, step)
    if moved is None:
        return None
    counted = {"count": moved.iterations, "limit": moved.max_iterations}
    if happening is Happening.NOT_MET:
        told = f"{_say(end, 'go_on', step=step, **counted)}\n{_quoted(moved.goal)}"
        if end.run is not None:
            told = f"{told}\n{sentence(VERIFIED, end.language, 'no_artifact')}"
        return Answer(block=told, message=_say(end, "going_on", step=step, **counted))
    if happening is Happening.WAITS:
        return Answer(message=_say(end, "waits", step=step))
    if happening is Happening.MET:
        return Answer(message=_say(end, "met", count=moved.iterations))
    return Answer(message=paused_text(moved, end.language))


def paused_text(goal: Goal, language: str) -> str:
    """Why the goal is paused, and the way on where there is one."""
    reason = goal.reason or goal.next_step
    key = f"paused_{goal.paused_by}"
    given = {"reason": reason} if "{reason}" in GOALS[key][language] else {}
    return sentence(GOALS, language, key, **given, **({"limit": goal.max_iterations} if key == "paused_cap" else {}))


def _moved(end: TurnEnd, goal: Goal, happening: Happening, step: str = "") -> Goal | None:
    """The goal as it was stored, None when session or goal are not what they were: then nothing comes of it."""
    store = end.context.store
    with store.locked():
        try:
            present = read_goal(store.data, store.session_id)
        except GoalFault:
            return None
        if present != goal or not end.stands():
            return None
        moved = advanced(goal, happening, now=now(), step=step)
        if moved is None:
            return None
        write_goal(store.data, moved)
        if moved.state == "met":
            disarm_locked(store, "goal")
    return moved


def _say(end: TurnEnd, key: str, **fields: object) -> str:
    return sentence(GOALS, end.language, key, **fields)
