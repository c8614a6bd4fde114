"""What is asked, who is asked, and what may come of it. A model that fails is a value, never an exception."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from harness_runtime.settings.program_name import program_name

MAX_QUESTION = 1024 * 1024
"""Bytes of instructions and text together."""
MAX_READ = 1024 * 1024
"""Bytes that are read from whoever answers, before it is stopped."""
MAX_ANSWER = 64 * 1024
"""Bytes of an answer; a longer one counts as none."""

HostName = Literal["codex", "claude"]

WHYS = (
    "no_host",  # the host's program is not on PATH
    "no_program",  # the program of a command is not there
    "not_installed",  # the `openai` package is not there
    "cannot_start",
    "no_base_url",  # a `provider/model` name, and no setting says where
    "missing_key",  # the variable that the settings name is not set
    "not_trusted",  # only a project's file says it, and nobody trusted that file
    "address_not_trusted",  # the same of where it is asked
    "refused",  # nobody answers at the address
    "http_status",
    "exit_status",
    "timeout",
    "nonsense",  # not what the protocol says, or an empty answer
    "too_long",  # the answer
    "question_too_long",
    "budget",  # the calls of this turn are used up
    "no_time",  # nothing is left of the hook's time
)


@dataclass(frozen=True)
class Question:
    """`instructions` are ours; `text` may hold what anybody wrote. `ask` redacts both."""

    instructions: str
    text: str


@dataclass(frozen=True)
class Reply:
    """Text of a model: data, whatever it says. Not empty, at most MAX_ANSWER bytes."""

    text: str
    model: str


@dataclass(frozen=True)
class Failure:
    """`why` is one of WHYS; `detail` one line that may be shown: a number, a name of a setting or a program."""

    model: str
    why: str
    detail: str = ""


@dataclass(frozen=True)
class HostModel:
    """The host's own CLI with the person's sign-in, whatever model that uses."""

    host: HostName

    @property
    def name(self) -> str:
        return self.host


@dataclass(frozen=True)
class EndpointModel:
    """`model` goes to the endpoint as it is. `api_key_env` names the variable that holds the key."""

    model: str
    base_url: str | None
    api_key_env: str | None

    @property
    def name(self) -> str:
        return self.model


@dataclass(frozen=True)
class CommandModel:
    """Words that are run as they are, by no shell."""

    words: tuple[str, ...]

    @property
    def name(self) -> str:
        return program_name(self.words)


@dataclass(frozen=True)
class UntrustedModel:
    """What a project's file would have had run or asked, had a person trusted that file. Never asked. `why`: is it
    the model that only this file names, or its address?"""

    name: str
    file: str
    why: Literal["not_trusted", "address_not_trusted"] = "not_trusted"

    @property
    def failure(self) -> Failure:
        return Failure(self.name, self.why, self.file)


Model = HostModel | EndpointModel | CommandModel | UntrustedModel
