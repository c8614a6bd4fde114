"""What a person does to a run from a terminal: the second factor of an approval (contract: Who is speaking)."""

from __future__ import annotations

from harness_runtime.artifacts.canonical import artifact_hash
from harness_runtime.artifacts.terms import Terms
from harness_runtime.events.gate.grant import grant
from harness_runtime.events.run.project import project_hash
from harness_runtime.events.run.terms import artifact_terms
from harness_runtime.session.heartbeat import has_beaten
from harness_runtime.session.state import Pending, State
from harness_runtime.session.store import Store


class NothingToApprove(Exception):
    """`reason` is a code of `messages.gates.NOT_CONSUMED`."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


def answered_gate(store: Store) -> tuple[State, Pending, Terms]:
    """The gate that a person's `y` has answered and that waits for the terminal. Raises NothingToApprove."""
    state = store.load()
    pending = state.pending if state else None
    if state is None or pending is None:
        raise NothingToApprove("nothing_pending")
    if not pending.answered:
        raise NothingToApprove("not_answered")
    stored = store.get_artifact(pending.sha256)
    terms = artifact_terms(store, state, pending.kind, pending.sha256)
    if stored is None or terms is None or artifact_hash(pending.kind, stored) != pending.sha256:
        raise NothingToApprove("artifact_altered")
    if project_hash(state.workspace_root) != (state.project.sha256 if state.project else None):
        raise NothingToApprove("guard_changed")
    if not has_beaten(store.data, state.session_id, state.revision):
        raise NothingToApprove("guard_silent")
    return state, pending, terms


def approve(store: Store, shown_sha256: str) -> State:
    """Grant what the person has just been shown, if it is still what waits. Raises NothingToApprove, StoreFault."""
    with store.locked():
        state, pending, _ = answered_gate(store)
        if pending.sha256 != shown_sha256:
            raise NothingToApprove("artifact_altered")
        return grant(store, state, told=False, terminal=True)[0]
