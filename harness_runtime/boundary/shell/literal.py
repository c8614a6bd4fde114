"""The words of a command that stands in a document: a Plan's verification command is run as words, not by a shell."""

from __future__ import annotations

from harness_runtime.boundary.decision import Fault
from harness_runtime.boundary.shell.parser import parse
from harness_runtime.boundary.shell.syntax import STATUS


def literal_words(text: str) -> list[str]:
    """The words of one command without operators, redirections or globs. Raises the Fault of anything else."""
    script = parse(text)
    if script.fault is not None:
        raise script.fault
    if len(script.steps) != 1 or len(script.steps[0].commands) != 1:
        raise Fault("shell_unmodeled", "|" if len(script.steps) == 1 else "&&", hint="one_command")
    command = script.steps[0].commands[0]
    if command.redirections or command.documents or command.both or command.joined:
        raise Fault("shell_unmodeled", ">")
    for word in command.words:
        if word.globs or word.odd == STATUS:
            raise Fault("shell_unmodeled", word.text, hint="single_quotes")
    return [word.text for word in command.words]
