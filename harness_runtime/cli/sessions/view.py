"""What one session's folder says, read once and judged: the ground of `inspect` and of `ledger verify`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, ValidationError

from harness_runtime.cli.contracts.goal import goal_view
from harness_runtime.cli.contracts.inspect import (
    AcceptedView,
    Boundary,
    Command,
    ConfinedRun,
    Inspect,
    LastDecision,
    OutsideChange,
    PendingView,
    SensorRun,
)
from harness_runtime.cli.evidence import confined_runs, engine_of, outside_changes, sensor_runs
from harness_runtime.cli.sessions.chain import chain_view
from harness_runtime.cli.sessions.find import Session
from harness_runtime.session import ledger
from harness_runtime.session.calls import last_calls
from harness_runtime.session.notes import waiting
from harness_runtime.session.sealed import SealedFault, read_policy
from harness_runtime.session.state import Pending, State
from harness_runtime.session.store import StoreFault

AUTHORITY_PHASES = ("implement", "repair_implement")
LAST_CALLS = 10


class Policy(BaseModel):
    """A sealed policy, as far as a person's view needs it."""

    model_config = ConfigDict(extra="ignore", strict=True, frozen=True, defer_build=True)

    session_id: str
    run_id: str
    revision: int
    phase: str
    kind: str
    artifact_sha256: str
    workspace_root: str
    allowed_write_paths: list[str]
    scratch_paths: list[str]
    verification_commands: list[Command]
    network: Literal["none", "loopback", "full"]


@dataclass(frozen=True)
class Call:
    """One call record, its texts made printable for any encoding."""

    at: str
    tool: str
    verdict: str
    rule: str
    subject: str
    child: bool


@dataclass(frozen=True)
class View:
    session: Session
    state: State | None  # None: `fault` says why
    fault: StoreFault | None
    policy: Policy | None
    policy_fault: str  # a denial's rule code, "" when the policy is as it should be or none is due
    calls: list[Call]
    ledger: ledger.Verdict
    runs: list[ConfinedRun]
    outside: list[OutsideChange]
    sensors: list[SensorRun]

    @property
    def engine(self) -> str | None:
        return engine_of(self.state, self.runs) if self.state else None

    @property
    def authority(self) -> bool:
        """Whether a write inside the boundary would be let through now."""
        return (
            self.state is not None
            and self.state.phase in AUTHORITY_PHASES
            and not self.state.held
            and not self.state.suspended
            and self.policy is not None
            and not self.policy_fault
        )

    @property
    def sound(self) -> bool:
        return self.fault is None and not self.policy_fault and self.ledger.ok


def view_session(session: Session) -> View:
    calls = [_call(record) for record in _calls(session)]
    verdict = verify_ledger(session)
    if isinstance(session.state, StoreFault):
        absent = session.state if session.is_fault else None
        return View(session, None, absent, None, "", calls, verdict, [], [], [])
    policy, fault = _policy(session, session.state)
    runs = confined_runs(session.store, session.state)
    outside = outside_changes(records_in_force(session), session.state)
    return View(
        session,
        session.state,
        None,
        policy,
        fault,
        calls,
        verdict,
        runs,
        outside,
        sensor_runs(session.store, session.state),
    )


def verify_ledger(session: Session) -> ledger.Verdict:
    """Recompute the chain; its last record must also tell of the run that the state tells of."""
    path = session.store.ledger_path
    try:
        if isinstance(session.state, StoreFault):
            return _without_state(session.state, path.exists())
        verdict = ledger.verify(path, session.state.ledger)
        if not verdict.ok or not verdict.records:
            return verdict
        last = records_in_force(session)[-1]
    except OSError as error:
        return ledger.Verdict(False, 0, 0, None, error.strerror or type(error).__name__)
    told = (last.get("run_id"), last.get("revision"), last.get("phase"))
    if told != (session.state.run_id, session.state.revision, session.state.phase):
        return ledger.Verdict(False, verdict.records, verdict.voided, None, "state_mismatch")
    return verdict


