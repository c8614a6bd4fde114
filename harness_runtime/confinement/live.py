"""Is what a ticket was written for still in force? Asked before a confined run, and about once a second during it.

A ticket that may write needs the very policy that it was written under; one that only reads needs its run.
"""

from __future__ import annotations

from harness_runtime.boundary.call import check_authority, refuse_held, refuse_suspended
from harness_runtime.boundary.decision import Fault
from harness_runtime.boundary.sealed_rules import sealed_rules
from harness_runtime.session.markers import ENDED
from harness_runtime.session.sealed import SealedFault, read_policy, read_state

Document = dict[str, object]


class NotLive(Exception):
    """`rule` is the code of a denial, `subject` what it speaks of."""

    def __init__(self, rule: str, subject: str) -> None:
        super().__init__(rule, subject)
        self.rule = rule
        self.subject = subject


def live_terms(data: str, ticket: Document) -> tuple[Document, Document | None]:
    """The state, and the policy of a ticket that may write. Raises NotLive."""
    try:
        state = read_state(data, str(ticket["session_id"]))
        return state, _policy(data, ticket, state)
    except (SealedFault, Fault) as fault:
        subject = fault.detail if isinstance(fault, SealedFault) else fault.subject
        raise NotLive(fault.rule, subject) from None


def _policy(data: str, ticket: Document, state: Document) -> Document | None:
    for name in ("run_id", "revision"):
        if ticket[name] != state.get(name):
            raise Fault("policy_mismatch", name)
    refuse_held(state)
    if not ticket["writable"]:
        if state["phase"] in ENDED:
            raise Fault("no_authority", str(state["phase"]))
        return None
    refuse_suspended(state)
    digest = ticket["policy_sha256"]
    if not isinstance(digest, str) or digest != state.get("policy_sha256"):
        raise Fault("policy_mismatch", "policy_sha256")
    policy = read_policy(data, str(ticket["session_id"]), digest)
    check_authority(state, policy)
    if sealed_rules(state).guard_changed:
        raise Fault("guard_changed", ".harness/guard.json")
    return policy


def is_required(state: Document) -> bool:
    """Without the person's word for the contrary a command never runs unconfined."""
    person = state.get("person")
    return not isinstance(person, dict) or person.get("confinement") != "best_effort"
