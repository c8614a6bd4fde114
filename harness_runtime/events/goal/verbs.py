"""What a person does with a standing goal, typed as a prompt or in a terminal (contract: Loop guards)."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

from harness_runtime.events.context import Context
from harness_runtime.events.conversation.guarding import arm_for, disarm_locked
from harness_runtime.events.goal.turn import paused_text
from harness_runtime.events.run.project import loop_limits
from harness_runtime.loop.goals import Happening, advanced, new_goal
from harness_runtime.messages.catalog import sentence
from harness_runtime.messages.goals import GOALS, STATES, VERDICT_NAMES
from harness_runtime.messages.loop_said import SAID
from harness_runtime.session.files import discard
from harness_runtime.session.goals import (
    GOAL_FILE,
    Goal,
    GoalFault,
    goal_path,
    read_goal,
    read_goal_file,
    write_goal,
)
from harness_runtime.session.layout import run_folder
from harness_runtime.session.store import Store, now
from harness_runtime.settings.fault import SettingsFault


class GoalRefused(Exception):
    """Its text is what the person reads."""


def set_goal(context: Context, text: str) -> Goal:
    """In place of whatever goal there was. Raises GoalRefused, StoreFault, OSError."""
    store = context.store
    budget = _armed(context)
    with store.locked():
        goal = new_goal(store.session_id, text, budget, now())
        goal = goal.model_copy(update={"host": context.event.host, "workspace_root": context.workspace_root()})
        write_goal(store.data, goal)
    return goal


def resume_goal(context: Context) -> Goal:
    """With as many iterations as the settings give, beside those taken. Raises GoalRefused, StoreFault, OSError."""
    store, language = context.store, context.language()
    goal = known_goal(store, language)
    if goal.state != "paused":
        raise GoalRefused(_wrong_state(goal, "goal_not_paused", language))
    budget = _armed(context)
    return _change(
        store, language, "goal_not_paused", lambda known: advanced(known, Happening.RESUME, now=now(), budget=budget)
    )


def pause_goal(store: Store, language: str) -> Goal:
    """Raises GoalRefused, StoreFault, OSError."""
    return _change(store, language, "goal_not_active", lambda goal: advanced(goal, Happening.PAUSE, now=now()))


def clear_goal(store: Store, language: str) -> Goal | None:
    """Also one whose file cannot be read: then nothing is returned. Raises GoalRefused, StoreFault, OSError."""
    if not os.path.isdir(run_folder(store.data, store.session_id)):
        raise GoalRefused(_say(language, "goal_none"))
    with store.locked():
        try:
            goal = read_goal(store.data, store.session_id)
        except GoalFault:
            discard(goal_path(store.data, store.session_id))
            disarm_locked(store, "goal")
            return None
        cleared = advanced(goal, Happening.CLEAR, now=now()) if goal else None
        if cleared is None:
            raise GoalRefused(_say(language, "goal_none"))
        write_goal(store.data, cleared)
        disarm_locked(store, "goal")
    return cleared


def take_over(context: Context, folder: Path) -> None:
    """The goal of a session whose `folder` was set aside, into its new one. Raises StoreFault, OSError."""
    store = context.store
    try:
        goal = read_goal_file(str(folder / GOAL_FILE), store.session_id)
    except GoalFault:  # it is kept where it lies, like the rest
        return
    if goal is None or goal.state not in ("active", "paused"):
        return
    arm_for(context, "goal")
    with store.locked():
        write_goal(store.data, goal)


def known_goal(store: Store, language: str) -> Goal:
    """Raises GoalRefused when there is none, or none that can be read."""
    try:
        goal = read_goal(store.data, store.session_id)
    except GoalFault as fault:
        raise GoalRefused(_say(language, "unreadable", path=fault.path)) from None
    if goal is None or goal.state == "cleared":
        raise GoalRefused(_say(language, "goal_none"))
    return goal


def status_text(goal: Goal, language: str) -> str:
    state = sentence(STATES, language, goal.state)
    counted = {"count": goal.iterations, "limit": goal.max_iterations}
    lines = [_say(language, "status", goal=goal.goal, state=state, **counted)]
    if goal.last_verdict is not None:
        verdict = sentence(VERDICT_NAMES, language, goal.last_verdict)
        lines.append(_say(language, "status_verdict", verdict=verdict))
    if goal.state == "paused":
        lines.append(paused_text(goal, language))
    elif goal.next_step:
        lines.append(_say(language, "next_step", step=goal.next_step))
    return "\n".join(lines)


def _armed(context: Context) -> int:
    """Watch the session for its goal; returns the iterations that the settings give."""
    try:
        budget = loop_limits(context.workspace_root(), context.data).goal_max_iterations
    except SettingsFault as fault:
        raise GoalRefused(fault.line(context.language())) from None
    hindrance = arm_for(context, "goal")
    if hindrance is not None:
        key, fields = hindrance
        raise GoalRefused(sentence(SAID, context.language(), key, **fields))
    return budget


def _change(store: Store, language: str, refusal: str, change: Callable[[Goal], Goal | None]) -> Goal:
    known_goal(store, language)
    with store.locked():
        goal = known_goal(store, language)
        changed = change(goal)
        if changed is None:
            raise GoalRefused(_wrong_state(goal, refusal, language))
        write_goal(store.data, changed)
    return changed


def _wrong_state(goal: Goal, key: str, language: str) -> str:
    return _say(language, key, state=sentence(STATES, language, goal.state))


def _say(language: str, key: str, **fields: object) -> str:
    return sentence(GOALS, language, key, **fields)
