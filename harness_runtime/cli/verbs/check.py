"""`check -`: would Stop take this artifact? Reads the draft from stdin and changes nothing.

For the agent in a run as for a person, so it wants no terminal, takes no lock and works where nothing is writable.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

import click

from harness_runtime.artifacts.kinds import BY_HEADING, kind_of
from harness_runtime.cli import language
from harness_runtime.cli.contracts.base import to_json
from harness_runtime.cli.contracts.judged import Draft
from harness_runtime.cli.faults import InputFault, end_with_finding
from harness_runtime.cli.judging.drafts import judge_in_run, judge_without_run
from harness_runtime.cli.language import sentence
from harness_runtime.cli.options import data_option, folders_of, json_option
from harness_runtime.cli.person import SESSION_VARIABLES
from harness_runtime.cli.render import cell, show
from harness_runtime.cli.sessions.find import pick, sessions_in
from harness_runtime.messages.gates import KIND_NAMES
from harness_runtime.messages.terminal import LANGUAGES
from harness_runtime.session.state import State
from harness_runtime.session.store import Store, StoreFault
from harness_runtime.workflow.position import TERMINAL

MAX_BYTES = 1 << 20  # an artifact has at most 64 KiB


@click.command("check", help=sentence("help_check"), short_help=sentence("help_check"))
@click.argument("source", metavar="-")
@click.option("--session", metavar="SESSION", help=sentence("help_check_session"))
@data_option
@json_option
def verb(source: str, session: str | None, data: Path | None, as_json: bool) -> None:
    folders = folders_of(data)
    if source != "-":
        raise InputFault("check_dash", given=source)
    text = _read_stdin()
    kind = kind_of(text)
    if kind is None:
        raise InputFault("not_an_artifact", headings=", ".join(BY_HEADING))
    run = _named_run(folders, session) if session else _own_run(folders)
    if run is not None:
        _speak(run[1])
    draft = judge_in_run(kind, text, *run) if run else judge_without_run(kind, text)
    if as_json:
        click.echo(to_json(draft))
    else:
        show(*(cell(line) for line in _lines(draft)))
    if not draft.ok:
        end_with_finding()


def _read_stdin() -> str:
    if sys.stdin is None:
        raise InputFault("draft_unreadable", why="-")
    raw = sys.stdin.buffer.read(MAX_BYTES + 1)
    if len(raw) > MAX_BYTES:
        raise InputFault("draft_unreadable", why=f"> {MAX_BYTES} bytes")
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError:
        raise InputFault("draft_unreadable", why="UTF-8") from None


def _named_run(folders: list[Path], wanted: str) -> tuple[Store, State] | None:
    return _in_progress(pick(sessions_in(folders), wanted, Path("/")).store)


def _own_run(folders: list[Path]) -> tuple[Store, State] | None:
    """The run in progress of the session that a host's variable names."""
    for variable in SESSION_VARIABLES:
        session_id = os.environ.get(variable)
        for folder in folders if session_id else ():
            run = _in_progress(Store(str(folder), str(session_id)))
            if run is not None:
                return run
    return None


def _in_progress(store: Store) -> tuple[Store, State] | None:
    try:
        state = store.load()
    except StoreFault as fault:
        raise InputFault("state_untrusted", session=store.session_id, rule=fault.rule) from None
    return None if state is None or state.phase in TERMINAL else (store, state)


def _speak(state: State) -> None:
    """The run's language, unless HARNESS_LANG asks for another: as Stop does."""
    if os.environ.get("HARNESS_LANG") not in LANGUAGES:
        language.choose(state.language)


def _lines(draft: Draft) -> list[str]:
    name = KIND_NAMES[draft.kind]
    if draft.ok:
        return [sentence("check_ok", kind=name), f"sha256 {draft.sha256}", *draft.notes]
    faults = [f"{fault.section}: {fault.message}" if fault.section else fault.message for fault in draft.faults]
    head = sentence("check_faults", kind=name, count=str(len(faults)))
    return [head, *(f"- {fault}" for fault in faults), *draft.notes]
