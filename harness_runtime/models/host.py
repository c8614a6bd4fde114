"""The host's own CLI as a model: the person's sign-in, no hooks, no tools, no session that could be armed.

The question goes in on stdin; instructions and text are one prompt there, so nothing of it is a command of the host.
"""

from __future__ import annotations

import os
from collections.abc import Mapping

from harness_runtime.models.command import as_text, ask_program
from harness_runtime.models.environment import nested_environment
from harness_runtime.models.host_words import CLAUDE_ENVIRONMENT, claude_words, codex_words
from harness_runtime.models.interface import Failure, HostModel, HostName, Question, Reply
from harness_runtime.models.programs import current_folder, find
from harness_runtime.wire.environment import host_folder

VARIABLES: dict[HostName, str] = {"codex": "CODEX_BIN", "claude": "CLAUDE_BIN"}
PREFACE = "Answer from what follows alone. Do not use any tool and do not ask back.\n\n"
"""In front of everything, so that no question begins like a command of a host (`/clear`, `!ls`)."""


def ask_host(
    chosen: HostModel, question: Question, *, seconds: float, environ: Mapping[str, str], folder: str
) -> Reply | Failure:
    here = current_folder()
    program = find_program(chosen.host, environ, here)
    if program is None:
        return Failure(chosen.name, "no_host", chosen.host)
    nested = nested_environment(environ, here)
    if chosen.host == "claude":
        words = claude_words()
        nested |= CLAUDE_ENVIRONMENT
    else:
        words = codex_words(host_folder(environ, "codex"))
    return ask_program(chosen.name, (program, *words), PREFACE + as_text(question), seconds, nested, folder)


def find_program(host: HostName, environ: Mapping[str, str], here: str) -> str | None:
    """What the host's variable names, else the first on PATH outside the project around `here`."""
    named = environ.get(VARIABLES[host])
    if named and not os.path.isabs(named):
        return None
    return find(named or host, environ, here)
