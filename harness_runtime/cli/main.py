"""harness-state: what a person does in a terminal, one verb a module.

Exit codes: 0 fine, 1 a finding, 2 the input is wrong or we have a bug, each said in one line on stderr.
"""

from __future__ import annotations

import importlib
import io
import os
import sys
from typing import Any

import click

from harness_runtime import __version__
from harness_runtime.cli import language
from harness_runtime.cli.faults import BAD_INPUT
from harness_runtime.cli.help_text import CellContext, in_cells
from harness_runtime.cli.language import sentence
from harness_runtime.cli.usage import usage_text
from harness_runtime.session.report import write_report

PROGRAM = "harness-state"
VERBS = {
    "inspect": "harness_runtime.cli.verbs.inspect",
    "sessions": "harness_runtime.cli.verbs.sessions",
    "report": "harness_runtime.cli.verbs.report",
    "ledger": "harness_runtime.cli.verbs.ledger",
    "export": "harness_runtime.cli.verbs.export",
    "explain": "harness_runtime.cli.verbs.explain",
    "replay": "harness_runtime.cli.verbs.replay",
    "check": "harness_runtime.cli.verbs.check",
    "approve": "harness_runtime.cli.verbs.approve",
    "cancel": "harness_runtime.cli.verbs.cancel",
    "off": "harness_runtime.cli.verbs.off",
    "steer": "harness_runtime.cli.verbs.steer",
    "goal": "harness_runtime.cli.verbs.goal",
    "rollback": "harness_runtime.cli.verbs.rollback",
    "chain": "harness_runtime.cli.verbs.chain",
    "learn": "harness_runtime.cli.verbs.learn",
    "panel": "harness_runtime.cli.verbs.panel",
    "loading": "harness_runtime.cli.verbs.loading",
    "prune": "harness_runtime.cli.verbs.prune",
    "schema": "harness_runtime.cli.verbs.schema",
    "trust": "harness_runtime.cli.verbs.trust",
    "untrust": "harness_runtime.cli.verbs.untrust",
    "trusted": "harness_runtime.cli.verbs.trusted",
    "guides": "harness_runtime.cli.verbs.guides",
    "sensors": "harness_runtime.cli.verbs.sensors",
    "audit": "harness_runtime.cli.verbs.audit",
    "install": "harness_runtime.cli.verbs.install",
    "upgrade": "harness_runtime.cli.verbs.upgrade",
    "uninstall": "harness_runtime.cli.verbs.uninstall",
    "doctor": "harness_runtime.cli.verbs.doctor",
}


class Terminal(click.Group):
    """Imports a verb when it is called, and turns every way out into an exit code and at most one line."""

    context_class = CellContext

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(VERBS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in VERBS:
            return None
        command: click.Command = importlib.import_module(VERBS[cmd_name]).verb
        return in_cells(command)

    def main(self, *args: Any, **extra: Any) -> Any:
        extra = {"prog_name": PROGRAM, **extra, "standalone_mode": False}
        language.choose("")
        _accept_any_text()
        try:
            code = super().main(*args, **extra)
        except click.UsageError as fault:
            code = _say(usage_text(fault, PROGRAM))
        except click.ClickException as fault:
            code = _say(fault.format_message())
        except click.Abort:
            code = _say(sentence("aborted"))
        except SystemExit:  # click's answer to a reader, such as `head`, that has enough
            code = 0
        except OSError as error:  # the disk is full, a folder is not ours
            code = _say(sentence("file_failed", path=str(error.filename or "-"), why=error.strerror or ""))
        except Exception as error:  # a bug of ours
            code = _say(sentence("bug", path=_report(error), error=type(error).__name__))
        sys.exit(code if isinstance(code, int) else 0)


def _accept_any_text() -> None:
    """A terminal whose encoding lacks a character gets its escape."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def _say(text: str) -> int:
    from harness_runtime.cli.render import complain

    complain(f"{PROGRAM}: {' '.join(text.split())}")
    return BAD_INPUT


def _report(error: Exception) -> str:
    from harness_runtime.cli.homes import data_folders

    for folder in data_folders(None, os.environ):
        try:
            return write_report({"PLUGIN_DATA": str(folder)}, "terminal", error)
        except OSError:
            continue
    return "-"


@click.group(cls=Terminal, invoke_without_command=True, help=sentence("help_program"))
@click.version_option(__version__, "--version", prog_name=PROGRAM, message="%(prog)s %(version)s")
@click.pass_context
def program(context: click.Context) -> None:
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


def main() -> None:
    if sys.getfilesystemencoding() != "utf-8":  # a path that a host names could not even be looked at
        os.execv(sys.executable, [sys.executable, "-X", "utf8", "-m", __spec__.name, *sys.argv[1:]])
    program.main()


if __name__ == "__main__":
    main()
