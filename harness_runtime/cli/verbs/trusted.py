"""`trusted`: whether the files of this workspace count that need trust. Exit code 1 when one does not."""

from __future__ import annotations

from pathlib import Path

import click

from harness_runtime.cli.faults import end_with_finding
from harness_runtime.cli.language import sentence
from harness_runtime.cli.options import data_option, folders_of, json_option, workspace_of, workspace_option
from harness_runtime.cli.project.trust import standing, tell_standing


@click.command("trusted", help=sentence("help_trusted"), short_help=sentence("help_trusted"))
@data_option
@workspace_option
@json_option
def verb(data: Path | None, workspace: Path | None, as_json: bool) -> None:
    found = standing(workspace_of(workspace), folders_of(data))
    tell_standing(found, as_json)
    if not found.is_fine:
        end_with_finding()
