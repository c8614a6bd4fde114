"""`report SESSION`: one run from its activation to its end, in the terminal, as a page, or as JSON."""

from __future__ import annotations

import os
from pathlib import Path

import click

from harness_runtime.cli import language
from harness_runtime.cli.contracts.base import to_json
from harness_runtime.cli.faults import InputFault, end_with_finding
from harness_runtime.cli.language import sentence
from harness_runtime.cli.options import data_option, json_option, sessions_of, workspace_of, workspace_option
from harness_runtime.cli.plain import plain
from harness_runtime.cli.render import complain
from harness_runtime.cli.report.gather import gather
from harness_runtime.cli.sessions.find import pick
from harness_runtime.cli.sessions.text import findings
from harness_runtime.cli.sessions.view import view_session

PRIVATE = 0o600


@click.command("report", help=sentence("help_report"), short_help=sentence("help_report"))
@click.argument("session", required=False)
@click.option("--run", "run_id", metavar="RUN_ID", help=sentence("help_report_run"))
@click.option("--html", "page", type=click.Path(path_type=Path), metavar="FILE", help=sentence("help_report_html"))
@click.option("--full", is_flag=True, help=sentence("help_report_full"))
@data_option
@workspace_option
@json_option
def verb(
    session: str | None,
    run_id: str | None,
    page: Path | None,
    full: bool,
    data: Path | None,
    workspace: Path | None,
    as_json: bool,
) -> None:
    view = view_session(pick(sessions_of(data), session, workspace_of(workspace)))
    wrong = findings(view)
    report = gather(view, wrong, run_id, language.current())
    if page is not None:
        from harness_runtime.cli.report.page.page import page_of

        _write(page, page_of(report))
    if as_json:
        click.echo(to_json(report))
    elif page is not None:
        click.echo(plain(sentence("report_written", path=str(page))))
    else:
        from harness_runtime.cli.render import show
        from harness_runtime.cli.report.text import parts

        show(*parts(report, full))
    for line in wrong:
        complain(line)
    if not view.sound:
        end_with_finding()


def _write(path: Path, text: str) -> None:
    """Whole or not at all, for the person's eyes only. Raises InputFault."""
    from harness_runtime.session.files import replace_file

    if path.is_dir() or path.is_symlink():
        raise InputFault("report_not_a_file", path=str(path))
    try:
        replace_file(Path(os.path.abspath(path)), text.encode("utf-8"), PRIVATE)
    except OSError as error:
        raise InputFault("file_failed", path=str(path), why=error.strerror or "") from None
