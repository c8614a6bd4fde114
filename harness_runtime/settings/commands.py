"""A verification command as a settings file names it: the same two forms as in a Plan's policy."""

from __future__ import annotations

import shlex
from typing import Annotated, Any

from pydantic import AfterValidator, BaseModel, ConfigDict, Discriminator, Field, Tag
from pydantic_core import PydanticCustomError

from harness_runtime.settings.globs import is_relative_glob

MAX_COMMAND = 4096
MAX_COMMANDS = 50
FORMS = ("text", "object")


def _is_command(text: str) -> str:
    """Form only: whether its words can be judged is the boundary's business when the run begins."""
    if not text.strip() or not text.isprintable():
        raise PydanticCustomError("command_form", "not one command")
    try:
        shlex.split(text)
    except ValueError:
        raise PydanticCustomError("command_form", "not one command") from None
    return text


def _is_folder(text: str) -> str:
    if text != "." and not (is_relative_glob(text) and "*" not in text and "?" not in text):
        raise PydanticCustomError("cwd_form", "not a relative folder")
    return text


CommandText = Annotated[str, Field(min_length=1, max_length=MAX_COMMAND), AfterValidator(_is_command)]
Folder = Annotated[str, Field(min_length=1, max_length=1024), AfterValidator(_is_folder)]
VariableName = Annotated[str, Field(pattern=r"^[A-Za-z_][A-Za-z0-9_]{0,127}$")]
VariableText = Annotated[str, Field(max_length=MAX_COMMAND)]


class Command(BaseModel):
    """One command without operators, run as words. `cwd` is relative to the workspace root."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, defer_build=True)

    command: CommandText = Field(description="its words, without operators; no shell reads them")
    cwd: Folder = Field(default=".", description="folder below the workspace root")
    env: dict[VariableName, VariableText] = Field(
        default_factory=dict, max_length=32, description="variables for this command alone"
    )
    more_args: bool = Field(default=False, description="further literal words may follow")
    evidence: bool = Field(default=True, description="`completed` needs a passing run of it")


def form(value: Any) -> str | None:
    """Which of the two forms of an entry, a text or an object, this is meant to be."""
    if isinstance(value, str):
        return "text"
    return "object" if isinstance(value, dict | BaseModel) else None


NamedCommand = Annotated[
    Annotated[CommandText, Tag("text")] | Annotated[Command, Tag("object")],
    Discriminator(form),
]
