"""`goal set TEXT|status|pause|resume|clear`: a session's standing goal, as a person has it. An agent sets none."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import click

from harness_runtime.cli import language
from harness_runtime.cli.contracts.base import to_json
from harness_runtime.cli.contracts.goal import GoalStatus
from harness_runtime.cli.faults import InputFault, store_failed
from harness_runtime.cli.language import said, sentence
from harness_runtime.cli.options import Verb, data_option, json_option, sessions_of, workspace_of, workspace_option
from harness_runtime.cli.person import require_outside_session, say
from harness_runtime.cli.sessions.context import context_of
from harness_runtime.cli.sessions.find import Session, pick_here
from harness_runtime.cli.sessions.goal import goal_fields
from harness_runtime.cli.status_group import StatusGroup
from harness_runtime.events.goal.verbs import (
    GoalRefused,
    clear_goal,
    known_goal,
    pause_goal,
    resume_goal,
    set_goal,
    status_text,
)
from harness_runtime.loop.goals import asked
from harness_runtime.messages.goals import GOALS
from harness_runtime.session.goals import Goal
from harness_runtime.session.store import Store, StoreFault

Result = TypeVar("Result")


def common_options(verb: Verb) -> Verb:
    session = click.option("--session", metavar="SESSION", help=sentence("help_goal_session"))
    for option in (json_option, workspace_option, data_option, session):
        verb = option(verb)
    return verb


@click.group(
    "goal", cls=StatusGroup, no_args_is_help=False, help=sentence("help_goal"), short_help=sentence("help_goal")
)
def verb() -> None:
    pass


@verb.command("set", help=sentence("help_goal_set"), short_help=sentence("help_goal_set"))
@click.argument("text", nargs=-1, required=True)
@common_options
def set_verb(
    text: tuple[str, ...], session: str | None, data: Path | None, workspace: Path | None, as_json: bool
) -> None:
    found = _session(session, data, workspace, changes=True)
    wanted = asked(f"set {' '.join(text)}")
    if wanted.fault:
        raise InputFault("loop_fault", why=said(GOALS, wanted.fault))
    goal = _done(lambda: set_goal(context_of(found), wanted.text))
    _tell(found.store, as_json, goal, said(GOALS, "goal_set_terminal"))


@verb.command("status", help=sentence("help_goal_status"), short_help=sentence("help_goal_status"))
@common_options
def status_verb(session: str | None, data: Path | None, workspace: Path | None, as_json: bool) -> None:
    store = _session(session, data, workspace).store
    try:
        goal = known_goal(store, language.current())
    except GoalRefused as refused:
        _tell(store, as_json, None, str(refused))
        return
    _tell(store, as_json, goal, status_text(goal, language.current()))


@verb.command("pause", help=sentence("help_goal_pause"), short_help=sentence("help_goal_pause"))
@common_options
def pause_verb(session: str | None, data: Path | None, workspace: Path | None, as_json: bool) -> None:
    store = _session(session, data, workspace, changes=True).store
    goal = _done(lambda: pause_goal(store, language.current()))
    _tell(store, as_json, goal, said(GOALS, "paused_person"))


@verb.command("resume", help=sentence("help_goal_resume"), short_help=sentence("help_goal_resume"))
@common_options
def resume_verb(session: str | None, data: Path | None, workspace: Path | None, as_json: bool) -> None:
    found = _session(session, data, workspace, changes=True)
    goal = _done(lambda: resume_goal(context_of(found)))
    counted = {"count": goal.iterations, "limit": goal.max_iterations}
    _tell(found.store, as_json, goal, said(GOALS, "goal_resumed", goal=goal.goal, **counted))


@verb.command("clear", help=sentence("help_goal_clear"), short_help=sentence("help_goal_clear"))
@common_options
def clear_verb(session: str | None, data: Path | None, workspace: Path | None, as_json: bool) -> None:
    store = _session(session, data, workspace, changes=True).store
    cleared = _done(lambda: clear_goal(store, language.current()))
    _tell(store, as_json, cleared, said(GOALS, "goal_cleared"))


def _session(wanted: str | None, data: Path | None, workspace: Path | None, *, changes: bool = False) -> Session:
    if changes:
        require_outside_session()
    return pick_here(sessions_of(data), wanted, workspace_of(workspace))


def _done(change: Callable[[], Result]) -> Result:
    try:
        return change()
    except GoalRefused as refused:
        raise InputFault("loop_fault", why=str(refused)) from None
    except StoreFault as fault:
        raise store_failed(fault) from None


def _tell(store: Store, as_json: bool, goal: Goal | None, *lines: str) -> None:
    if as_json:
        click.echo(to_json(GoalStatus.model_validate({"session_id": store.session_id, **goal_fields(goal)})))
    else:
        say(*lines, sentence("of_session", session=store.session_id))
