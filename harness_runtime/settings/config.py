"""The person's `config.json` in the data folder: how Harness speaks, asks and confines on this machine.

No agent can write there in a run; so here, unlike in a project's file, authority may be widened.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field

from harness_runtime.settings import loop, model_section
from harness_runtime.settings.chains import ChainSection
from harness_runtime.settings.document import Settings, parse, validate
from harness_runtime.settings.globs import Globs
from harness_runtime.settings.loop import AgentSettings, ToolSettings
from harness_runtime.settings.model_section import ModelSection
from harness_runtime.settings.stamp import read

CONFIG = "config.json"

ToolName = Annotated[str, Field(pattern=r"^[A-Za-z0-9_][A-Za-z0-9_.:/@-]{0,127}$")]

EXPECTED = {
    "schema_version": "schema_version",
    "language": "language",
    "approval": "approval",
    "confinement": "confinement",
    "shell": "shell",
    "always_armed": "flag",
    "read_tools": "tools",
    "not_secret": "globs",
    "agent": "object",
    "tools": "object",
    "model": "object",
    "harness": "chains",
    **loop.EXPECTED,
    **model_section.EXPECTED,
}


class Config(Settings):
    """The person's choices; every key has a default."""

    language: Literal["ko", "en"] | None = Field(
        default=None, description="what Harness speaks, where HARNESS_LANG does not say otherwise; none: Korean"
    )
    approval: Literal["prompt", "terminal"] = Field(
        default="prompt", description="`terminal`: a `y` counts only once `harness-state approve` confirmed it"
    )
    confinement: Literal["required", "best_effort"] = Field(
        default="required", description="where nothing can confine a command: deny it, or run it as `unconfined`"
    )
    shell: Literal["strict", "confined"] = Field(
        default="strict", description="what is not understood: denied, or run in the kernel boundary"
    )
    always_armed: bool = Field(
        default=False, description="the loop guards watch every session, also without `$harness`"
    )
    read_tools: Annotated[list[ToolName], Field(max_length=200)] = Field(
        default=[], description="exact names of further tools that only read"
    )
    not_secret: Globs = Field(default=[], description="what the secret table names but holds no secret")
    agent: AgentSettings = AgentSettings()
    tools: ToolSettings = ToolSettings()
    model: ModelSection = ModelSection()
    harness: ChainSection = Field(default={}, description="named chains of agents")


def load_config(data: Path) -> Config:
    """`<data>/config.json`, the defaults when there is none. Raises SettingsFault. It may be a link (dotfiles)."""
    path = data / CONFIG
    reading = read(path, follow=True)
    return Config() if reading is None else parse_config(str(path), reading.raw)


def parse_config(path: str, raw: bytes) -> Config:
    """`path` is only for the fault's text."""
    return validate(path, parse(path, raw), Config, EXPECTED)
