"""What ends a verb early: the person's input is wrong, in one line on stderr and exit code 2."""

from __future__ import annotations

import click

from harness_runtime.cli.language import sentence
from harness_runtime.session.store import StoreFault

FINDING = 1
BAD_INPUT = 2


class InputFault(click.ClickException):
    """`rule` is a sentence of `messages.terminal`, `fields` its blanks."""

    exit_code = BAD_INPUT

    def __init__(self, rule: str, /, **fields: str) -> None:
        super().__init__(sentence(rule, **fields))
        self.rule = rule
        self.fields = fields


def store_failed(fault: StoreFault) -> InputFault:
    """A session's files are at work elsewhere, or are not what they were."""
    return InputFault("store_failed", rule=fault.rule, detail=fault.detail)


class HostFault(Exception):
    """A host's program did not do its part; `detail` is what it said, in one line."""

    def __init__(self, detail: str) -> None:
        super().__init__(detail)
        self.detail = detail


def end_with_finding() -> None:
    """End the verb with the exit code that says: look at this."""
    click.get_current_context().exit(FINDING)
