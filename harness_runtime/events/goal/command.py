"""`$harness:goal …` as a person types it.

Status, pause and clear are answered here, and the prompt goes no further. A goal that is set or picked up again
passes on to the model, whose turn begins with it; in a run the gates come first, and the goal waits for the next
prompt.
"""

from __future__ import annotations

from harness_runtime.events.context import Context
from harness_runtime.events.conversation.guarding import is_in_run, note_prompt
from harness_runtime.events.goal.turn import is_held
from harness_runtime.events.goal.verbs import (
    GoalRefused,
    clear_goal,
    known_goal,
    pause_goal,
    resume_goal,
    set_goal,
    status_text,
)
from harness_runtime.events.guides.door import with_task_guides
from harness_runtime.guides.tasks import task_type_of
from harness_runtime.loop.goals import asked
from harness_runtime.messages.catalog import sentence
from harness_runtime.messages.goals import GOALS
from harness_runtime.session.goals import Goal
from harness_runtime.wire.answers import Answer
from harness_runtime.workflow.commands import Command


def answer(context: Context, command: Command) -> Answer:
    wanted = asked(command.argument)
    if wanted.fault:
        return Answer(block=_say(context, wanted.fault))
    try:
        return _answer(context, wanted.subcommand, wanted.text)
    except GoalRefused as refused:
        return Answer(block=str(refused))


def _answer(context: Context, subcommand: str, text: str) -> Answer:
    store, language = context.store, context.language()
    match subcommand:
        case "set":
            goal = set_goal(context, text)
            return _begun(context, goal, _say(context, "goal_set", goal=goal.goal, limit=goal.max_iterations))
        case "resume":
            goal = resume_goal(context)
            return _begun(context, goal, _resumed(context, goal))
        case "pause":
            pause_goal(store, language)
            return Answer(block=_say(context, "paused_person"))
        case "clear":
            clear_goal(store, language)
            return Answer(block=_say(context, "goal_cleared"))
        case _:
            return Answer(block=status_text(known_goal(store, language), language))


def _resumed(context: Context, goal: Goal) -> str:
    counted = {"count": goal.iterations, "limit": goal.max_iterations}
    return _say(context, "goal_resumed", goal=goal.goal, **counted)


def _begun(context: Context, goal: Goal, told: str) -> Answer:
    """The goal's own text comes beside the prompt, as beside every other, and the project's guides for it."""
    if is_in_run(context.store):
        when = "goal_set_held" if is_held(context) else "goal_set_in_a_run"
        return Answer(block=f"{told}\n{_say(context, when)}")
    note_prompt(context)
    return with_task_guides(context, Answer(message=told), task_type_of(goal.goal))


def _say(context: Context, key: str, **fields: object) -> str:
    return sentence(GOALS, context.language(), key, **fields)
