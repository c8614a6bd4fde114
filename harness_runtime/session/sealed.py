"""Reads what a cold hook sealed: the session's state and the policy of an approval.

Hot and fail-closed: whatever is missing, unreadable, foreign or altered raises SealedFault, which is a denial.
"""

from __future__ import annotations

import os

from harness_runtime.session.layout import run_folder, sha256
from harness_runtime.wire.fastjson import loads

SCHEMA_VERSION = 1
MAX_BYTES = 1 << 20
PHASES = frozenset(
    (
        "planning",
        "plan_pending",
        "implement",
        "review",
        "repair_planning",
        "repair_pending",
        "repair_implement",
        "post_repair_review",
        "completed",
        "completed_with_residual_risk",
        "blocked",
        "degraded",
        "cancelled",
        "superseded",
    )
)
_TEXTS = ("session_id", "host", "run_id", "phase", "workspace_root", "language")


class SealedFault(Exception):
    """`rule` is a denial's rule code, `detail` what was found (a path or a field)."""

    def __init__(self, rule: str, detail: str) -> None:
        super().__init__(rule, detail)
        self.rule = rule
        self.detail = detail


def read_state(data: str, session_id: str) -> dict[str, object]:
    """The session's state.json as stored; its shape is checked as far as a decision rests on it.

    Raises SealedFault: state_unreadable, schema_unknown, state_foreign.
    """
    path = f"{run_folder(data, session_id)}/state.json"
    state = _read_object(path, "state_unreadable")
    if state.get("schema_version") != SCHEMA_VERSION:
        raise SealedFault("schema_unknown", str(state.get("schema_version"))[:40])
    if state.get("session_id") != session_id:
        raise SealedFault("state_foreign", path)
    if not all(isinstance(state.get(name), str) for name in _TEXTS):
        raise SealedFault("state_unreadable", path)
    if (
        state["phase"] not in PHASES
        or not isinstance(state.get("held"), bool)
        or type(state.get("revision")) is not int
        or not isinstance(state.get("accepted"), dict)
        or not str(state["workspace_root"]).startswith("/")
    ):
        raise SealedFault("state_unreadable", path)
    return state


def read_policy(data: str, session_id: str, digest: str) -> dict[str, object]:
    """The sealed policy whose bytes hash to `digest`. Raises SealedFault: policy_unreadable."""
    path = f"{run_folder(data, session_id)}/policies/{digest}.json"
    if len(digest) != 64 or not digest.isalnum():
        raise SealedFault("policy_unreadable", path)
    return _read_object(path, "policy_unreadable", digest)


def _read_object(path: str, rule: str, digest: str | None = None) -> dict[str, object]:
    try:
        raw = read_file(path)
        value = loads(raw)
    except (OSError, ValueError) as error:
        raise SealedFault(rule, path) from error
    if not isinstance(value, dict) or (digest is not None and sha256(raw) != digest):
        raise SealedFault(rule, path)
    return value


def read_file(path: str, limit: int = MAX_BYTES) -> bytes:
    """The bytes of a regular file that is not a link. OSError, or ValueError when it is larger than `limit`."""
    handle = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_CLOEXEC | os.O_NONBLOCK)
    try:
        raw = os.read(handle, limit + 1)
    finally:
        os.close(handle)
    if len(raw) > limit:
        raise ValueError("larger than expected")
    return raw
