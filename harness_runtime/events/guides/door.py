"""The door to a project's guides and sensors: opened only where the project has a file of theirs, so that others pay
nothing."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from harness_runtime.artifacts.kinds import kind_of
from harness_runtime.events.context import Context
from harness_runtime.events.guides.rim import is_guided, is_unattended
from harness_runtime.guides.tasks import task_type_of
from harness_runtime.wire.answers import Answer
from harness_runtime.workflow.position import AUTHORITY, TERMINAL

if TYPE_CHECKING:
    from harness_runtime.events.guides.completion import Examined
    from harness_runtime.session.state import State

# What activates is no part of the request: a link names folders, and those may be called `test`.
ACTIVATION = re.compile(r"\[\$harness:harness\]\([^)\n]*\)|\$harness(:harness)?\b|^/harness(:harness)?\b")


def task_type_asked(prompt: str) -> str:
    """The task type of a request to Harness."""
    return task_type_of(ACTIVATION.sub(" ", prompt))


def with_session_guides(context: Context, answer: Answer, state: State | None) -> Answer:
    """SessionStart's answer; `state` is the session's run, open or over."""
    if not is_guided(context.workspace_root()):
        return answer
    from harness_runtime.events.guides.context import at_session_start

    return at_session_start(context, answer, state)


def with_task_guides(context: Context, answer: Answer, task_type: str) -> Answer:
    """A prompt's answer with the guides of its task; for a goal's or chain's objective as well."""
    if answer.block or not is_guided(context.workspace_root()):
        return answer
    from harness_runtime.events.guides.context import at_task

    return at_task(context, answer, task_type)


def with_unattended_guides(context: Context, answer: Answer) -> Answer:
    """The same for a prompt outside a run, of a host at whose screen nobody sits."""
    if not is_guided(context.workspace_root()):
        return answer
    if not is_unattended(dict(context.environ), context.event.transcript_path):
        return answer
    return with_task_guides(context, answer, task_type_of(context.event.prompt))


def examined_completion(context: Context, begun: float) -> Examined | None:
    """A Completion Report of a run in which something was approved, held against the project's file; None for any
    other Stop. Takes minutes, and no lock meanwhile. `begun`: the hook's beginning in monotonic seconds."""
    kind = kind_of(context.event.message)
    if kind is None or kind.name != "completion_report" or context.event.repeated:
        return None
    with context.store.locked():
        state = context.store.load()
    if state is None or state.phase in TERMINAL or state.accepted.policy is None:
        return None
    if not is_guided(state.workspace_root):
        return None
    from harness_runtime.events.guides.completion import examine

    return examine(context, state, begun)


def settled_checks(
    context: Context, state: State, examined: Examined | None, sha256: str, status: str
) -> Answer | None:
    """Under the lock: keep what came of it. The answer, committed, when it stops the report `sha256`; else None."""
    if examined is None:
        return None
    from harness_runtime.events.guides.completion import settle

    return settle(context, state, examined, sha256, status)


def with_auto_sensors(context: Context, before: State, answer: Answer, begun: float) -> Answer:
    """A Stop's answer with what came of the sensors that run whenever the agent stops. `before`: the run as the Stop
    found it; only with authority can anything have changed."""
    if (
        context.event.repeated
        or answer.block
        or before.phase not in AUTHORITY
        or not is_guided(before.workspace_root)
    ):
        return answer
    from harness_runtime.events.guides.auto import run_auto_sensors

    return run_auto_sensors(context, before, answer, begun)


def auto_notes(context: Context, state: State) -> list[str]:
    """For the model, at a prompt: the sensors that did not pass when the last turn ended."""
    if not is_guided(state.workspace_root):
        return []
    from harness_runtime.events.guides.auto import failure_notes

    return failure_notes(context, state)
