"""What `steer` and `rollback` print, as models."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from harness_runtime.cli.contracts.base import Answer, Printed


class Steered(Answer):
    """`steer`. `running`: the note arrives in the present turn, else in the next one."""

    session_id: str
    queued: bool
    running: bool


class ChangedPath(Printed):
    path: str = Field(description='relative to the workspace; ".": what could not be looked at in time')
    state: Literal["restorable", "changed_since", "not_captured"]
    why: str = Field(description='a code; "" for what is restorable')
    action: str = Field(description="restore, delete or none; after putting back: restored, deleted, kept or failed")


class PathDiff(Printed):
    """How a path was when the session first let it be changed, and how it is."""

    path: str = Field(description='relative to the workspace; ".": what could not be looked at in time')
    state: Literal["restorable", "changed_since", "not_captured"]
    why: str = Field(description='a code; "" for what is restorable')
    was: str = Field(description="kind and mode: file 644, folder 755, link, absent, missed for what has no copy")
    now: str = Field(description="the same; other for what is none of these or cannot be looked at")
    told: Literal["diff", "same", "no_text", "binary", "too_large", "not_captured", "unreadable", "left_out"] = Field(
        description="diff, or why there are no lines; same: only the mode differs"
    )
    added: int
    removed: int
    lines: list[str] = Field(description="of a unified diff, without line ends; a long line is cut")
    cut: int = Field(description="lines that are left out at the end")


class Diffs(Answer):
    """`rollback --diff`: how the session's changes look. Nothing is changed."""

    session_id: str
    files: list[PathDiff]


class RolledBack(Answer):
    """`rollback`: what the session changed and is not as it was, or what was done with it."""

    session_id: str
    files: list[ChangedPath]
