"""One session's folder: load its state, commit a new one, arm and release. Cold.

Everything here happens under the session's file lock. A commit is: ledger record, then state.json replaced
atomically; so a kill leaves the old state (its half-written record void) or the new one.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from harness_runtime.session import failpoints, ledger
from harness_runtime.session.files import PRIVATE_FILE, make_private_folder, replace_file, sync_folder
from harness_runtime.session.layout import armed_folder, armed_marker, run_folder, sha256
from harness_runtime.session.libraries import as_installed
from harness_runtime.session.sealed import SCHEMA_VERSION, SealedFault, read_state
from harness_runtime.session.state import State

LOCK_SECONDS = 10.0
BUSY = "busy"  # rule of the fault


class StoreFault(Exception):
    """The folder cannot be used: `rule` is a rule code of the messages, `detail` a path or the reason."""

    def __init__(self, rule: str, detail: str) -> None:
        super().__init__(rule, detail)
        self.rule = rule
        self.detail = detail


def now() -> str:
    """ISO 8601, UTC, whole seconds."""
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def moment() -> str:
    """ISO 8601, UTC, milliseconds: orders what happens within a second."""
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%S.%f")[:-3] + "Z"


class Store:
    """The folder `runs/<session_id>/` of one session below `data`."""

    def __init__(self, data: str, session_id: str) -> None:
        self.data = data
        self.session_id = session_id
        self.folder = Path(run_folder(data, session_id))

    @property
    def ledger_path(self) -> Path:
        return self.folder / "ledger.jsonl"

    @contextmanager
    def locked(self, seconds: float | None = None) -> Iterator[None]:
        """Hold the session's lock. Raises StoreFault BUSY when it cannot be had within `seconds`."""
        with as_installed():  # dear, and a session that is only looked at takes no lock
            from filelock import FileLock, Timeout

        make_private_folder(self.folder)
        wait = LOCK_SECONDS if seconds is None else seconds
        lock = FileLock(self.folder / "lock", timeout=wait, mode=PRIVATE_FILE)
        try:
            lock.acquire()
        except Timeout:
            raise StoreFault(BUSY, str(self.folder)) from None
        try:
            yield
        finally:
            lock.release()

    def load(self) -> State | None:
        """The stored state, None when there is none. Raises StoreFault when there is one that cannot be trusted."""
        path = self.folder / "state.json"
        if not path.exists() and not path.is_symlink():
            return None
        try:
            read_state(self.data, self.session_id)  # the same checks, in the same words, as the hot path
            return State.model_validate_json(path.read_bytes())
        except SealedFault as fault:
            raise StoreFault(fault.rule, fault.detail) from None
        except (OSError, ValidationError):
            raise StoreFault("state_unreadable", str(path)) from None

    def commit(self, state: State, event: str, **details: Any) -> State:
        """Record `event` in the ledger and store `state`; returns it as stored, with the new ledger head."""
        at = now()
        record = {
            "schema_version": SCHEMA_VERSION,
            "at": at,
            "event": event,
            "session_id": state.session_id,
            "run_id": state.run_id,
            "revision": state.revision,
            "phase": state.phase,
            **details,
        }
        try:
            head = ledger.append(self.ledger_path, state.ledger, record)
        except ledger.LedgerBroken as error:
            raise StoreFault("ledger_broken", str(error)) from None
        stored = state.model_copy(update={"ledger": head, "updated_at": at})
        replace_file(self.folder / "state.json", stored.model_dump_json().encode("utf-8") + b"\n")
        failpoints.reach("committed")
        return stored

    def put_artifact(self, canonical: bytes, digest: str) -> None:
        """Keep the canonical bytes of an artifact under its hash."""
        self._put("artifacts", f"{digest}.md", canonical)

    def get_artifact(self, digest: str) -> bytes | None:
        try:
            return (self.folder / "artifacts" / f"{digest}.md").read_bytes()
        except OSError:
            return None

    def seal(self, policy: bytes) -> str:
        """Store a policy under the hash of its bytes; returns the hash."""
        digest = sha256(policy)
        self._put("policies", f"{digest}.json", policy)
        return digest

    def _put(self, kind: str, name: str, data: bytes) -> None:
        folder = self.folder / kind
        make_private_folder(folder)
        replace_file(folder / name, data)

    def arm(self) -> None:
        """Make the marker: from here on the session's hooks run."""
        marker = Path(armed_marker(self.data, self.session_id))
        while True:
            make_private_folder(marker.parent)
            try:
                os.close(os.open(marker, os.O_WRONLY | os.O_CREAT | os.O_NOFOLLOW, PRIVATE_FILE))
                break
            except FileNotFoundError:  # another session's release removed the empty folder in between
                continue
        sync_folder(marker.parent)
        failpoints.reach("marker_made")

    def is_armed(self) -> bool:
        """Raises OSError when that cannot be told: then nobody may say that it is not."""
        try:
            os.lstat(armed_marker(self.data, self.session_id))
        except (FileNotFoundError, NotADirectoryError):
            return False
        return True

    def release(self) -> None:
        """Remove the marker, and the folder of markers when this was the last one."""
        Path(armed_marker(self.data, self.session_id)).unlink(missing_ok=True)
        failpoints.reach("marker_removed")
        with suppress(OSError):
            Path(armed_folder(self.data)).rmdir()

    def set_aside(self) -> Path | None:
        """Move a folder that cannot be used out of the way, keeping all of it; returns where it went."""
        if not self.folder.exists():
            return None
        stamp = datetime.now(UTC).strftime("%Y%m%dT%H%M%S%f")
        target = self.folder.parent / f"{self.folder.name}.set-aside-{stamp}"
        self.folder.rename(target)
        return target
