"""Records that may be pruned: ended and released runs, folders set aside, reports of bugs. Only reads."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal

from harness_runtime.cli.sessions.find import SET_ASIDE, Session, sessions_in
from harness_runtime.session.store import Store
from harness_runtime.workflow.position import TERMINAL

_REPORT = re.compile(r"[0-9]+-\w+\.txt")


@dataclass(frozen=True)
class Old:
    """`last_used`: seconds since the epoch. `store` is there for a run, whose lock guards its removal."""

    kind: Literal["run", "set_aside", "report"]
    path: Path
    size: int
    last_used: float
    store: Store | None = None

    @property
    def last_used_text(self) -> str:
        return datetime.fromtimestamp(self.last_used, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def old_records(folders: list[Path]) -> list[Old]:
    """All that no session needs any more, whatever its age."""
    return [old for folder in folders for found in (_runs, _set_aside, _reports) for old in found(folder)]


def is_still_old(old: Old) -> bool:
    """Under the session's lock: nothing has happened to it since it was listed. Raises StoreFault."""
    store = old.store
    state = store.load() if store is not None else None
    if store is not None and state is None:  # it was guarded without a run
        return not store.is_armed() and not store.ledger_path.exists()
    return (
        store is not None
        and state is not None
        and state.phase in TERMINAL
        and not store.is_armed()
        and _moment(state.updated_at, store.folder) == old.last_used
    )


def disk_size(path: Path) -> int:
    """Bytes of all files at and below `path`; what vanishes meanwhile does not count."""
    files = [path] if path.is_symlink() or not path.is_dir() else _files_below(path)
    total = 0
    for file in files:
        try:
            total += file.lstat().st_size
        except OSError:
            continue
    return total


def _files_below(folder: Path) -> Iterator[Path]:
    for base, _, names in os.walk(folder):
        yield from (Path(base, name) for name in names)


def _runs(folder: Path) -> Iterator[Old]:
    for session in sessions_in([folder]):
        if not session.armed and not session.in_progress:
            yield _run(session)


def _run(session: Session) -> Old:
    store = session.store
    last_used = _moment(session.updated_at, store.folder)
    return Old("run", store.folder, disk_size(store.folder), last_used, store)


def _set_aside(folder: Path) -> Iterator[Old]:
    for path in _listed(folder / "runs"):
        if SET_ASIDE.search(path.name) and path.is_dir() and not path.is_symlink():
            yield Old("set_aside", path, disk_size(path), _set_aside_at(path.name))


def _set_aside_at(name: str) -> float:
    stamp = name.rpartition(".set-aside-")[2]
    try:
        return datetime.strptime(stamp, "%Y%m%dT%H%M%S%f").replace(tzinfo=UTC).timestamp()
    except ValueError:  # no moment that ever was
        return 0.0


def _reports(folder: Path) -> Iterator[Old]:
    for path in _listed(folder / "reports"):
        if _REPORT.fullmatch(path.name) and path.is_file() and not path.is_symlink():
            yield Old("report", path, disk_size(path), path.lstat().st_mtime)


def _listed(folder: Path) -> list[Path]:
    try:
        return sorted(folder.iterdir())
    except (FileNotFoundError, NotADirectoryError):
        return []


def _moment(updated_at: str, folder: Path) -> float:
    """What the state says, else the time of its file."""
    try:
        return datetime.fromisoformat(updated_at).timestamp()
    except (ValueError, OverflowError):
        return (folder / "state.json").lstat().st_mtime
