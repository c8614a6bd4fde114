"""Grants write authority: the one place that does (contract: Phases, Replies).

The caller has established that the person answered the pending artifact; this seals the policy and commits.
"""

from __future__ import annotations

from typing import Any

from harness_runtime.artifacts.terms import Terms
from harness_runtime.events.after_call.left_behind import note_granted
from harness_runtime.events.gate.artifact_check import sealed_commands
from harness_runtime.events.gate.audit import note_tree
from harness_runtime.events.guides.changes import note_beginning
from harness_runtime.events.run.position import moved, position_of
from harness_runtime.events.run.terms import artifact_terms, sealed_bytes
from harness_runtime.session.account import account_name
from harness_runtime.session.sealed import SCHEMA_VERSION
from harness_runtime.session.state import State
from harness_runtime.session.store import Store, StoreFault
from harness_runtime.workflow.position import Event, Happening
from harness_runtime.workflow.transition import advance


def grant(store: Store, state: State, *, told: bool, **details: Any) -> tuple[State, Terms]:
    """Accept the pending artifact. `told`: the model hears of it at once. Raises StoreFault."""
    pending = state.pending
    assert pending is not None
    position = advance(position_of(state), Happening(Event.APPROVE, pending.sha256))
    terms = artifact_terms(store, state, pending.kind, pending.sha256)
    if position is None or terms is None:
        raise StoreFault("state_unreadable", f"artifacts/{pending.sha256}.md")
    digest = store.seal(
        sealed_bytes(
            {
                "schema_version": SCHEMA_VERSION,
                "session_id": state.session_id,
                "run_id": state.run_id,
                "revision": state.revision,
                "phase": position.phase,
                "kind": pending.kind,
                "artifact_sha256": pending.sha256,
                "source_plan_sha256": state.accepted.plan,
                "source_policy_sha256": state.accepted.policy,
                "workspace_root": state.workspace_root,
                "classification": terms.classification,
                "risk": terms.risk,
                "allowed_write_paths": list(terms.allowed_write_paths),
                "verification_commands": sealed_commands(terms.commands),
                "scratch_paths": list(terms.scratch_paths),
                "network": terms.network,
                "limits": terms.limits.model_dump(),
            }
        )
    )
    note_tree(store, state, terms)
    note_beginning(store, state, terms)
    note_granted(store, state, terms)
    told_phase = position.phase if told else state.told_phase
    granted = moved(state, position, policy=digest).model_copy(update={"told_phase": told_phase, "last_shown": None})
    stored = store.commit(
        granted,
        "approved",
        kind=pending.kind,
        sha256=pending.sha256,
        policy_sha256=digest,
        source_policy_sha256=state.accepted.policy,
        shown_in_turn=pending.turn,
        account=account_name(),
        **details,
    )
    return stored, terms
