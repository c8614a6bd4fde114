"""The `harness-policy` block: the machine-read part of what the person approves (contract: Policy block).

The JSON must read the same to every reader: no duplicate or unknown keys, no escapes that hide a character.
"""

from __future__ import annotations

import json
import unicodedata
from typing import Annotated, Any, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Discriminator, Field, Tag, ValidationError

from harness_runtime.artifacts.document import Document
from harness_runtime.artifacts.fault import Fault
from harness_runtime.artifacts.kinds import POLICY_INFO
from harness_runtime.artifacts.policy_faults import value_faults

Classification = Literal["Tiny", "Small", "Non-trivial"]
Risk = Literal["Low", "Medium", "High"]
Network = Literal["none", "loopback", "full"]
SchemaVersion = Annotated[int, Field(ge=1, le=1)]  # strict, while Literal[1] would take true and 1.0
CommandLine = Annotated[str, Field(min_length=1, max_length=4096)]
PolicyT = TypeVar("PolicyT", bound=BaseModel)


class _Block(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, defer_build=True)


class VerificationCommand(_Block):
    """One command without operators, run as words. `cwd` is relative to the workspace root."""

    command: CommandLine
    cwd: str = Field(default=".", min_length=1, max_length=1024)
    env: dict[str, str] = Field(default_factory=dict, max_length=32)
    more_args: bool = False
    evidence: bool = True


def _form(value: Any) -> str | None:
    if isinstance(value, str):
        return "text"
    return "object" if isinstance(value, dict | VerificationCommand) else None


NamedCommand = Annotated[
    Annotated[CommandLine, Tag("text")] | Annotated[VerificationCommand, Tag("object")],
    Discriminator(_form),
]


class Limits(_Block):
    """What one run of a verification command may take (contract: Confinement). `processes`: alive at the same time;
    `file_mb`: the largest single file it may write, in MiB."""

    seconds: int = Field(default=600, ge=1, le=7200)
    processes: int = Field(default=512, ge=8, le=8192)
    file_mb: int = Field(default=1024, ge=1, le=65536)


class Topology(_Block):
    mode: Literal["serial", "parallel"]
    planner: str = Field(min_length=1, max_length=80)
    implementer: str = Field(min_length=1, max_length=80)
    reviewer: str = Field(min_length=1, max_length=80)
    parallel_writers: bool


class PlanPolicy(_Block):
    """The block of a Plan's Write Boundary (schema: docs/contracts/schemas/plan-policy.json)."""

    schema_version: SchemaVersion
    classification: Classification
    risk: Risk
    allowed_write_paths: list[str] = Field(max_length=200)
    verification_commands: list[NamedCommand] = Field(max_length=50)
    scratch_paths: list[str] = Field(default_factory=list, max_length=50)
    network: Network = "none"
    limits: Limits = Field(default_factory=Limits)
    topology: Topology | None = None

    def commands(self) -> list[VerificationCommand]:
        return full_commands(self.verification_commands)


class BoundaryDelta(_Block):
    add: list[str] = Field(max_length=200)
    remove: list[str] = Field(max_length=200)


class VerificationDelta(_Block):
    add: list[NamedCommand] = Field(max_length=50)
    remove: list[NamedCommand] = Field(max_length=50)


class RiskDelta(_Block):
    was: Risk = Field(alias="from")
    becomes: Risk = Field(alias="to")
    reason: str = Field(min_length=1, max_length=2000)


class Deltas(_Block):
    """How a Repair Plan differs from the policy accepted before it."""

    scope: list[str] = Field(max_length=100)
    write_boundary: BoundaryDelta
    verification: VerificationDelta
    risk: RiskDelta


class RepairPolicy(_Block):
    """The block of a Repair Plan's Repair Context (schema: docs/contracts/schemas/repair-policy.json)."""

    schema_version: SchemaVersion
    trigger: Literal["review_finding", "plan_deviation"]
    source_plan_sha256: str = Field(pattern=r"^[0-9a-f]{64}$")
    deltas: Deltas
    allowed_write_paths: list[str] = Field(max_length=200)
    verification_commands: list[NamedCommand] = Field(max_length=50)

    def commands(self) -> list[VerificationCommand]:
        return full_commands(self.verification_commands)


def full_commands(entries: list[str | VerificationCommand]) -> list[VerificationCommand]:
    """The verification commands with the short form's defaults filled in."""
    return [VerificationCommand(command=entry) if isinstance(entry, str) else entry for entry in entries]


def policy_text(document: Document, section: str) -> tuple[str, list[Fault]]:
    """The content of the document's only policy block, which must stand in `section`, not in a list or a quote."""
    found = [
        (holder.name, fence.content)
        for holder in document.sections
        for fence in holder.fences
        if fence.info == POLICY_INFO
    ]
    shown = document.languages.count(POLICY_INFO)
    if shown > 1:
        return "", [Fault(section, "policy_repeated", str(shown))]
    if not found:
        return "", [Fault(section, "policy_missing")]
    if found[0][0].casefold() != section.casefold():
        return "", [Fault(found[0][0], "policy_misplaced")]
    return found[0][1], []


def read_policy(text: str, model: type[PolicyT], section: str) -> tuple[PolicyT | None, list[Fault]]:
    """Parse and validate one policy block."""
    if "\\u" in text:
        return None, [Fault(section, "policy_escape")]
    if not unicodedata.is_normalized("NFC", text):
        return None, [Fault(section, "policy_not_nfc")]
    try:
        value = json.loads(text, object_pairs_hook=_unique_keys, parse_constant=_no_constant)
    except _DuplicateKey as error:
        return None, [Fault(section, "policy_duplicate_key", error.args[0])]
    except _NoNumber as error:
        return None, [Fault(section, "policy_number", error.args[0])]
    except json.JSONDecodeError as error:
        return None, [Fault(section, "policy_json", f"{error.lineno}:{error.colno}")]
    except RecursionError:
        return None, [Fault(section, "policy_nesting")]
    except ValueError:  # an integer of thousands of digits
        return None, [Fault(section, "policy_number", "…")]
    if not _is_shown_whole(value):
        return None, [Fault(section, "policy_escape")]
    try:
        return model.model_validate(value), []
    except ValidationError as error:
        return None, value_faults(section, error.errors(include_url=False))


def _is_shown_whole(value: object) -> bool:
    """No text in the value holds a line end or another character that would not stand in one line of a view."""
    if isinstance(value, str):
        return value.isprintable()
    if isinstance(value, dict):
        return all(_is_shown_whole(key) and _is_shown_whole(inner) for key, inner in value.items())
    return all(map(_is_shown_whole, value)) if isinstance(value, list) else True


class _DuplicateKey(Exception):
    pass


def _unique_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    seen: dict[str, Any] = {}
    for key, value in pairs:
        if key in seen:
            raise _DuplicateKey(key)
        seen[key] = value
    return seen


class _NoNumber(Exception):
    pass


def _no_constant(name: str) -> object:
    raise _NoNumber(name)
