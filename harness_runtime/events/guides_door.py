"""The door to a project's guides: opened only where the project has a file of theirs, so that others pay nothing."""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING

from harness_runtime.events.context import Context
from harness_runtime.events.guides_rim import FILE, is_unattended
from harness_runtime.guides.tasks import task_type_of
from harness_runtime.wire.answers import Answer

if TYPE_CHECKING:
    from harness_runtime.session.state import State

# What activates is no part of the request: a link names folders, and those may be called `test`.
ACTIVATION = re.compile(r"\[\$harness:harness\]\([^)\n]*\)|\$harness(:harness)?\b|^/harness(:harness)?\b")


def is_guided(root: str) -> bool:
    return os.path.lexists(f"{root}/{FILE}")


def task_type_asked(prompt: str) -> str:
    """The task type of a request to Harness."""
    return task_type_of(ACTIVATION.sub(" ", prompt))


def with_session_guides(context: Context, answer: Answer, state: State | None) -> Answer:
    """SessionStart's answer; `state` is the session's run, open or over."""
    if not is_guided(context.workspace_root()):
        return answer
    from harness_runtime.events.guides_context import at_session_start

    return at_session_start(context, answer, state)


def with_task_guides(context: Context, answer: Answer, task_type: str) -> Answer:
    """A prompt's answer with the guides of its task; for a goal's or chain's objective as well."""
    if answer.block or not is_guided(context.workspace_root()):
        return answer
    from harness_runtime.events.guides_context import at_task

    return at_task(context, answer, task_type)


def with_unattended_guides(context: Context, answer: Answer) -> Answer:
    """The same for a prompt outside a run, of a host at whose screen nobody sits."""
    if not is_guided(context.workspace_root()):
        return answer
    if not is_unattended(dict(context.environ), context.event.transcript_path):
        return answer
    return with_task_guides(context, answer, task_type_of(context.event.prompt))
