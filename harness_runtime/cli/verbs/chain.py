"""`chain list|select|status|stop`: which chains there are, and the one of a session. An agent selects none."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import click

from harness_runtime.cli import language
from harness_runtime.cli.contracts.base import to_json
from harness_runtime.cli.contracts.chain import ChainList
from harness_runtime.cli.faults import InputFault, store_failed
from harness_runtime.cli.language import said, sentence
from harness_runtime.cli.options import (
    Verb,
    data_option,
    folders_of,
    json_option,
    sessions_of,
    workspace_of,
    workspace_option,
)
from harness_runtime.cli.person import has_terminal, require_outside_session, say
from harness_runtime.cli.project.chains import chain_row, chain_table, choose_chain, known_chains
from harness_runtime.cli.render import show
from harness_runtime.cli.sessions.chain import chain_status
from harness_runtime.cli.sessions.context import context_of
from harness_runtime.cli.sessions.find import Session, pick_here
from harness_runtime.cli.status_group import StatusGroup
from harness_runtime.events.chain.command import standing_text
from harness_runtime.events.chain.selection import REFUSALS, Said, Standing, notes, select, standing, stop
from harness_runtime.messages.chains import CHAINS
from harness_runtime.session.store import Store, StoreFault


def session_option(verb: Verb) -> Verb:
    return click.option("--session", metavar="SESSION", help=sentence("help_chain_session"))(verb)


@click.group(
    "chain", cls=StatusGroup, no_args_is_help=False, help=sentence("help_chain"), short_help=sentence("help_chain")
)
def verb() -> None:
    pass


@verb.command("list", help=sentence("help_chain_list"), short_help=sentence("help_chain_list"))
@data_option
@workspace_option
@json_option
def list_verb(data: Path | None, workspace: Path | None, as_json: bool) -> None:
    found = known_chains(workspace_of(workspace), folders_of(data))
    if as_json:
        click.echo(to_json(ChainList(chains=[chain_row(known) for known in found])))
    else:
        show(chain_table(found))


@verb.command("select", help=sentence("help_chain_select"), short_help=sentence("help_chain_select"))
@click.argument("name", required=False)
@session_option
@data_option
@workspace_option
@json_option
def select_verb(
    name: str | None, session: str | None, data: Path | None, workspace: Path | None, as_json: bool
) -> None:
    require_outside_session()
    found = _session(session, data, workspace)
    context = context_of(found)
    if name is None:
        name = _chosen(Path(context.workspace_root()), Path(context.data))
    key, fields = _changed(lambda: select(context, name))
    if key in REFUSALS:
        raise InputFault("loop_fault", why=said(CHAINS, key, **fields))
    _tell(found.store, as_json, said(CHAINS, key, **fields), notes(context, name))


@verb.command("status", help=sentence("help_chain_status"), short_help=sentence("help_chain_status"))
@session_option
@data_option
@workspace_option
@json_option
def status_verb(session: str | None, data: Path | None, workspace: Path | None, as_json: bool) -> None:
    store = _session(session, data, workspace).store
    found = _standing(store)
    _tell(store, as_json, standing_text(language.current(), found) if found else said(CHAINS, "status_nothing"))


@verb.command("stop", help=sentence("help_chain_stop"), short_help=sentence("help_chain_stop"))
@session_option
@data_option
@workspace_option
@json_option
def stop_verb(session: str | None, data: Path | None, workspace: Path | None, as_json: bool) -> None:
    require_outside_session()
    store = _session(session, data, workspace).store
    key, fields = _changed(lambda: stop(store))
    _tell(store, as_json, said(CHAINS, key, **fields))


def _session(wanted: str | None, data: Path | None, workspace: Path | None) -> Session:
    return pick_here(sessions_of(data), wanted, workspace_of(workspace))


def _chosen(root: Path, data: Path) -> str:
    if not has_terminal():
        raise InputFault("chain_unnamed")
    return choose_chain(known_chains(root, [data]))


def _changed(change: Callable[[], Said]) -> Said:
    try:
        return change()
    except StoreFault as fault:
        raise store_failed(fault) from None


def _standing(store: Store) -> Standing | None:
    try:
        return standing(store)
    except StoreFault as fault:
        raise InputFault("loop_fault", why=said(CHAINS, "unreadable", path=fault.detail)) from None


def _tell(store: Store, as_json: bool, *lines: str) -> None:
    if as_json:
        click.echo(to_json(chain_status(store.session_id, _standing(store))))
    else:
        say(*filter(None, [*lines, sentence("of_session", session=store.session_id)]))
