"""Does this state, with this policy, give write authority here? Hot.

Authority is never inferred: each value of the policy must equal the one that the state accepted.
"""

from __future__ import annotations

from harness_runtime.boundary.decision import Fault
from harness_runtime.boundary.paths import below

KIND_OF_PHASE = {"implement": "plan", "repair_implement": "repair_plan"}
_EQUAL = ("session_id", "run_id", "revision", "phase", "workspace_root")


def check_authority(state: dict[str, object], policy: dict[str, object] | None) -> list[str]:
    """The writable patterns. Faults: held, suspended, no_authority, schema_unknown, policy_mismatch."""
    refuse_held(state)
    refuse_suspended(state)
    kind = kind_of(state)
    if policy is None:
        raise Fault("policy_mismatch", "policy")
    check_schema(state, policy)
    check_identity(state, policy)
    check_artifact(state, policy, kind)
    patterns = policy.get("allowed_write_paths")
    if not isinstance(patterns, list) or not all(isinstance(item, str) for item in patterns):
        raise Fault("policy_mismatch", "allowed_write_paths")
    return patterns


def refuse_held(state: dict[str, object]) -> None:
    """The run is over, and a person has not said what comes next."""
    if state.get("held") is not False:
        raise Fault("held")


def refuse_suspended(state: dict[str, object]) -> None:
    """The last turn ended on an artifact that nobody read."""
    if state.get("suspended", False) is not False:
        raise Fault("suspended")


def kind_of(state: dict[str, object]) -> str:
    """What the present phase carries out."""
    phase = state.get("phase")
    kind = KIND_OF_PHASE.get(phase) if isinstance(phase, str) else None
    if kind is None:
        raise Fault("no_authority")
    return kind


def check_schema(state: dict[str, object], policy: dict[str, object]) -> None:
    if policy.get("schema_version") != 1 or state.get("schema_version") != 1:
        raise Fault("schema_unknown", "schema_version")


def check_identity(state: dict[str, object], policy: dict[str, object]) -> None:
    for key in _EQUAL:
        if not _same(policy.get(key), state.get(key)):
            raise Fault("policy_mismatch", key)


def check_artifact(state: dict[str, object], policy: dict[str, object], kind: str) -> None:
    """The policy was made from the very artifact that was accepted."""
    accepted = state.get("accepted")
    digest = policy.get("artifact_sha256")
    if policy.get("kind") != kind or not isinstance(accepted, dict):
        raise Fault("policy_mismatch", "kind")
    if not isinstance(digest, str) or not digest or accepted.get(kind) != digest:
        raise Fault("policy_mismatch", "artifact_sha256")


def check_cwd(cwd: str, root: str) -> None:
    """Both resolved."""
    if below(root, cwd) is None:
        raise Fault("cwd_outside", cwd, root=root)


def _same(left: object, right: object) -> bool:
    """Equal, present and of one type: True is not 1 here."""
    return left is not None and type(left) is type(right) and left == right
