"""`audit`: everything that is wrong with a harness file. Changes nothing, runs nothing.

A person audits before trusting; inside a host's session a file that nobody trusted is as good as none.
"""

from __future__ import annotations

import os
from pathlib import Path

import click

from harness_runtime.cli.contracts.base import to_json
from harness_runtime.cli.contracts.project import Audit
from harness_runtime.cli.faults import InputFault, end_with_finding
from harness_runtime.cli.language import sentence
from harness_runtime.cli.options import data_option, folders_of, json_option, workspace_of
from harness_runtime.cli.person import SESSION_VARIABLES
from harness_runtime.cli.project.findings import finding_table, finding_view
from harness_runtime.cli.project.harness_file import present_file
from harness_runtime.cli.project.trust import standing
from harness_runtime.cli.render import cell, show
from harness_runtime.guides.audit import audit, is_clean
from harness_runtime.guides.history import History, HistoryFault, read_history
from harness_runtime.guides.parse import FILE


@click.command("audit", help=sentence("help_audit"), short_help=sentence("help_audit"))
@click.option("--project-path", type=click.Path(path_type=Path), metavar="DIR", help=sentence("help_project_path"))
@click.option("--history", type=click.Path(path_type=Path), metavar="FILE", help=sentence("help_history"))
@data_option
@json_option
def verb(project_path: Path | None, history: Path | None, data: Path | None, as_json: bool) -> None:
    folders, project = folders_of(data), workspace_of(project_path)
    past = _history(history) if history is not None else None
    raw = present_file(project)
    trusted = len(standing(project, folders).untrusted_in) < len(folders)
    if not trusted and any(variable in os.environ for variable in SESSION_VARIABLES):
        raise InputFault("no_trusted_harness", path=str(project / FILE))
    findings = audit(project, raw, os.environ.get("PATH", os.defpath), past)
    if as_json:
        click.echo(to_json(Audit(findings=[finding_view(finding) for finding in findings])))
    else:
        show(finding_table(findings) if findings else cell(sentence("audit_clean", path=str(project / FILE))))
        if not trusted:
            show(cell(sentence("audit_untrusted")))
    if not is_clean(findings):
        end_with_finding()


def _history(path: Path) -> History:
    try:
        return read_history(path.read_text("utf-8"))
    except HistoryFault as fault:
        raise InputFault("history_unreadable", path=str(path), where=str(fault.args[0])) from None
    except (OSError, UnicodeDecodeError) as error:
        why = getattr(error, "strerror", None) or "UTF-8"
        raise InputFault("history_unreadable", path=str(path), where=why) from None
