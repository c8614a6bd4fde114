"""One call with the folders that it is judged in, and the authority that its state and policy give it. Hot.

Authority is never inferred: each value of the policy must equal the one that the state accepted.
"""

from __future__ import annotations

from harness_runtime.boundary.decision import Fault, Places, Trace
from harness_runtime.boundary.paths import below, check_name, resolve

KIND_OF_PHASE = {"implement": "plan", "repair_implement": "repair_plan"}
_EQUAL = ("session_id", "run_id", "revision", "phase", "workspace_root")


class Call:
    """The call with the folders that it is judged in."""

    __slots__ = ("cwd", "event", "hint", "name", "places", "policy", "root", "state", "tool_input", "trace")

    def __init__(
        self,
        event: dict[str, object],
        state: dict[str, object],
        policy: dict[str, object] | None,
        places: Places,
        name: str,
        tool_input: dict[str, object],
        hint: str,
        trace: Trace | None,
    ) -> None:
        self.event = event
        self.state = state
        self.policy = policy
        self.places = places
        self.name = name
        self.tool_input = tool_input
        self.hint = hint
        self.trace = trace
        self.step("payload")
        self.cwd = _folder(event.get("cwd"), "payload", "cwd")
        self.root = resolve(_folder(state.get("workspace_root"), "state_unreadable", "workspace_root")).path

    def step(self, name: str, subject: str = "") -> None:
        """What is looked at next, for those who ask why."""
        if self.trace is not None:
            self.trace.step(name, subject)


def _folder(value: object, rule: str, subject: str) -> str:
    if not isinstance(value, str) or not value.startswith("/"):
        raise Fault(rule, subject)
    check_name(value)
    return value


def text_of(call: Call, field: str) -> str:
    value = call.tool_input.get(field)
    if not isinstance(value, str) or not value:
        raise Fault("tool_input", field, tool=call.name)
    return value


def authority(call: Call) -> list[str]:
    """The writable patterns of a policy in force over the project's policy file that it was made with."""
    call.step("authority")
    patterns = check_authority(call.state, call.policy)
    call.step("guard_changed")
    if call.places.rules.guard_changed:
        raise Fault("guard_changed", ".harness/guard.json")
    return patterns


def held_or(call: Call, fault: Fault) -> Fault:
    """In a held session one reason covers whatever is neither a read nor harmless; a secret stays a secret."""
    if call.state.get("held") is not False and fault.rule != "secret":
        return Fault("held", call.name)
    return fault


def plain(text: str) -> str:
    """Short, and without the lone surrogates that no record could hold."""
    return text[:300].encode("utf-8", "replace").decode("utf-8")


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
