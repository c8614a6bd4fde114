"""A session's standing goal, as it is shown."""

from __future__ import annotations

from harness_runtime.cli.contracts.goal import GoalView
from harness_runtime.cli.language import said, sentence
from harness_runtime.messages.goals import STATES
from harness_runtime.session.goals import Goal, GoalFault, read_goal
from harness_runtime.session.store import Store


def goal_view(store: Store) -> GoalView | None:
    """None where no goal was ever set."""
    try:
        goal = read_goal(store.data, store.session_id)
    except GoalFault:
        return GoalView.model_validate({**goal_fields(None), "state": "unreadable"})
    return GoalView.model_validate(goal_fields(goal)) if goal else None


def goal_fields(goal: Goal | None) -> dict[str, object]:
    """The fields of GoalView."""
    if goal is None:
        return {
            "goal": None, "state": None, "paused_by": None, "reason": "", "iterations": 0,
            "max_iterations": None, "last_verdict": None, "next_step": "",
        }  # fmt: skip
    return goal.model_dump(include=set(GoalView.model_fields))


def goal_rows(goal: GoalView | None) -> list[tuple[str, str]]:
    """Its label and what it says; nothing where none is pursued."""
    if goal is None or goal.state == "cleared":
        return []
    if goal.goal is None:
        return [(sentence("goal"), sentence("goal_unreadable"))]
    state = said(STATES, str(goal.state))
    counted = {"count": str(goal.iterations), "limit": str(goal.max_iterations)}
    return [(sentence("goal"), sentence("goal_value", state=state, goal=goal.goal, **counted))]
