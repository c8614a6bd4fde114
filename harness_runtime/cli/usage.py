"""What is wrong with the words of a call, in the language of this process; click itself speaks English only."""

from __future__ import annotations

import re
from collections.abc import Iterable

import click

from harness_runtime.cli.language import sentence

_NO_VERB = re.compile(r"No such command '?([^']*?)'?\.")
_MORE = re.compile(r"Got unexpected extra arguments? \((.*)\)")


def usage_text(fault: click.UsageError, program: str) -> str:
    """One line, with where the right words stand."""
    command = fault.ctx.command_path if fault.ctx else program
    return sentence("usage_fault", fault=_what(fault), command=command)


def _what(fault: click.UsageError) -> str:
    match fault:
        case click.NoSuchOption():
            return sentence("usage_no_option", name=fault.option_name, near=_near(fault.possibilities or ()))
        case click.BadOptionUsage():
            return sentence("usage_no_value", name=fault.option_name)
        case click.MissingParameter():
            return sentence("usage_missing", name=_name(fault))
        case click.BadParameter():
            return sentence("usage_bad_value", name=_name(fault), why=fault.message)
    if fault.message == "Missing command.":
        return sentence("usage_missing", name="COMMAND")
    if found := _NO_VERB.match(fault.message):
        return sentence("usage_no_verb", name=found[1]) + _near(_nearest(found[1], fault))
    if found := _MORE.match(fault.message):
        return sentence("usage_more", words=found[1])
    return fault.format_message()


def _nearest(word: str, fault: click.UsageError) -> list[str]:
    """The verb that was meant, if it shows."""
    from difflib import get_close_matches

    if fault.ctx is None or not isinstance(fault.ctx.command, click.Group):
        return []
    return get_close_matches(word, fault.ctx.command.list_commands(fault.ctx), n=1)


def _near(names: Iterable[str]) -> str:
    found = ", ".join(names)
    return sentence("usage_near", names=found) if found else ""


def _name(fault: click.BadParameter) -> str:
    """The option or argument as a person types it."""
    if fault.param_hint:
        return fault.param_hint if isinstance(fault.param_hint, str) else " / ".join(fault.param_hint)
    return fault.param.get_error_hint(fault.ctx).strip("'") if fault.param and fault.ctx else "-"
