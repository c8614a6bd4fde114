"""Armed sessions that nobody came back to: how long nothing has happened in them, and turning them off."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from harness_runtime.cli.sessions.find import Session, sessions_in
from harness_runtime.events.run.ending import turn_off_locked


@dataclass(frozen=True)
class Idle:
    """`last_used`: seconds since the epoch of the latest change to the run's files, tool calls included."""

    session: Session
    last_used: float

    @property
    def last_used_text(self) -> str:
        return datetime.fromtimestamp(self.last_used, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def idle_sessions(folders: list[Path], before: float) -> list[Idle]:
    """Those in which nothing has happened since `before`, the longest first."""
    armed = [session for session in sessions_in(folders) if session.armed]
    found = [Idle(session, last_used(session)) for session in armed]
    return sorted((idle for idle in found if idle.last_used < before), key=lambda idle: idle.last_used)


def turn_off_if_idle(idle: Idle) -> bool:
    """Cancel and release, unless something has happened since it was listed. Raises StoreFault when it is at work."""
    store = idle.session.store
    with store.locked():
        if last_used(idle.session) != idle.last_used or not store.is_armed():
            return False
        turn_off_locked(store, terminal=True)
    return True


def last_used(session: Session) -> float:
    """Of the marker itself where the run's folder is gone."""
    marker = Path(session.store.data, "armed", session.store.folder.name)
    return max((_changed(path) for path in [marker, *_files(session.store.folder)]), default=0.0)


def _files(folder: Path) -> Iterator[Path]:
    """The lock is left out: looking at a session touches it."""
    for base, _, names in os.walk(folder):
        yield from (Path(base, name) for name in names if name != "lock")


def _changed(path: Path) -> float:
    try:
        return path.lstat().st_mtime
    except OSError:
        return 0.0
