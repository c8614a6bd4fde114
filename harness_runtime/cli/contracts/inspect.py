"""What `inspect` prints, as models."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from harness_runtime.cli.contracts.base import Answer, Printed
from harness_runtime.cli.contracts.chain import ChainView
from harness_runtime.cli.contracts.goal import GoalView
from harness_runtime.cli.contracts.report import OutsideRow
from harness_runtime.session.state import GateKind, Phase


class PendingView(Printed):
    kind: GateKind
    sha256: str
    since: str
    answered: bool = Field(description="`y` was said, and waits for `harness-state approve`")


class AcceptedView(Printed):
    plan: str | None
    repair_plan: str | None
    policy: str | None = Field(description="the policy accepted last, in force or not")


class Command(Printed):
    """One verification command, as the policy seals it."""

    command: str
    words: list[str]
    cwd: str
    env: dict[str, str]
    more_args: bool
    evidence: bool


class Boundary(Printed):
    allowed_write_paths: list[str]
    scratch_paths: list[str]
    verification_commands: list[Command]
    network: Literal["none", "loopback", "full"]


class LastDecision(Printed):
    at: str
    tool: str
    verdict: str
    rule: str
    reason: str


class ConfinedRun(Printed):
    """One confined command, as its signed last line tells it."""

    at: str
    command: str
    proven: bool = Field(description="false: no signed line came back; then nothing below is known")
    exit: int | None
    timed_out: bool
    engine: str | None = Field(description="bubblewrap, landlock, seatbelt or unconfined")
    seconds: float | None
    faults: list[str] = Field(description="what it left that no Plan opens")


class SensorRun(Printed):
    """What came of one sensor when sensors ran last, at a Completion Report or when the agent stopped."""

    at: str
    name: str
    blocking: bool
    outcome: Literal["passed", "failed", "timed_out", "not_started"]
    exit: int | None
    seconds: float
    engine: str = Field(description='what confined it; "unconfined"; "": not started')


class Unseen(Printed):
    """What one audit could not compare: `count` in all, the first ones by name."""

    at: str
    count: int
    paths: list[str]


class Inspect(Answer):
    """`inspect`. What a state that cannot be trusted would say is null; authority is then false."""

    session_id: str
    run_id: str | None
    revision: int | None
    phase: Phase | None
    held: bool | None
    workspace_root: str | None
    authority: bool
    pending: PendingView | None
    accepted: AcceptedView | None
    boundary: Boundary | None
    last_decisions: list[LastDecision]
    confined_runs: list[ConfinedRun]
    outside_changes: list[OutsideRow]
    outside_unseen: list[Unseen]
    sensors: list[SensorRun]
    engine: str | None = None
    goal: GoalView | None = None
    chain: ChainView | None = None
    notes_waiting: int = 0
