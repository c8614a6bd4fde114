"""Which models may be asked, the `model` object of both files: its form alone."""

from __future__ import annotations

import re
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Discriminator, Field, Tag
from pydantic_core import PydanticCustomError

Role = Literal["judge", "critic", "learn", "synthesis"]
ROLES: tuple[Role, ...] = ("judge", "critic", "learn", "synthesis")
HOST = "host"
MODEL_FORMS = ("model-name", "model-command")  # pydantic shows them in places; no file has such keys
MAX_PANEL = 8

EXPECTED = {
    "judge": "model_choice",
    "critic": "model_choice",
    "learn": "model_choice",
    "synthesis": "model_choice",
    "panel": "model_choices",
    "model_choice.command": "model_words",
    "base_url": "base_url",
    "api_key_env": "api_key_env",
    "timeout_seconds": "timeout_seconds",
    "max_calls_per_turn": "model_calls",
}

_NAME = re.compile(r"[A-Za-z0-9][\w.:@+-]*(?:/[\w.:@+-]+)+", re.ASCII)
_URL = re.compile(r"https?://(?:[A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\])(?::[0-9]{1,5})?(?:/[\w.~%+/:-]*)?", re.ASCII)


def _is_name(text: str) -> str:
    if text != HOST and not _NAME.fullmatch(text):
        raise PydanticCustomError("model_name", "neither host nor provider/model")
    return text


def _is_url(text: str) -> str:
    if not _URL.fullmatch(text):
        raise PydanticCustomError("base_url", "not an http or https address without user, query and fragment")
    return text


def _are_words(words: list[str]) -> list[str]:
    """They are run in an empty folder: a relative path would name nothing there."""
    if "/" in words[0] and not words[0].startswith("/"):
        raise PydanticCustomError("words", "a relative program")
    if not all(word.isprintable() for word in words) or not words[0].strip():
        raise PydanticCustomError("words", "not printable")
    return words


Word = Annotated[str, Field(max_length=4096)]
Words = Annotated[list[Word], Field(min_length=1, max_length=64), AfterValidator(_are_words)]


class ModelCommand(BaseModel):
    """A program on this machine: the question on stdin, the answer on stdout. No shell."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, defer_build=True)

    command: Words


def _form(value: Any) -> str | None:
    if isinstance(value, str):
        return MODEL_FORMS[0]
    return MODEL_FORMS[1] if isinstance(value, dict | ModelCommand) else None


ModelName = Annotated[str, Field(min_length=1, max_length=200), AfterValidator(_is_name)]
ModelChoice = Annotated[
    Annotated[ModelName, Tag(MODEL_FORMS[0])] | Annotated[ModelCommand, Tag(MODEL_FORMS[1])],
    Discriminator(_form),
]
BaseUrl = Annotated[str, Field(max_length=1000), AfterValidator(_is_url)]
VariableName = Annotated[str, Field(pattern=r"^[A-Za-z_][A-Za-z0-9_]{0,127}$")]


class ModelSection(BaseModel):
    """`"host"` is the host's own CLI, `"provider/model"` a model of the endpoint at `base_url`."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, defer_build=True)

    judge: ModelChoice = Field(default=HOST, description="decides whether a goal is met")
    critic: ModelChoice = Field(default=HOST, description="is asked whether a request was carried out")
    learn: ModelChoice = Field(default=HOST, description="makes a skill of what a session taught")
    synthesis: ModelChoice = Field(default=HOST, description="compares the answers of the panel")
    panel: Annotated[list[ModelChoice], Field(max_length=MAX_PANEL)] = Field(
        default=[], description="are asked the same question at the same time"
    )
    base_url: BaseUrl | None = Field(default=None, description="of the OpenAI-compatible endpoint")
    api_key_env: VariableName | None = Field(default=None, description="name of the variable that holds its key")
    timeout_seconds: int = Field(default=60, ge=1, le=600, description="for one answer")
    max_calls_per_turn: int = Field(default=20, ge=1, le=1000, description="questions to models in one turn")
