"""The terms of stored artifacts: what a gate asks for, and what was accepted before it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from harness_runtime.artifacts.terms import Terms, terms_of_plan, terms_of_repair, terms_of_sealed
from harness_runtime.session.sealed import SealedFault, read_policy
from harness_runtime.session.state import GateKind, State
from harness_runtime.session.store import Store

if TYPE_CHECKING:
    from harness_runtime.artifacts.repair import Source

# The readers of artifacts are imported where one is read: most events want the accepted terms alone.


def accepted_terms(store: Store, state: State) -> Terms | None:
    """The terms accepted last in this run, in force or not; None before any approval, or when unreadable."""
    if state.accepted.policy is None:
        return None
    try:
        return terms_of_sealed(read_policy(store.data, store.session_id, state.accepted.policy))
    except (SealedFault, KeyError, TypeError, ValueError):
        return None


def repair_source(store: Store, state: State) -> Source | None:
    """What a Repair Plan of this run must descend from."""
    from harness_runtime.artifacts.repair import Source

    terms = accepted_terms(store, state)
    return Source(state.accepted.plan, terms) if terms and state.accepted.plan else None


def artifact_terms(store: Store, state: State, kind: GateKind, digest: str) -> Terms | None:
    """The terms of a stored Plan or Repair Plan, None when it cannot be read back whole."""
    stored = store.get_artifact(digest)
    if stored is None:
        return None
    from harness_runtime.artifacts.plan import read_plan
    from harness_runtime.artifacts.repair import read_repair

    if kind == "plan":
        plan, _ = read_plan(stored)
        return terms_of_plan(plan.policy) if plan else None
    source = repair_source(store, state)
    repair = read_repair(stored, source)[0] if source else None
    return terms_of_repair(repair, source.terms) if repair and source else None


def sealed_bytes(fields: dict[str, object]) -> bytes:
    return json.dumps(fields, sort_keys=True, separators=(",", ":")).encode("ascii")
