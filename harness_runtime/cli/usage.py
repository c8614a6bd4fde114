"""What is wrong with the words of a call, in the language of this process; click itself speaks English only."""

from __future__ import annotations

import re

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
            near = ", ".join(fault.possibilities or ())
            hint = sentence("usage_near", names=near) if near else ""
            return sentence("usage_no_option", name=fault.option_name, near=hint)
        case click.BadOptionUsage():
            return sentence("usage_no_value", name=fault.option_name)
        case click.MissingParameter():
            return sentence("usage_missing", name=_name(fault))
        case click.BadParameter():
            return sentence("usage_bad_value", name=_name(fault), why=fault.message)
    if fault.message == "Missing command.":
        return sentence("usage_missing", name="COMMAND")
    if found := _NO_VERB.match(fault.message):
        return sentence("usage_no_verb", name=found[1])
    if found := _MORE.match(fault.message):
        return sentence("usage_more", words=found[1])
    return fault.format_message()


def _name(fault: click.BadParameter) -> str:
    """The option or argument as a person types it."""
    if fault.param_hint:
        return fault.param_hint if isinstance(fault.param_hint, str) else " / ".join(fault.param_hint)
    return fault.param.get_error_hint(fault.ctx).strip("'") if fault.param and fault.ctx else "-"
