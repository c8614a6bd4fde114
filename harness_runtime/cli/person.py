"""The person at the terminal. An agent must neither install nor trust, so these verbs want a terminal of a person's.

Not promised: that no process of the same user could play the person with a terminal of its own making.
"""

from __future__ import annotations

import os
import sys

import click

from harness_runtime.cli.faults import InputFault
from harness_runtime.cli.language import sentence
from harness_runtime.cli.plain import plain
from harness_runtime.cli.render import cell, show
from harness_runtime.messages.terminal import LANGUAGES
from harness_runtime.wire.environment import NESTED

SESSION_VARIABLES = ("CODEX_THREAD_ID", "CLAUDE_CODE_SESSION_ID")  # a host's command has one of them


def require_outside_session() -> None:
    """Raises InputFault inside a host's session, and in what Harness itself asks: no model speaks as its person."""
    for variable in (*SESSION_VARIABLES, NESTED):
        if variable in os.environ:
            raise InputFault("inside_a_session", variable=variable)


def require_person() -> None:
    """Raises InputFault without a terminal on both sides, and inside a host's session."""
    require_outside_session()
    if not has_terminal():
        raise InputFault("no_terminal")


def has_terminal() -> bool:
    """On both sides: somebody can be asked."""
    return all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout))


def agrees(question: str) -> bool:
    """Only an exact `y` does."""
    answer: str = click.prompt(f"{plain(question)} [y/N]", default="", show_default=False, prompt_suffix=" ")
    return answer == "y"


def choose_language(present: str) -> str:
    answer: str = click.prompt(
        sentence("ask_language"), type=click.Choice(LANGUAGES), default=present, show_choices=False
    )
    return answer


def say(*texts: str) -> None:
    """Each on lines of its own, broken between words where a terminal ends, whatever a model wrote made harmless."""
    show(*(cell(line) for text in texts for line in text.split("\n")))
