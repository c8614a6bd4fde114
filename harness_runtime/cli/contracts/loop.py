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


class RolledBack(Answer):
    """`rollback`: what the session changed and is not as it was, or what was done with it."""

    session_id: str
    files: list[ChangedPath]
