"""The settings of the loop guards, `agent` and `tools` in both files, and what holds when both speak.

The person's file sets them. A project's file may only tighten: a lower limit, or a check switched on.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

MAX_LIMIT = 100_000
MAX_REPEATS = 100  # twice as many calls, two records each, lie within counters.WINDOW

Limit = Annotated[int, Field(ge=1, le=MAX_LIMIT)]
Repeats = Annotated[int, Field(ge=1, le=MAX_REPEATS)]

EXPECTED = {
    "repeat_limit": "repeats",
    "verify_replies": "flag",
    "verify_max": "limit",
    "goal_max_iterations": "limit",
    "max_turns": "limit",
    "max_tool_calls_per_turn": "limit",
}


class AgentSettings(BaseModel):
    """How long an agent may go on by itself, and what is checked then."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, defer_build=True)

    repeat_limit: Repeats = Field(
        default=3, description="identical calls before the model is told; at twice it stops"
    )
    verify_replies: bool = Field(default=False, description="ask a second model whether the request was carried out")
    verify_max: Limit = Field(default=2, description="times that a turn is sent back for it")
    goal_max_iterations: Limit = Field(default=10, description="iterations, after which a goal pauses")
    max_turns: Limit = Field(default=200, description="batches of tool calls in one turn; past it calls are denied")


class ToolSettings(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, defer_build=True)

    max_tool_calls_per_turn: Limit = Field(default=32, description="calls of a turn before the model is told to end")


@dataclass(frozen=True)
class LoopSettings:
    """What holds for a session."""

    repeat_limit: int
    verify_replies: bool
    verify_max: int
    goal_max_iterations: int
    max_turns: int
    max_tool_calls_per_turn: int


def loop_settings(
    person: tuple[AgentSettings, ToolSettings], project: tuple[AgentSettings, ToolSettings] | None
) -> LoopSettings:
    """`agent` and `tools` of the person's file, tightened by the project's where that one says something."""
    said = _said(project) if project else {}
    return LoopSettings(**{name: _tightened(value, said.get(name)) for name, value in _values(person).items()})


def _tightened(own: int | bool, said: int | bool | None) -> Any:
    if said is None:
        return own
    return own or said if isinstance(own, bool) else min(own, said)


def _values(sections: tuple[AgentSettings, ToolSettings]) -> dict[str, int | bool]:
    return {name: value for section in sections for name, value in section.model_dump().items()}


def _said(sections: tuple[AgentSettings, ToolSettings]) -> dict[str, int | bool]:
    """Only what the file itself holds: a default tightens nothing."""
    return {name: value for section in sections for name, value in section.model_dump(exclude_unset=True).items()}
