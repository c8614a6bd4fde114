"""Rolling back: what may be put back, by whom, and the record of it (contract: Undo). Cold.

While a run works on an accepted plan nothing is put back: its evidence and its Review speak of the files as they are.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from harness_runtime.loop.undo.access import OpenedFolders, owner_access
from harness_runtime.loop.undo.changes import OUT_OF_REACH, Change, State, look_at
from harness_runtime.loop.undo.restore import restore
from harness_runtime.session.account import account_name
from harness_runtime.session.state import State as RunState
from harness_runtime.session.store import Store, StoreFault
from harness_runtime.session.undo import UndoFolder
from harness_runtime.workflow.position import TERMINAL

ALL = "all"
MAX_NAMED = 100  # paths that the ledger names


class RollbackFault(Exception):
    """`code` is a sentence of `messages.loop`: run_open (field phase) or path_unchanged (field path)."""

    def __init__(self, code: str, **fields: str) -> None:
        super().__init__(code, fields)
        self.code = code
        self.fields = fields


@dataclass(frozen=True)
class Row:
    """One changed path. `action`: what putting it back would do ("restore", "delete", "none"), or what was done
    ("restored", "deleted", "kept", "failed")."""

    path: str
    state: State
    why: str
    action: str

    @property
    def told(self) -> str:
        """The sentence that says the action: what somebody else has changed since stays without force."""
        if self.state != "changed_since" or self.action not in ("restore", "delete"):
            return self.action
        return "none" if self.why == OUT_OF_REACH else f"{self.action}_forced"


def listing(store: Store) -> list[Row]:
    """What the session has changed and is not as it was. Raises OSError."""
    undo = UndoFolder(store.data, store.session_id)
    return [_row(change, change.action) for change in look_at(undo)]


def changes_of(store: Store, wanted: Sequence[str], folder: str) -> list[Change]:
    """What putting these back would be about, each path once; without any: of all. Raises RollbackFault, OSError."""
    changes = look_at(UndoFolder(store.data, store.session_id))
    chosen = {change.record.key for each in wanted or [ALL] for change in _select(changes, each, folder)}
    return [change for change in changes if change.record.key in chosen]


def rollback(store: Store, wanted: str, folder: str, *, force: bool = False, **details: Any) -> list[Row]:
    """Put `wanted` back: "all", or a path relative to `folder` with what lies in it. `force`: also what somebody else
    has changed since. `details` go to the ledger. Raises RollbackFault, StoreFault (busy), OSError.
    """
    undo = UndoFolder(store.data, store.session_id)
    if not os.path.isdir(undo.path):
        return _nothing(wanted)
    with store.locked(), undo:
        state = _state(store)
        if state is not None and state.accepted.plan is not None and state.phase not in TERMINAL:
            raise RollbackFault("run_open", phase=state.phase)
        chosen = _select(look_at(undo), wanted, folder)
        with owner_access((change.record.root, change.record.path) for change in chosen) as opened:
            if any(change.why == OUT_OF_REACH for change in chosen):
                chosen = _select(look_at(undo), wanted, folder)
            return _put_back(store, state, undo, chosen, force, details, opened)


def _put_back(
    store: Store,
    state: RunState | None,
    undo: UndoFolder,
    chosen: Sequence[Change],
    force: bool,
    details: dict[str, Any],
    opened: OpenedFolders,
) -> list[Row]:
    wanted = [change for change in chosen if _may_be_put_back(change, force)]
    if wanted and state is not None:
        paths = [change.path for change in wanted[:MAX_NAMED]]
        state = store.commit(
            state, "rollback_begun", account=account_name(), count=len(wanted), paths=paths, force=force, **details
        )
    outcomes = restore(undo, wanted)
    for change in wanted:
        if outcomes[change.record.key] == "restored":  # it has its own mode again
            opened.pop((change.record.root, change.record.path), None)
    if wanted and state is not None:
        told = {what: list(outcomes.values()).count(what) for what in sorted(set(outcomes.values()))}
        store.commit(state, "rolled_back", outcomes=told, **details)
    return [_row(change, outcomes.get(change.record.key, _kept(change))) for change in chosen]


def _may_be_put_back(change: Change, force: bool) -> bool:
    if change.state == "changed_since":
        return force and change.why != OUT_OF_REACH
    return change.state == "restorable"


def _kept(change: Change) -> str:
    return "kept" if change.state == "changed_since" else "none"


def _state(store: Store) -> RunState | None:
    """None as well for a state that cannot be trusted: nothing may be written in such a session anyway."""
    try:
        return store.load()
    except StoreFault:
        return None


def _select(changes: list[Change], wanted: str, folder: str) -> list[Change]:
    if wanted == ALL:
        return changes
    meant = os.path.normpath(os.path.join(os.path.realpath(folder), wanted))
    found = [
        change
        for change in changes
        if change.record.path and f"{change.record.root}/{change.record.path}/".startswith(f"{meant}/")
    ]
    return found or _nothing(wanted)


def _nothing(wanted: str) -> list[Any]:
    if wanted == ALL:
        return []
    raise RollbackFault("path_unchanged", path=wanted)


def _row(change: Change, action: str) -> Row:
    return Row(change.path, change.state, change.why, action)
