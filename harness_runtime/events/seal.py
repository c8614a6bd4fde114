"""Seals a policy at approval: what the hot path reads on every tool call (contract: State and storage)."""

from __future__ import annotations

import json

from harness_runtime.artifacts.policy_block import PlanPolicy
from harness_runtime.events.artifact_check import sealed_commands
from harness_runtime.events.context import Context
from harness_runtime.events.gate_view import stored_policy
from harness_runtime.session.sealed import SCHEMA_VERSION
from harness_runtime.session.state import Pending, State
from harness_runtime.session.store import StoreFault
from harness_runtime.workflow.position import Position


def seal_policy(context: Context, state: State, position: Position, pending: Pending) -> tuple[str, PlanPolicy]:
    """Write the policy of the pending artifact, bound to session, run, revision, phase, hash and workspace."""
    policy = stored_policy(context, pending.sha256)
    if policy is None:
        raise StoreFault("state_unreadable", f"artifacts/{pending.sha256}.md")
    sealed = {
        "schema_version": SCHEMA_VERSION,
        "session_id": state.session_id,
        "run_id": state.run_id,
        "revision": state.revision,
        "phase": position.phase,
        "kind": pending.kind,
        "artifact_sha256": pending.sha256,
        "workspace_root": state.workspace_root,
        "classification": policy.classification,
        "risk": policy.risk,
        "allowed_write_paths": policy.allowed_write_paths,
        "verification_commands": sealed_commands(policy),
        "scratch_paths": policy.scratch_paths,
        "network": policy.network,
    }
    raw = json.dumps(sealed, sort_keys=True, separators=(",", ":")).encode("ascii")
    return context.store.seal(raw), policy
