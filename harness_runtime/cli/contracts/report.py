"""What `report --json` prints: everything that a session's records say of one run, as one model. Data only."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from harness_runtime.cli.contracts.base import Answer, Printed
from harness_runtime.cli.contracts.chain import ChainView
from harness_runtime.cli.contracts.goal import GoalView

Outcome = Literal["approved", "declined", "revised", "replaced", "ended", "waiting"]
Change = Literal["created", "changed", "deleted", "as_before", "unknown"]


class RunName(Printed):
    """One run of the session, as a list names it."""

    run_id: str
    revision: int | None
    started_at: str
    ended_at: str = Field(description='when its last record was written; "": it has not ended')
    phase: str = Field(description="the last one that is recorded; superseded where a newer run took its place")


class LedgerState(Printed):
    """Whether the ledger proves itself. Where it does not, every other part of the answer is a claim."""

    ok: bool
    records: int
    voided: int
    broken_at: int | None = Field(description="line in the file, from 1")
    reason: str
    head: str = Field(description='SHA-256 of the last record, as state.json knows it; ""')


class RecordRow(Printed):
    """One ledger record of the run."""

    index: int | None
    at: str
    event: str
    phase: str
    turn: str
    details: dict[str, str] = Field(description="what else it tells; a list has one entry a line")


class Move(Printed):
    """A step from phase to phase. `before` is empty for the first one."""

    at: str
    before: str
    after: str
    event: str
    record: int = Field(description="position in records")


class Gate(Printed):
    """One Plan or Repair Plan that asked for approval, and what became of it."""

    kind: Literal["plan", "repair_plan"]
    sha256: str
    shown_at: str
    shown_in_turn: str
    effort: str
    planner: str
    outcome: Outcome
    answered_at: str
    answered_in_turn: str
    account: str = Field(description="of the operating system, for an approval; evidence, not authentication")
    terminal: bool = Field(description="approved with `harness-state approve`")
    unclear: int = Field(description="replies that answered nothing")
    refused: list[str] = Field(description="why a `y` did not count, a code each")
    policy_sha256: str = Field(description='of the policy that the approval sealed; ""')
    paths: list[str]
    added: list[str] = Field(description="paths that the approval before it did not open")
    removed: list[str]
    commands: list[str]
    network: str
    classification: str
    risk: str


class CallRow(Printed):
    """One tool call, as it was judged."""

    at: str
    turn: str
    phase: str
    tool: str
    verdict: str
    kind: str
    rule: str
    subject: str
    reason: str = Field(description='of a denial: its sentence, made again from what the record keeps; ""')
    child: bool
    agent: str


class ReviewRow(Printed):
    """What a delegated agent delivered."""

    at: str
    kind: str
    agent: str
    agent_type: str
    sha256: str
    verdict: str
    counts: bool | None = Field(description="null: not a Review, or one with faults")
    lacks: list[str]
    faults: list[str]


class SensorRow(Printed):
    name: str
    command: str
    blocking: bool
    outcome: str
    exit: int | None
    seconds: float
    engine: str
    tail: list[str]
    fix_hint: str
    why: str


class SensorRound(Printed):
    """Sensors that ran together."""

    at: str
    when: str = Field(description="completion; stop; or chain_gate, for the commands of a chain's gate")
    stage: str = Field(description='of the chain, for its gate; ""')
    results: list[SensorRow]
    unmet: list[str] = Field(description="steps of the completion policy without evidence")


class CommandRow(Printed):
    """One confined command, as its signed line tells it."""

    at: str
    command: str
    proven: bool = Field(description="false: no signed line came back; then nothing below is known")
    exit: int | None
    timed_out: bool
    engine: str
    seconds: float | None
    faults: list[str]


class OutsideRow(Printed):
    """What one audit found changed outside the approved paths, `count` in all, the first by name; not who did it."""

    at: str
    count: int
    changes: list[str]


class UndoRow(Printed):
    """A rollback: asked for, and what came of it."""

    at: str
    account: str
    count: int
    paths: list[str]
    outcomes: dict[str, int]


class PathRow(Printed):
    """A path that the run was let to change, or that its undo copies know."""

    path: str = Field(description="relative to the workspace")
    inside: bool = Field(description="the boundary opens it")
    calls: int = Field(description="allowed calls that named it")
    change: Change = Field(description="how it stands now against how it was before")
    undo: Literal["restorable", "changed_since", "not_captured", ""]
    why: str


class BoundaryRow(Printed):
    """The policy that was sealed last."""

    policy_sha256: str
    paths: list[str]
    scratch: list[str]
    commands: list[str]
    network: str
    classification: str
    risk: str


class ArtifactRow(Printed):
    """A text that the run took: of a gate, of what closed the work, of a Review that counted."""

    kind: str = Field(
        description="plan, repair_plan, implementation_summary, completion_report or clean_context_review"
    )
    sha256: str = Field(description="of the kind and the text, as gates, records and reviews name it")
    at: str = Field(description="when it was first shown")
    state: Literal["whole", "missing", "damaged", "not_read"] = Field(
        description="damaged: the stored bytes do not make the hash; not_read: the run has too many"
    )
    redacted: bool = Field(description="what looks like a secret is taken out of the text")
    text: str = Field(description='"" unless it is whole')


class TimelineRow(Printed):
    """A pointer into one of the lists, in the order of what happened."""

    kind: Literal["record", "call", "agent", "command", "sensors"]
    number: int = Field(description="position in records, calls, reviews, commands or sensors")


class RunReport(Printed):
    """One run. Times are ISO 8601, UTC."""

    run_id: str
    revision: int | None
    started_at: str
    ended_at: str
    phase: str
    engine: str
    turns: list[str] = Field(description="ids of the run's turns, in their order; a reader counts them from 1")
    records: list[RecordRow]
    moves: list[Move]
    gates: list[Gate]
    boundary: BoundaryRow | None
    paths: list[PathRow]
    calls: list[CallRow]
    calls_left_out: int = Field(description="older ones that are not read")
    allowed: int
    denied: int
    reviews: list[ReviewRow]
    sensors: list[SensorRound]
    commands: list[CommandRow]
    outside: list[OutsideRow]
    rollbacks: list[UndoRow]
    artifacts: list[ArtifactRow] = Field(description="oldest first, each text once")
    timeline: list[TimelineRow]


class Report(Answer):
    """`report`: a session, its runs, and one of them in full."""

    session_id: str
    host: str
    workspace_root: str
    made_at: str
    findings: list[str] = Field(description="what is wrong with the session's files; [] when all is whole")
    ledger: LedgerState
    goal: GoalView | None = Field(description="the session's, as it is now; null: none was ever set")
    chain: ChainView | None = Field(description="the session's, as it stands now; null: none is selected")
    runs: list[RunName] = Field(description="of the session, oldest first")
    run: RunReport | None = Field(description="null: the session has no run")
