"""`untrust`: what needs trust in this workspace no longer counts. An agent must not switch sensors off either."""

from __future__ import annotations

from pathlib import Path

import click

from harness_runtime.cli.language import sentence
from harness_runtime.cli.options import data_option, folders_of, json_option, workspace_of, workspace_option
from harness_runtime.cli.person import require_person
from harness_runtime.cli.project.trust import standing, tell_standing
from harness_runtime.guides.trust import take_trust
from harness_runtime.settings.trusted import untrust_guard


@click.command("untrust", help=sentence("help_untrust"), short_help=sentence("help_untrust"))
@data_option
@workspace_option
@json_option
def verb(data: Path | None, workspace: Path | None, as_json: bool) -> None:
    require_person()
    folders, project = folders_of(data), workspace_of(workspace)
    for folder in folders:
        take_trust(folder, project)
        untrust_guard(folder, project)
    tell_standing(standing(project, folders), as_json)
