"""Where sessions lie: the data folders of this call and the sessions in them. Only reads."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from harness_runtime.cli.faults import InputFault
from harness_runtime.session import layout
from harness_runtime.session.goals import GoalFault, read_goal
from harness_runtime.session.guarded import read_guarded
from harness_runtime.session.sealed import SealedFault
from harness_runtime.session.state import State
from harness_runtime.session.store import Store, StoreFault
from harness_runtime.session.undo import UndoFolder, first_records
from harness_runtime.workflow.position import TERMINAL

ABSENT = "state_absent"
SET_ASIDE = re.compile(r"\.set-aside-\d{8}T\d{12}$")


@dataclass(frozen=True)
class Session:
    """One session's folder. `state` is a StoreFault where there is no state that can be trusted."""

    store: Store
    state: State | StoreFault
    updated_at: str  # ISO 8601, UTC; of the file where the state cannot be read
    armed: bool
    guarded: bool = False  # without a run
    root: str = ""  # the workspace of a session without a state, as far as it is known

    @property
    def is_fault(self) -> bool:
        """Its state should be there, and cannot be trusted."""
        if not isinstance(self.state, StoreFault):
            return False
        never_ran = self.state.rule == ABSENT and not self.store.ledger_path.exists()
        return not (self.guarded and self.state.rule == ABSENT) and not (never_ran and not self.armed)

    @property
    def workspace_root(self) -> str | None:
        return self.root or None if isinstance(self.state, StoreFault) else self.state.workspace_root

    @property
    def session_id(self) -> str:
        return self.store.session_id

    @property
    def is_answered(self) -> bool:
        """`y` was said in its conversation, and waits for `harness-state approve`."""
        pending = None if isinstance(self.state, StoreFault) else self.state.pending
        return pending is not None and pending.answered

    def works_in(self, folder: Path) -> bool:
        """Its workspace is `folder` or above it."""
        root = self.workspace_root
        return root is not None and folder.is_relative_to(root)

    @property
    def in_progress(self) -> bool:
        """A run is open, or it cannot be told."""
        return self.is_fault if isinstance(self.state, StoreFault) else self.state.phase not in TERMINAL


def sessions_in(folders: list[Path]) -> list[Session]:
    """All sessions below the data folders, the most recently updated first."""
    found = [_session(folder, name) for folder in folders for name in sorted(_names(folder))]
    return sorted(found, key=lambda session: session.updated_at, reverse=True)


def pick(sessions: list[Session], wanted: str | None, workspace: Path) -> Session:
    """The session whose id is or begins with `wanted`; without one the newest, this workspace's before others."""
    if wanted is None:
        if not sessions:
            raise InputFault("no_sessions")
        return next((session for session in sessions if session.works_in(workspace)), sessions[0])
    exact = [session for session in sessions if session.session_id == wanted]
    fitting = exact or [session for session in sessions if session.session_id.startswith(wanted)]
    match fitting:
        case [session]:
            return session
        case []:
            raise InputFault("session_unknown", session=wanted)
        case _:
            raise InputFault("session_ambiguous", session=wanted, count=str(len(fitting)))


def pick_here(sessions: list[Session], wanted: str | None, workspace: Path) -> Session:
    """As `pick`; but another workspace's session only where it is named: for verbs that change something."""
    if wanted is None and not any(session.works_in(workspace) for session in sessions):
        raise InputFault("none_here", folder=str(workspace))
    return pick(sessions, wanted, workspace)


def pick_armed(sessions: list[Session], wanted: str | None, workspace: Path) -> Session:
    """The session named, else the one armed session of this workspace; never one of several."""
    if wanted is not None:
        return pick(sessions, wanted, workspace)
    armed = [session for session in sessions if session.armed]
    match [session for session in armed if session.works_in(workspace)]:
        case [session]:
            return session
        case []:
            raise InputFault("none_armed_here", folder=str(workspace), others=_ids(armed) or "-")
        case several:
            raise InputFault("several_armed", sessions=_ids(several))


def pick_answered(sessions: list[Session], wanted: str | None, workspace: Path) -> Session:
    """The session named, else the one whose `y` waits, this workspace's before others; never one of several."""
    if wanted is not None:
        return pick(sessions, wanted, workspace)
    answered = [session for session in sessions if session.is_answered]
    match [session for session in answered if session.works_in(workspace)] or answered:
        case [session]:
            return session
        case []:
            return pick(sessions, None, workspace)  # which then says what it waits for
        case several:
            raise InputFault("several_answered", sessions=_ids(several))


def session_at(data: str, name: str) -> Session:
    """One session as its files are now. `name`: of its folder."""
    return _session(Path(data), name)


def _ids(sessions: list[Session]) -> str:
    return ", ".join(session.session_id for session in sessions)


def _names(folder: Path) -> Iterator[str]:
    """Folder names of all sessions that have a run or a marker."""
    names = {*_listed(folder / "runs"), *_listed(folder / "armed")}
    yield from (name for name in names if layout.folder_name(name) == name and not SET_ASIDE.search(name))


def _listed(folder: Path) -> list[str]:
    try:
        return os.listdir(folder)
    except (FileNotFoundError, NotADirectoryError):
        return []
    except OSError as error:
        raise InputFault("folder_unreadable", path=str(folder), why=error.strerror or "") from None


def _session(folder: Path, name: str) -> Session:
    store = Store(str(folder), _session_id(folder, name))
    state: State | StoreFault | None
    try:
        state = store.load()
    except StoreFault as fault:
        state = fault
    if state is None:
        state = StoreFault(ABSENT, str(store.folder / "state.json"))
    updated = _changed_at(store.folder) if isinstance(state, StoreFault) else state.updated_at
    guarded = _guarded(store)
    root = guarded or (_changed_in(store) or _pursued_in(store) if isinstance(state, StoreFault) else "")
    return Session(store, state, updated, store.is_armed(), bool(guarded), root)


def _guarded(store: Store) -> str:
    """The workspace of a session that is guarded without a run, "" for any other."""
    try:
        guarded = read_guarded(store.data, store.session_id)
    except SealedFault:
        return ""
    return str(guarded["workspace_root"]) if guarded else ""


def _changed_in(store: Store) -> str:
    """The workspace that a session has changed which nothing guards any more: a person may want it as it was."""
    try:
        records = first_records(UndoFolder(store.data, store.session_id).records())
    except OSError:
        return ""
    return records[-1].root if records else ""


def _pursued_in(store: Store) -> str:
    """The workspace of a goal, also of one that rests since Harness was turned off."""
    try:
        goal = read_goal(store.data, store.session_id)
    except GoalFault:
        return ""
    return goal.workspace_root if goal else ""


def _session_id(folder: Path, name: str) -> str:
    """A folder may be named after the id's hash; the state knows the id. Without a state the name must do."""
    for file in ("state.json", "guarded.json"):
        try:
            stored = json.loads((folder / "runs" / name / file).read_bytes())
        except (OSError, ValueError, RecursionError):
            continue
        session_id = stored.get("session_id") if isinstance(stored, dict) else None
        if isinstance(session_id, str) and layout.folder_name(session_id) == name:
            return session_id
    return name


def _changed_at(folder: Path) -> str:
    for path in (folder / "state.json", folder):
        try:
            changed = path.lstat().st_mtime
        except OSError:
            continue
        return datetime.fromtimestamp(changed, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    return ""