def records_in_force(session: Session) -> list[dict[str, Any]]:
    """The records up to the stored head, void lines left out. Means something only where the ledger verifies."""
    if isinstance(session.state, StoreFault):
        return []
    try:
        return ledger.read(session.store.ledger_path, session.state.ledger)
    except ledger.LedgerBroken:
        return []


def _without_state(fault: StoreFault, ledger_exists: bool) -> ledger.Verdict:
    if fault.rule == "state_absent" and not ledger_exists:
        return ledger.Verdict(True, 0, 0, None)
    return ledger.Verdict(False, 0, 0, None, fault.rule)


def _policy(session: Session, state: State) -> tuple[Policy | None, str]:
    """The sealed policy that the state names, and what is wrong with it."""
    if state.policy_sha256 is None:
        return None, "policy_unreadable" if state.phase in AUTHORITY_PHASES and not state.held else ""
    try:
        policy = Policy.model_validate(read_policy(session.store.data, session.session_id, state.policy_sha256))
    except (SealedFault, ValidationError):
        return None, "policy_unreadable"
    return policy, "" if _fits(policy, state) else "policy_mismatch"


def _fits(policy: Policy, state: State) -> bool:
    """Outside the authority phases a policy is a memory, and need only be this run's."""
    same_run = (policy.session_id, policy.run_id, policy.revision, policy.workspace_root) == (
        state.session_id,
        state.run_id,
        state.revision,
        state.workspace_root,
    )
    if state.phase not in AUTHORITY_PHASES:
        return same_run
    accepted = state.accepted.plan if policy.kind == "plan" else state.accepted.repair_plan
    return same_run and policy.phase == state.phase and policy.artifact_sha256 == accepted


def _calls(session: Session) -> list[dict[str, Any]]:
    try:
        return last_calls(session.store.data, session.session_id, LAST_CALLS)
    except OSError:
        return []


def _call(record: dict[str, Any]) -> Call:
    names = ("at", "tool", "verdict", "rule", "subject")
    texts = {name: str(record.get(name, "")).encode("utf-8", "backslashreplace").decode() for name in names}
    return Call(**texts, child=record.get("child") is True)


def reason_of(call: Call, view: View, language: str) -> str:
    """Why: a denial's sentence, made again from what its record keeps; what an allowed call touched."""
    if call.verdict != "deny":
        return call.subject
    fields = {
        "subject": call.subject,
        "tool": call.tool,
        "root": view.state.workspace_root if view.state else "",
        "allowed": ", ".join(view.policy.allowed_write_paths) if view.policy else "",
    }
    try:
        from harness_runtime.messages.denials import say

        return say(language, call.rule, view.state.phase if view.state else "", **fields)
    except (ImportError, KeyError):  # a rule of another release
        return f"{call.rule}: {call.subject}"


def to_answer(view: View, language: str) -> Inspect:
    state = view.state
    return Inspect(
        session_id=view.session.session_id,
        run_id=state.run_id if state else None,
        revision=state.revision if state else None,
        phase=state.phase if state else None,
        held=state.held if state else None,
        workspace_root=state.workspace_root if state else None,
        authority=view.authority,
        pending=_pending(state.pending) if state and state.pending else None,
        accepted=AcceptedView.model_validate(state.accepted.model_dump()) if state else None,
        boundary=_boundary(view.policy) if view.policy else None,
        last_decisions=[
            LastDecision(
                at=call.at,
                tool=call.tool,
                verdict=call.verdict,
                rule=call.rule,
                reason=reason_of(call, view, language),
            )
            for call in view.calls
        ],
        confined_runs=view.runs,
        outside_changes=view.outside,
        sensors=view.sensors,
        engine=view.engine,
        goal=goal_view(view.session.store),
        chain=chain_view(view.session.store),
        notes_waiting=waiting(view.session.store.data, view.session.session_id),
    )


def _pending(pending: Pending) -> PendingView:
    return PendingView.model_validate(pending.model_dump(include=set(PendingView.model_fields)))


def _boundary(policy: Policy) -> Boundary:
    return Boundary.model_validate(policy.model_dump(include=set(Boundary.model_fields)))
