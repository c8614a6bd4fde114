"""The host's own CLI as a model: the person's sign-in, no hooks, no tools, no session that could be armed.

The question goes in on stdin; instructions and text are one prompt there, so nothing of it is a command of the host.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Mapping

from harness_runtime.models.command import as_text, ask_program
from harness_runtime.models.environment import nested_environment
from harness_runtime.models.host_words import CLAUDE_ENVIRONMENT, claude_words, codex_home, codex_words
from harness_runtime.models.interface import Failure, HostModel, HostName, Question, Reply

VARIABLES: dict[HostName, str] = {"codex": "CODEX_BIN", "claude": "CLAUDE_BIN"}
PREFACE = "Answer from what follows alone. Do not use any tool and do not ask back.\n\n"
"""In front of everything, so that no question begins like a command of a host (`/clear`, `!ls`)."""


def ask_host(
    chosen: HostModel, question: Question, *, seconds: float, environ: Mapping[str, str], folder: str
) -> Reply | Failure:
    program = find_program(chosen.host, environ, _here())
    if program is None:
        return Failure(chosen.name, "no_host", chosen.host)
    nested = nested_environment(environ)
    if chosen.host == "claude":
        words = claude_words()
        nested |= CLAUDE_ENVIRONMENT
    else:
        words = codex_words(codex_home(environ))
    return ask_program(chosen.name, (program, *words), PREFACE + as_text(question), seconds, nested, folder)


def find_program(host: HostName, environ: Mapping[str, str], here: str) -> str | None:
    """What the host's variable names, else the first on PATH that does not lie in the project around `here`.

    An agent may write a program there, and this one runs outside every boundary.
    """
    named = environ.get(VARIABLES[host])
    if named:
        return named if os.path.isabs(named) and os.access(named, os.X_OK) else None
    home = os.path.realpath(environ.get("HOME") or os.path.expanduser("~"))
    project = f"{_project(os.path.realpath(here), home)}/"
    for folder in environ.get("PATH", os.defpath).split(os.pathsep):
        if os.path.isabs(folder) and not f"{os.path.realpath(folder)}/".startswith(project):
            found = shutil.which(host, path=folder)
            if found is not None and not os.path.realpath(found).startswith(project):
                return found
    return None


def _project(here: str, home: str) -> str:
    """The folder with `.git` at or above, else this one. The home folder and what is above it is nobody's project."""
    folder = here
    while not f"{home}/".startswith(f"{folder}/") and folder != "/":
        if os.path.lexists(f"{folder}/.git"):
            return folder
        folder = os.path.dirname(folder)
    return here if not f"{home}/".startswith(f"{here}/") else "/nowhere"


def _here() -> str:
    try:
        return os.getcwd()
    except FileNotFoundError:
        return "/nowhere"
