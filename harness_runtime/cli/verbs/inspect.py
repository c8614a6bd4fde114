"""`inspect [SESSION]`: what Harness holds for a session, for a person's eyes."""

from __future__ import annotations

from pathlib import Path

import click

from harness_runtime.cli import language
from harness_runtime.cli.contracts.base import to_json
from harness_runtime.cli.faults import InputFault, end_with_finding
from harness_runtime.cli.language import sentence
from harness_runtime.cli.options import data_option, json_option, sessions_of, workspace_of, workspace_option
from harness_runtime.cli.render import complain, show
from harness_runtime.cli.sessions.answer import to_answer
from harness_runtime.cli.sessions.find import pick
from harness_runtime.cli.sessions.text import findings, parts
from harness_runtime.cli.sessions.view import view_session
from harness_runtime.cli.sessions.watch import follow


@click.command("inspect", help=sentence("help_inspect"), short_help=sentence("help_inspect"))
@click.argument("session", required=False)
@click.option("--watch", is_flag=True, help=sentence("help_watch"))
@data_option
@workspace_option
@json_option
def verb(session: str | None, watch: bool, data: Path | None, workspace: Path | None, as_json: bool) -> None:
    found = pick(sessions_of(data), session, workspace_of(workspace))
    if watch:
        if as_json:
            raise InputFault("watch_json")
        follow(found)
        return
    view = view_session(found)
    if as_json:
        click.echo(to_json(to_answer(view, language.current())))
    else:
        show(*parts(view))
    for line in findings(view):
        complain(line)
    if not view.sound:
        end_with_finding()
