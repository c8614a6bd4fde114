"""What `goal` prints, and `inspect` shows of a session's goal, as models."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from harness_runtime.cli.contracts.base import Answer, Printed
from harness_runtime.session.goals import GoalState, Pause, Verdict


class GoalView(Printed):
    """`state` unreadable: the file cannot be used, and no goal is pursued."""

    goal: str | None = Field(description="null: none was set, or its file cannot be read")
    state: GoalState | Literal["unreadable"] | None
    paused_by: Pause | None
    reason: str = Field(description='why it is paused, in the words of a model or of a failure; ""')
    iterations: int = Field(description="how often the agent was sent on with it")
    max_iterations: int | None = Field(description="where it pauses")
    last_verdict: Verdict | None
    next_step: str


class GoalStatus(GoalView, Answer):
    """`goal`: the session's goal, as it is after the command."""

    session_id: str
