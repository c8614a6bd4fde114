"""What `harness-state --json` prints, as models. docs/contracts/schemas/ holds their JSON Schemas.

`python -m harness_runtime.cli.contracts FOLDER` writes those files; a test holds them in step.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any, Literal

from pydantic import Field

from harness_runtime.cli.contracts_chain import ChainList, ChainStatus, ChainView
from harness_runtime.cli.contracts_export import Exported
from harness_runtime.cli.contracts_goal import GoalStatus, GoalView
from harness_runtime.cli.contracts_learning import LearnedSkill, PanelResult
from harness_runtime.cli.contracts_loop import RolledBack, Steered
from harness_runtime.cli.contracts_report import Report
from harness_runtime.cli.printed import Answer, Printed
from harness_runtime.session.state import GateKind, Phase
from harness_runtime.wire.published import json_schema, write_schemas


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


class OutsideChange(Printed):
    """What one audit found changed outside the approved paths: `count` in all, the first ones by name."""

    at: str
    count: int
    changes: list[str]


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
    outside_changes: list[OutsideChange]
    sensors: list[SensorRun]
    engine: str | None = None
    goal: GoalView | None = None
    chain: ChainView | None = None
    notes_waiting: int = 0


class SessionRow(Printed):
    session_id: str
    phase: Phase | None = Field(description="null: the state cannot be trusted")
    workspace_root: str | None
    updated_at: str
    armed: bool


class Sessions(Answer):
    sessions: list[SessionRow]


class LedgerRow(Printed):
    session_id: str
    ok: bool
    records: int
    voided: int
    broken_at: int | None
    reason: str


class LedgerVerify(Answer):
    """`ledger verify`: totals over the sessions asked for; `broken_at` is the first fault's line in its file."""

    ok: bool
    records: int
    broken_at: int | None
    sessions: list[LedgerRow]


class LedgerShow(Answer):
    records: list[dict[str, Any]]


class Target(Printed):
    path: str
    inside: bool = Field(description="a file may be written there now")


class Step(Printed):
    step: str
    outcome: str = Field(description='"passed", or the rule that ends the decision')


class Explain(Answer):
    """`explain`: one call, and how its decision was reached."""

    verdict: Literal["allow", "deny"]
    kind: str = Field(serialization_alias="class")
    rule: str
    reason: str
    targets: list[Target]
    steps: list[Step]


class Replay(Answer):
    """`replay`: one line for each recorded event."""

    index: int
    verdict: Literal["allow", "deny"] | None = Field(description="null: the event is not a tool call")
    rule: str | None
    answer: str = Field(
        description='what the hook says to the host, or the command that runs instead; "" for silence'
    )


class DraftFault(Printed):
    section: str = Field(description='"": the whole text')
    message: str


class Draft(Answer):
    """`check -`: an artifact as Stop would judge it."""

    kind: str = Field(
        description="plan, repair_plan, implementation_summary, clean_context_review or completion_report"
    )
    ok: bool
    faults: list[DraftFault]
    sha256: str = Field(description='of the canonical bytes; "": it has none')
    notes: list[str] = Field(description="what was not judged, or will matter beside the artifact")


class Moved(Answer):
    """`approve`, `cancel`, `off`: where the session stands afterwards."""

    session_id: str
    phase: Phase | None = Field(description="null: no state is left")
    held: bool
    authority: bool
    set_aside: str | None = Field(description="where a state that could not be used is kept")


class TurnedOff(Answer):
    """`off --older-than`: the sessions that it turned off."""

    sessions: list[Moved]


class Files(Answer):
    """`loading`: relative to the plugin's root."""

    files: list[str]


class Removed(Printed):
    kind: Literal["run", "set_aside", "report"]
    path: str
    bytes: int
    last_used: str


class Pruned(Answer):
    """`prune`: what is gone, or with `dry_run` would be."""

    dry_run: bool
    removed: list[Removed]


class SchemaNames(Answer):
    """`schema` without a name."""

    schemas: list[str]


