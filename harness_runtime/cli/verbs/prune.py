"""`prune`: remove old records of runs that have ended and are no longer guarded, by age and by size.

A session that is armed, in progress, or of which that cannot be told is never touched.
"""

from __future__ import annotations

import shutil
import time
from pathlib import Path

import click

from harness_runtime.cli.contracts.base import to_json
from harness_runtime.cli.contracts.sessions import Pruned, Removed
from harness_runtime.cli.faults import end_with_finding
from harness_runtime.cli.language import sentence
from harness_runtime.cli.options import data_option, folders_of, json_option
from harness_runtime.cli.quantities import bytes_of, human, seconds_of
from harness_runtime.cli.render import cell, columns, complain, show
from harness_runtime.cli.sessions.old import Old, disk_size, is_still_old, old_records
from harness_runtime.session.keys import remove_key
from harness_runtime.session.store import StoreFault
from harness_runtime.session.tickets import remove_orphans

DEFAULT_AGE = "30d"


@click.command("prune", help=sentence("help_prune"), short_help=sentence("help_prune"))
@click.option("--older-than", metavar="DURATION", help=sentence("help_older_than"))
@click.option("--max-size", metavar="SIZE", help=sentence("help_max_size"))
@click.option("--dry-run", is_flag=True, help=sentence("help_dry_run"))
@data_option
@json_option
def verb(older_than: str | None, max_size: str | None, dry_run: bool, data: Path | None, as_json: bool) -> None:
    folders = folders_of(data)
    if older_than is None and max_size is None:
        older_than = DEFAULT_AGE
    before = time.time() - seconds_of(older_than) if older_than is not None else None
    limit = bytes_of(max_size) if max_size is not None else None
    total = sum(disk_size(folder / name) for folder in folders for name in ("runs", "reports"))
    doomed = choose(old_records(folders), before, limit, total)
    removed = [old for old in doomed if dry_run or _remove(old)]
    if as_json:
        click.echo(to_json(Pruned(dry_run=dry_run, removed=[_row(old) for old in removed])))
    else:
        _show(removed, dry_run)
    if len(removed) < len(doomed):
        end_with_finding()


def choose(records: list[Old], before: float | None, limit: int | None, total: int) -> list[Old]:
    """What goes, the oldest first: all that was last used before `before`, more while `total` is above `limit`."""
    chosen = []
    for old in sorted(records, key=lambda old: old.last_used):
        is_aged = before is not None and old.last_used < before
        if is_aged or (limit is not None and total > limit):
            chosen.append(old)
            total -= old.size
    return chosen


def _remove(old: Old) -> bool:
    """False, and said, when it could not be removed."""
    try:
        if old.store is None:
            _delete(old.path)
            return True
        with old.store.locked():
            if not is_still_old(old):
                return False
            aside = old.store.set_aside()  # a kill in the middle leaves nothing that looks like a session
        if aside is not None:
            _delete(aside)
            remove_key(old.store.data, old.store.session_id)
            remove_orphans(old.store.data)
    except StoreFault as fault:
        _complain(old, fault.rule)
        return False
    except OSError as error:
        _complain(old, error.strerror or type(error).__name__)
        return False
    return True


def _delete(path: Path) -> None:
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    else:
        path.unlink()


def _complain(old: Old, why: str) -> None:
    complain(sentence("prune_failed", path=str(old.path), why=why))


def _row(old: Old) -> Removed:
    return Removed(kind=old.kind, path=str(old.path), bytes=old.size, last_used=old.last_used_text)


def _show(removed: list[Old], dry_run: bool) -> None:
    if not removed:
        show(cell(sentence("nothing_to_prune")))
        return
    heads = [sentence(name) for name in ("kind", "last_used", "size", "path")]
    rows = [(old.kind, old.last_used_text, human(old.size), str(old.path)) for old in removed]
    total = human(sum(old.size for old in removed))
    said = sentence("would_prune" if dry_run else "pruned", count=str(len(removed)), size=total)
    show(columns(heads, rows, folded=3), cell(said))
