"""state.json as a model (schema: docs/contracts/schemas/state.json). Cold.

The hot path reads the same file without these models, see `sealed`.
"""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

Sha256 = Field(pattern=r"^[0-9a-f]{64}$")
Phase = Literal[
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
]
GateKind = Literal["plan", "repair_plan"]
Language = Literal["ko", "en"]
Host = Literal["codex", "claude"]


class Stored(BaseModel):
    """Base of what is read back from disk: exact types, no unknown keys, immutable."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, defer_build=True)


class Pending(Stored):
    """The artifact that an open gate asks about."""

    kind: GateKind
    sha256: str = Sha256
    turn: str  # the turn whose Stop stored it, "" when the host named none
    since: str  # ISO 8601, UTC
    revision: int
    person_turn: bool  # that turn was opened by a person's prompt
    answered: bool = False  # `y` was said, and waits for `harness-state approve`


class Shown(Stored):
    """The artifact that was pending last in this round, so that the next one can say what it changes."""

    kind: GateKind
    sha256: str = Sha256


class Accepted(Stored):
    plan: str | None = Field(default=None, pattern=r"^[0-9a-f]{64}$")
    repair_plan: str | None = Field(default=None, pattern=r"^[0-9a-f]{64}$")
    policy: str | None = Field(default=None, pattern=r"^[0-9a-f]{64}$")  # the policy accepted last, in force or not


class Turn(Stored):
    """The latest root prompt."""

    id: str
    person: bool


class LastStop(Stored):
    """The latest root Stop: its turn, and whether its last line was the open gate's question."""

    turn: str
    gate: bool


class Correction(Stored):
    """An artifact that was refused, or a Completion that was `stopped` without a fault of its own; the next prompt's
    context asks for it again."""

    kind: str
    faults: list[str]
    stopped: bool = False


class ProjectPolicy(Stored):
    """The restrictions of `.harness/guard.json`, bound to the file that said them (seen at the last gate)."""

    sha256: str = Sha256
    stamp: list[int]  # size, mtime in ns, inode, device
    deny_write_paths: list[str] = []
    approval_required_paths: list[str] = []
    secret_paths: list[str] = []
    review_required: bool = False
    verification_commands: list[dict[str, Any]] = []
    max_risk: Literal["Low", "Medium", "High"] | None = None


class PersonSettings(Stored):
    """What of the person's config.json holds for this run, as it was at activation."""

    approval: Literal["prompt", "terminal"] = "prompt"
    confinement: Literal["required", "best_effort"] = "required"  # what holds where no engine can be used
    shell: Literal["strict", "confined"] = "strict"  # of commands that the boundary does not understand
    read_tools: list[str] = []
    not_secret: list[str] = []


class Engine(Stored):
    """What would confine a command, as it was found at activation; a host's sandbox may leave less."""

    name: Literal["bubblewrap", "landlock", "seatbelt", "none"] = "none"
    details: str = ""  # its version, or why there is none


class LoopLimits(Stored):
    """The settings of the loop guards that hold for this run, as they were at activation."""

    repeat_limit: int = 3
    verify_replies: bool = False
    verify_max: int = 2
    goal_max_iterations: int = 10
    max_turns: int = 200
    max_tool_calls_per_turn: int = 32


class LedgerHead(Stored):
    """The last valid ledger record. What the file holds beyond `bytes` is void."""

    index: int = Field(ge=0)
    sha256: str = Sha256
    bytes: int = Field(ge=0)


class TrackedSecret(Stored):
    """A file with a secret's name that the repository's index tracks."""

    path: str  # absolute
    blob: str  # the object's id
    stamp: list[int] | None = None  # size, mtime in ns, inode, device of the file while it is that object


class Repository(Stored):
    """What of the workspace's own repository bears on reading it, as it was at activation."""

    secrets: list[TrackedSecret] = []
    more_secrets: bool = False  # than are named here
    hollow_links: list[str] = []  # submodules without a repository in them, relative to the workspace root
    obeyed: list[str] = []  # places in the workspace that its settings make git run or obey, relative to the root
    configs_with_password: list[str] = []  # absolute
    object_folders: list[str] = []  # absolute; where the contents of tracked secrets lie among all others


class Checks(Stored):
    """What the project's `.o4/harness.toml` has to do with this run."""

    task_type: str = ""  # of the request, "" where nothing was guided
    stopped: list[str] = []  # policies under which a Completion was stopped: "once" is once for each
    escalated: list[str] = []  # escalation rules that have acted


class State(Stored):
    schema_version: Literal[1] = 1
    session_id: str
    host: Host
    run_id: str
    revision: int = Field(ge=1)
    phase: Phase
    workspace_root: str
    language: Language
    pending: Pending | None = None
    last_shown: Shown | None = None
    accepted: Accepted = Accepted()
    policy_sha256: str | None = Field(default=None, pattern=r"^[0-9a-f]{64}$")
    held: bool = False
    suspended: bool = False  # no writes until the person's next prompt: the last turn ended on an unread artifact
    told_phase: str = ""  # the phase whose files the model has been told to load
    effort: str = "unknown"  # as the host reported it last
    git_dir: str | None = None  # resolved, of the repository that the workspace lay in at activation
    project: ProjectPolicy | None = None
    person: PersonSettings = PersonSettings()
    loop: LoopLimits = LoopLimits()
    engine: Engine = Engine()
    repository: Repository = Repository()
    checks: Checks = Checks()
    turn: Turn
    last_stop: LastStop | None = None
    correction: Correction | None = None
    started_at: str = ""  # when the run was activated
    updated_at: str
    ledger: LedgerHead
