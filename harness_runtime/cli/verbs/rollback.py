"""`rollback [PATH|all]`: what a session changed, and putting it back. Looking is free, putting back is a person's."""

from __future__ import annotations

from pathlib import Path

import click

from harness_runtime.cli import language
from harness_runtime.cli.contracts.base import to_json
from harness_runtime.cli.contracts.loop import ChangedPath, Diffs, PathDiff, RolledBack
from harness_runtime.cli.faults import InputFault, end_with_finding, store_failed
from harness_runtime.cli.language import said, sentence
from harness_runtime.cli.options import data_option, json_option, sessions_of, workspace_of, workspace_option
from harness_runtime.cli.person import require_person, say
from harness_runtime.cli.render import columns, show
from harness_runtime.cli.sessions.find import pick_here
from harness_runtime.loop.undo.rollback import RollbackFault, Row, changes_of, listing, rollback
from harness_runtime.messages import catalog
from harness_runtime.messages.loop import undo_reason
from harness_runtime.messages.loop_said import ACTIONS, SAID
from harness_runtime.session.store import Store, StoreFault
from harness_runtime.session.undo import UndoFolder

PUT_BACK = ("restored", "deleted")


@click.command("rollback", help=sentence("help_rollback"), short_help=sentence("help_rollback"))
@click.argument("paths", metavar="[PATH]...", nargs=-1)
@click.option("--session", metavar="SESSION", help=sentence("help_rollback_session"))
@click.option("--force", is_flag=True, help=sentence("help_rollback_force"))
@click.option("--diff", "as_diff", is_flag=True, help=sentence("help_rollback_diff"))
@data_option
@workspace_option
@json_option
def verb(
    paths: tuple[str, ...],
    session: str | None,
    force: bool,
    as_diff: bool,
    data: Path | None,
    workspace: Path | None,
    as_json: bool,
) -> None:
    place = workspace_of(workspace)
    if as_diff:
        if force:
            raise InputFault("rollback_diff_force")
        _diff(pick_here(sessions_of(data), session, place).store, paths, place, as_json)
        return
    if len(paths) > 1:
        raise InputFault("rollback_one")
    path = paths[0] if paths else None
    if path is not None:
        require_person()
    elif force:
        raise InputFault("loop_fault", why=said(SAID, "rollback_usage"))
    store = pick_here(sessions_of(data), session, place).store
    rows = listing(store) if path is None else _put_back(store, path, place, force)
    if as_json:
        click.echo(to_json(RolledBack(session_id=store.session_id, files=[_file(row) for row in rows])))
    else:
        _show(rows, path is None)
    if path is not None and any(row.action not in PUT_BACK for row in rows):
        end_with_finding()


def _diff(store: Store, paths: tuple[str, ...], place: Path, as_json: bool) -> None:
    from harness_runtime.cli.diff_text import show_diffs
    from harness_runtime.loop.undo.diff import diffs

    try:
        changes = changes_of(store, paths, str(place))
    except RollbackFault as fault:
        raise InputFault("loop_fault", why=said(SAID, fault.code, **fault.fields)) from None
    found = [
        PathDiff(
            path=each.change.path,
            state=each.change.state,
            why=each.change.why,
            was=each.was,
            now=each.now,
            told=each.told,
            added=each.added,
            removed=each.removed,
            lines=list(each.lines),
            cut=each.cut,
        )
        for each in diffs(UndoFolder(store.data, store.session_id), changes)
    ]
    if as_json:
        click.echo(to_json(Diffs(session_id=store.session_id, files=found)))
    elif not found:
        say(said(SAID, "rollback_nothing"))
    else:
        show_diffs(found)


def _put_back(store: Store, path: str, place: Path, force: bool) -> list[Row]:
    try:
        return rollback(store, path, str(place), force=force, terminal=True)
    except RollbackFault as fault:
        raise InputFault("loop_fault", why=said(SAID, fault.code, **fault.fields)) from None
    except StoreFault as fault:
        raise store_failed(fault) from None


def _file(row: Row) -> ChangedPath:
    return ChangedPath(path=row.path, state=row.state, why=row.why, action=row.action)


def _show(rows: list[Row], is_listing: bool) -> None:
    if not rows:
        say(said(SAID, "rollback_nothing"))
        return
    heads = [sentence(name) for name in ("state_column", "action_column", "path_column")]
    show(columns(heads, [_texts(row) for row in rows], folded=2))
    if not is_listing and any(row.action == "kept" and row.state == "changed_since" for row in rows):
        say(said(SAID, "rollback_kept"))


def _texts(row: Row) -> tuple[str, str, str]:
    spoken = language.current()
    reason = f" ({undo_reason(spoken, row.why)})" if row.why else ""
    return sentence(row.state), catalog.sentence(ACTIONS, spoken, row.told), f"{row.path}{reason}"