class Check(Printed):
    name: str
    status: Literal["ok", "warning", "error"]
    detail: str
    mend: str


class Checks(Answer):
    """`install`, `uninstall` and `doctor`."""

    checks: list[Check]


class GuardTrustView(Printed):
    path: str = Field(description="of the project's guard.json")
    sha256: str | None = Field(description="of its present content; null: there is none that can be used")
    asks: bool = Field(description="it holds chains or commands, which count only when trusted")
    trusted: bool
    untrusted_in: list[str] = Field(description="data folders in which this content is not trusted")


class TrustView(Answer):
    """`trust`, `untrust`, `trusted`."""

    path: str = Field(description="of the harness file")
    sha256: str | None = Field(description="of its present content; null: there is none that can be read")
    trusted: bool
    changed_guides: list[str] = Field(description="guide files whose content is not the trusted one")
    untrusted_in: list[str] = Field(description="data folders in which this content is not trusted")
    guard: GuardTrustView


class GuideView(Printed):
    name: str
    priority: int | float
    source: str = Field(description='path of its file, or "text"')


class SensorView(Printed):
    name: str
    command: str
    blocking: bool
    timing: str
    kind: str
    timeout_secs: int


class Guides(Answer):
    """`guides`: what the model would get."""

    task_type: str | None = Field(description="null: interactive, the default workflow")
    workflow: str | None = Field(description="null: every guide and sensor")
    guides: list[GuideView]
    sensors: list[SensorView]
    completion_policy: list[str]
    warnings: list[str]
    repeated: list[str] = Field(description="guides that the project's instructions hold already")
    text: str = Field(description='the section; "": none')


class SensorList(Answer):
    """`sensors list`."""

    task_type: str | None
    workflow: str | None
    sensors: list[SensorView]


class SensorResult(Printed):
    name: str
    command: str
    blocking: bool
    outcome: Literal["passed", "failed", "timed_out", "not_started"]
    exit_code: int | None = Field(description="as a shell tells it; null: it did not end by itself")
    seconds: float
    attempts: int
    tail: list[str] = Field(description="the last lines of output, at most 40")
    fix_hint: str
    why: str = Field(description='why it was not started; ""')
    engine: str = Field(description='what confined it; "unconfined"; "": not started')


class SensorResults(Answer):
    """`sensors run`."""

    results: list[SensorResult]


class AuditFinding(Printed):
    severity: Literal["error", "warning", "suggestion"]
    code: str
    subject: str = Field(description='"": the file as a whole')
    message: str


class Audit(Answer):
    """`audit`: errors first."""

    findings: list[AuditFinding]


SCHEMAS: dict[str, type[Answer]] = {
    "inspect": Inspect,
    "sessions": Sessions,
    "report": Report,
    "ledger-verify": LedgerVerify,
    "export": Exported,
    "explain": Explain,
    "replay": Replay,
    "checks": Checks,
    "check": Draft,
    "moved": Moved,
    "turned-off": TurnedOff,
    "steer": Steered,
    "goal": GoalStatus,
    "chain-list": ChainList,
    "chain": ChainStatus,
    "rollback": RolledBack,
    "learn": LearnedSkill,
    "panel": PanelResult,
    "loading": Files,
    "prune": Pruned,
    "schema": SchemaNames,
    "trust": TrustView,
    "guides": Guides,
    "sensors-list": SensorList,
    "sensors-run": SensorResults,
    "audit": Audit,
}


def schema(name: str) -> dict[str, Any]:
    """The JSON Schema of one answer, as printed (every key is there)."""
    return json_schema(SCHEMAS[name], "serialization")


def to_json(answer: Answer) -> str:
    """ASCII only, so that neither a terminal nor an encoding can be led astray by what a model wrote."""
    return json.dumps(answer.model_dump(by_alias=True), indent=2)


def to_line(answer: Answer) -> str:
    """The same on one line."""
    return json.dumps(answer.model_dump(by_alias=True))


if __name__ == "__main__":
    write_schemas(Path(sys.argv[1]), {name: schema(name) for name in SCHEMAS})
