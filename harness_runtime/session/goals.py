"""A session's standing goal, in goal.json of its folder (contract: Loop guards). Cold.

Written whole and privately; a file that cannot be used is told, and never read as a goal.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Literal

from pydantic import Field, ValidationError

from harness_runtime.session.files import make_private_folder, replace_file
from harness_runtime.session.layout import run_folder
from harness_runtime.session.sealed import SealedFault, read_file
from harness_runtime.session.state import Stored

GOAL_FILE = "goal.json"
MAX_GOAL = 2_000  # bytes of its text
MAX_FILE = 64 * 1024

GoalState = Literal["active", "paused", "met", "cleared"]
Pause = Literal["person", "cap", "repeated", "cannot", "no_judge", "host", "off"]
Verdict = Literal["met", "not_met", "cannot", "none"]


class Goal(Stored):
    """`iterations`: how often the agent was sent on with it. `max_iterations`: where it pauses."""

    schema_version: Literal[1] = 1
    session_id: str
    host: Literal["codex", "claude", ""] = ""  # with the folder: where it is pursued, for when nothing else tells
    workspace_root: str = ""
    goal: str
    state: GoalState
    paused_by: Pause | None = None
    reason: str = ""  # a model's words, or a program's, why it is paused
    iterations: int = Field(default=0, ge=0)
    max_iterations: int = Field(ge=1)
    last_verdict: Verdict | None = None
    next_step: str = ""
    repeats: int = Field(default=0, ge=0)  # verdicts in a row that named this step
    set_at: str  # ISO 8601, UTC
    updated_at: str


class GoalFault(Exception):
    """The file is there and cannot be used; `path` is its path."""

    def __init__(self, path: str) -> None:
        super().__init__(path)
        self.path = path


def goal_path(data: str, session_id: str) -> str:
    return f"{run_folder(data, session_id)}/{GOAL_FILE}"


def has_goal(data: str, session_id: str) -> bool:
    """Is there anything to read? Costs one look."""
    return os.path.lexists(goal_path(data, session_id))


def read_goal(data: str, session_id: str) -> Goal | None:
    """None when none was ever set. Raises GoalFault."""
    return read_goal_file(goal_path(data, session_id), session_id)


def read_goal_file(path: str, session_id: str) -> Goal | None:
    """The same of a folder that was set aside."""
    try:
        goal = Goal.model_validate_json(read_file(path, MAX_FILE))
    except FileNotFoundError:
        return None
    except (OSError, ValueError, ValidationError, SealedFault):
        raise GoalFault(path) from None
    if goal.session_id != session_id:
        raise GoalFault(path)
    return goal


def write_goal(data: str, goal: Goal) -> None:
    """To be called under the session's lock. Raises OSError."""
    path = Path(goal_path(data, goal.session_id))
    make_private_folder(path.parent)
    replace_file(path, goal.model_dump_json().encode("utf-8") + b"\n")
