"""The project's `.harness/guard.json`: policy keys that only ever restrict, and the settings of later features.

What the file says is as trustworthy as the repository: it can take authority away, it can never give any.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field

from harness_runtime.settings import loop, model_section
from harness_runtime.settings.chains import ChainSection
from harness_runtime.settings.commands import MAX_COMMANDS, Command, NamedCommand
from harness_runtime.settings.document import Settings, parse, validate
from harness_runtime.settings.fault import SettingsFault
from harness_runtime.settings.globs import Globs
from harness_runtime.settings.loop import AgentSettings, ToolSettings
from harness_runtime.settings.model_section import ModelSection
from harness_runtime.settings.stamp import Stamp, read

GUARD = ".harness/guard.json"
RISKS = ("Low", "Medium", "High")

# What only the artifact that a person approves may set.
PLAN_ONLY = (
    "allowed_write_paths",
    "allow",
    "allow_write_paths",
    "approve",
    "approved",
    "auto_approve",
    "classification",
    "network",
    "phase",
    "policy",
    "risk",
    "scratch_paths",
)
# What only the person's own config may set.
PERSON_ONLY = ("always_armed", "approval", "confinement", "language", "not_secret", "read_tools", "shell")

EXPECTED = {
    "schema_version": "schema_version",
    "deny_write_paths": "globs",
    "approval_required_paths": "globs",
    "secret_paths": "globs",
    "review_required": "flag",
    "verification_commands": "commands",
    "command": "command",
    "cwd": "cwd",
    "env": "env",
    "more_args": "flag",
    "evidence": "flag",
    "max_risk": "risk",
    "agent": "object",
    "tools": "object",
    "model": "object",
    "harness": "chains",
    **loop.EXPECTED,
    **model_section.EXPECTED,
}


class Guard(Settings):
    """The restrictions of one project. Absent keys restrict nothing."""

    deny_write_paths: Globs = Field(default=[], description="never writable, whatever a Plan lists")
    approval_required_paths: Globs = Field(default=[], description="writable only when a Plan lists that exact path")
    secret_paths: Globs = Field(default=[], description="neither read nor written in a run")
    review_required: bool = Field(default=False, description="a Tiny run needs a Review too")
    verification_commands: Annotated[list[NamedCommand], Field(max_length=MAX_COMMANDS)] = Field(
        default=[], description="commands that every Plan must include"
    )
    max_risk: Literal["Low", "Medium", "High"] | None = Field(default=None, description="no Plan above this")
    agent: AgentSettings = AgentSettings()
    tools: ToolSettings = ToolSettings()
    model: ModelSection = ModelSection()
    harness: ChainSection = Field(default={}, description="named chains of agents")

    def commands(self) -> list[Command]:
        """The required commands, the short form's defaults filled in."""
        return [Command(command=entry) if isinstance(entry, str) else entry for entry in self.verification_commands]


@dataclass(frozen=True)
class GuardFile:
    """A valid guard.json with what binds a run to exactly these bytes."""

    guard: Guard
    sha256: str
    stamp: Stamp


def read_guard(root: Path) -> GuardFile | None:
    """The project's guard.json, None when there is none. Raises SettingsFault for whatever is not a valid one."""
    path = root / GUARD
    reading = read(path, follow=False)
    if reading is None:
        return None
    return GuardFile(parse_guard(str(path), reading.raw), reading.sha256, reading.stamp)


def not_plain(root: Path, position: int, found: str) -> SettingsFault:
    """A required command that no Plan can hold, because of what was found in it."""
    return SettingsFault(str(root / GUARD), f"verification_commands[{position}]", "command_words", found=found)


def allows_risk(limit: str | None, risk: str) -> bool:
    """May a Plan have this risk under `max_risk`? A word that is not known is above every limit."""
    return limit is None or (risk in RISKS and RISKS.index(risk) <= RISKS.index(limit))


def load_guard(root: Path) -> Guard | None:
    found = read_guard(root)
    return found.guard if found else None


def parse_guard(path: str, raw: bytes) -> Guard:
    """`path` is only for the fault's text."""
    value = parse(path, raw)
    for key in value if isinstance(value, dict) else ():
        if key in PLAN_ONLY:
            raise SettingsFault(path, key, "widens")
        if key in PERSON_ONLY:
            raise SettingsFault(path, key, "person_only")
    return validate(path, value, Guard, EXPECTED)
