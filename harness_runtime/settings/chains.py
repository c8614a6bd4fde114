"""Named chains of agents, the `harness` object of both files. Source: chains contract, Reference.

Form only: whether an agent or a sensor of that name is there shows when the chain runs.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from pydantic import AfterValidator, BaseModel, ConfigDict, Discriminator, Field, Tag, model_validator
from pydantic_core import PydanticCustomError

from harness_runtime.settings.commands import form

KEY = "harness"  # of the object in both files
MAX_CHAINS = 50
MAX_STAGES = 20
MAX_GATE = 10
MAX_BUDGET = 100
MAX_COMMAND = 4096
MAX_TEXT = 2000
DEFAULT_BUDGET = 12
DEFAULT_SECONDS = 300
MAX_SECONDS = 540  # a Stop has 600 for everything
COMMANDS = ("list", "select", "status", "stop")  # what stands in the place of a name in a command

NAME = r"^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$"

# By the keys below a chain's name: what belongs there.
EXPECTED = {
    "description": "text",
    "chain": "stages",
    "agent": "agent",
    "on_failure": "agent",
    "gate": "gate",
    "brief": "text",
    "done": "text",
    "hop_budget": "hop_budget",
    "command": "gate_command",
    "timeout_secs": "seconds",
}
ENTRIES = {"stages": "stage", "gate": "gate_entry"}
# What holds between entries; the code names the sentence, the error's context the place.
FAULTS = ("stage_repeated", "on_failure_unknown", "chain_reserved")


def _is_command(text: str) -> str:
    if not text.strip() or not all(char.isprintable() or char == "\t" for char in text):
        raise PydanticCustomError("gate_form", "not one line of a command")
    return text


def _is_text(text: str) -> str:
    if not all(char.isprintable() or char in "\n\t" for char in text):
        raise PydanticCustomError("text_form", "holds control characters")
    return text


Name = Annotated[str, Field(pattern=NAME)]
Text = Annotated[str, Field(max_length=MAX_TEXT), AfterValidator(_is_text)]
GateText = Annotated[str, Field(min_length=1, max_length=MAX_COMMAND), AfterValidator(_is_command)]


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, defer_build=True)


class GateCommand(_Part):
    """A command of an acceptance gate. Run by bash in the project's folder, confined; it passes with exit code 0."""

    command: GateText
    timeout_secs: int = Field(default=DEFAULT_SECONDS, ge=1, le=MAX_SECONDS, description="seconds")


GateEntry = Annotated[
    Annotated[GateText, Tag("text")] | Annotated[GateCommand, Tag("object")],
    Discriminator(form),
]


class Stage(_Part):
    """One agent with its job."""

    agent: Name = Field(description="whose instructions are used: of the host's agent files, or one that Harness has")
    on_failure: Name | None = Field(default=None, description="the earlier stage that a failure goes back to")
    gate: Annotated[list[GateEntry], Field(max_length=MAX_GATE)] = Field(
        default=[],
        description="what must pass before the chain goes on: a sensor's name, or a command (of several words, or an "
        "object)",
    )
    brief: Text = Field(default="", description="what this stage has to do")
    done: Text = Field(default="", description="when it is done")


NamedStage = Annotated[Annotated[Name, Tag("text")] | Annotated[Stage, Tag("object")], Discriminator(form)]


class Chain(_Part):
    """A named chain: its stages in their order."""

    description: Text = ""
    chain: Annotated[list[NamedStage], Field(min_length=1, max_length=MAX_STAGES)]
    hop_budget: int = Field(
        default=DEFAULT_BUDGET, ge=1, le=MAX_BUDGET, description="changes of stage after one message of the person"
    )

    @property
    def stages(self) -> list[Stage]:
        """The short form filled in."""
        return [Stage(agent=entry) if isinstance(entry, str) else entry for entry in self.chain]

    @model_validator(mode="after")
    def _routes(self) -> Chain:
        """Stages are named by their agents: each stands there once, and a failure leads to an earlier one."""
        earlier: list[str] = []
        for place, stage in enumerate(self.stages):
            if stage.agent in earlier:
                raise _fault("stage_repeated", f"chain[{place}]", stage.agent)
            if stage.on_failure is not None and stage.on_failure not in earlier:
                raise _fault("on_failure_unknown", f"chain[{place}].on_failure", stage.on_failure)
            earlier.append(stage.agent)
        return self


def _fault(code: str, where: str, name: str) -> PydanticCustomError:
    return PydanticCustomError(code, "not a route", {"where": where, "name": name})


def _no_command(section: dict[str, Chain]) -> dict[str, Chain]:
    for name in section:
        if name in COMMANDS:
            raise _fault("chain_reserved", name, name)
    return section


ChainSection = Annotated[dict[Name, Chain], Field(max_length=MAX_CHAINS), AfterValidator(_no_command)]


def model_at(parts: Sequence[int | str]) -> type[BaseModel]:
    """The model of the object at this place below `harness`: of a chain, a stage, a command of a gate."""
    return Chain if len(parts) < 3 else Stage if len(parts) < 5 else GateCommand


def expected_at(parts: Sequence[int | str]) -> str:
    """Which sentence says what belongs at this place; the first part is a chain's own name."""
    kind = "chain"
    for part in parts[1:]:
        kind = ENTRIES.get(kind, kind) if isinstance(part, int) else EXPECTED.get(part, kind)
    return kind
