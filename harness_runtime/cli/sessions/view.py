"""What one session's folder says, read once and judged: the ground of `inspect`, and of what else tells of a run."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from pydantic import BaseModel, ConfigDict, ValidationError

from harness_runtime.cli.contracts.inspect import Command, Unseen
from harness_runtime.cli.contracts.report import CommandRow, OutsideRow, ReviewRow, SensorRound
from harness_runtime.cli.language import sentence
from harness_runtime.cli.sessions import evidence as of_evidence
from harness_runtime.cli.sessions.find import Session
from harness_runtime.cli.sessions.ledger import Records, records_in_force, verify_ledger
from harness_runtime.cli.sessions.values import text
from harness_runtime.session import ledger
from harness_runtime.session.calls import last_calls
from harness_runtime.session.evidence import read_evidence
from harness_runtime.session.sealed import SealedFault, read_policy
from harness_runtime.session.state import State
from harness_runtime.session.store import StoreFault

AUTHORITY_PHASES = ("implement", "repair_implement")
LAST_CALLS = 10
LAST_RUNS = 10


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
    agent: str
    child: bool


@dataclass(frozen=True)
class View:
    """`evidence`: the run's records. `unread`: what of the folder could not be read, in sentences."""

    session: Session
    state: State | None  # None: `fault` says why
    fault: StoreFault | None
    policy: Policy | None
    policy_fault: str  # a denial's rule code, "" when the policy is as it should be or none is due
    calls: list[Call]
    ledger: ledger.Verdict
    evidence: Records
    outside: list[OutsideRow]
    unseen: list[Unseen]
    unread: list[str]

    @property
    def commands(self) -> list[CommandRow]:
        """The newest LAST_RUNS, oldest first."""
        return of_evidence.commands(self.evidence)[-LAST_RUNS:]

    @property
    def sensors(self) -> SensorRound | None:
        """Those that ran last, at a Completion Report or when the agent stopped."""
        rounds = [found for found in of_evidence.sensors(self.evidence) if found.when != of_evidence.CHAIN_GATE]
        return rounds[-1] if rounds else None

    @property
    def reviews(self) -> list[ReviewRow]:
        return of_evidence.reviews(self.evidence)

    @property
    def engine(self) -> str:
        """What confines commands; "" for nothing."""
        return of_evidence.last_engine(self.commands, self.state.engine.name) if self.state else ""

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
        return self.fault is None and not self.policy_fault and self.ledger.ok and not self.unread


def view_session(session: Session) -> View:
    unread: list[str] = []
    calls = _calls(session, unread)
    verdict = verify_ledger(session)
    if isinstance(session.state, StoreFault):
        absent = session.state if session.is_fault else None
        return View(session, None, absent, None, "", calls, verdict, [], [], [], unread)
    state = session.state
    policy, fault = _policy(session, state)
    evidence = _evidence(session, state, unread)
    of_run = [record for record in records_in_force(session) if record.get("run_id") == state.run_id]
    outside, unseen = of_evidence.outside(of_run), of_evidence.unseen(of_run)
    return View(session, state, None, policy, fault, calls, verdict, evidence, outside, unseen, unread)


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


def _calls(session: Session, unread: list[str]) -> list[Call]:
    try:
        found = last_calls(session.store.data, session.session_id, LAST_CALLS)
    except OSError as error:
        unread.append(_failed(error))
        return []
    names = ("at", "tool", "verdict", "rule", "subject", "agent")
    return [
        Call(**{name: text(record.get(name)) for name in names}, child=record.get("child") is True)
        for record in found
    ]


def _evidence(session: Session, state: State, unread: list[str]) -> Records:
    try:
        return read_evidence(session.store.folder, state.run_id)
    except OSError as error:
        unread.append(_failed(error))
        return []


def _failed(error: OSError) -> str:
    return sentence("file_failed", path=str(error.filename or "-"), why=error.strerror or "")
