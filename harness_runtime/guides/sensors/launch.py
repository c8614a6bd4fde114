"""How a sensor's command is started. What confines it is handed in: this room knows no kernel boundary."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

UNCONFINED = "unconfined"
REFUSED = 125
# Files that a shell reads before the command, which is not what the person trusted.
NOT_HANDED_ON = ("BASH_ENV", "ENV")


@dataclass(frozen=True)
class Invocation:
    """The words of a program that runs the command to its end and takes its exit code, and its environment.

    `refusal`: a last line that begins so, with exit code 125, says that the command was not started, and why.
    """

    words: tuple[str, ...]
    environ: Mapping[str, str]
    engine: str = UNCONFINED
    refusal: str = ""


class CannotStart(Exception):
    """`why` is a key of `messages.guides.NOT_STARTED`."""

    def __init__(self, why: str, detail: str = "") -> None:
        super().__init__(why, detail)
        self.why = why
        self.detail = detail


Launch = Callable[[str, Path], Invocation]  # command and project; raises CannotStart


def unconfined(command: str, project: Path) -> Invocation:
    """bash with this process's environment."""
    environ = {name: value for name, value in os.environ.items() if name not in NOT_HANDED_ON}
    return Invocation((find_bash(), "-c", command), environ)


def find_bash() -> str:
    """Raises CannotStart."""
    found = shutil.which("bash", path="/bin:/usr/bin:/usr/local/bin:/opt/homebrew/bin") or shutil.which("bash")
    if found is None:
        raise CannotStart("no_bash")
    return found
