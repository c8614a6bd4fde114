"""`doctor`: whether all that guards a session is there and works. Changes nothing."""

from __future__ import annotations

import os
from pathlib import Path

import click

from harness_runtime.cli.checks import end, error
from harness_runtime.cli.contracts.plugin import Check
from harness_runtime.cli.diagnosis import chains, machine, models, program, rehearsal, settings
from harness_runtime.cli.diagnosis import data as data_folder
from harness_runtime.cli.hosts import HOSTS
from harness_runtime.cli.installation.staging import StagingFault, packaged_digest
from harness_runtime.cli.language import sentence
from harness_runtime.cli.options import data_option, folders_of, json_option, workspace_of, workspace_option


@click.command("doctor", help=sentence("help_doctor"), short_help=sentence("help_doctor"))
@click.option("--codex", metavar="PATH", help=sentence("help_codex"))
@click.option("--claude", metavar="PATH", help=sentence("help_claude"))
@data_option
@workspace_option
@json_option
def verb(codex: str | None, claude: str | None, data: Path | None, workspace: Path | None, as_json: bool) -> None:
    folders_of(data)
    folder = workspace_of(workspace)
    packaged, unpackaged = _packaged()
    checks = [machine.python(), machine.dependencies(), machine.confinement(), *unpackaged, settings.project(folder)]
    chosen = {"codex": codex, "claude": claude}
    is_anywhere = False
    for name, family in HOSTS.items():
        found = program.examine(family, chosen[name], folder, packaged)
        checks += found.checks
        is_anywhere |= found.plugin is not None
        used = data if data is not None else family.data(os.environ)
        if data is None:
            checks += data_folder.examine(name, used, in_use=found.plugin is not None)
        if found.plugin is not None:
            checks += rehearsal.examine(name, found.plugin, used)
            checks += models.examine(name, used, folder)
            checks += chains.examine(name, used, folder)
    if data is not None:
        checks += data_folder.examine("named", data, in_use=True)
    if not is_anywhere:
        checks.append(error("installation", "plugin_nowhere", "mend_install_any"))
    end(checks, as_json)


def _packaged() -> tuple[str, list[Check]]:
    """The digest of what this package would install, and what is wrong where it could not."""
    try:
        return packaged_digest(), []
    except StagingFault as fault:
        return "", [error("package", fault.rule, "mend_dependencies", path=str(fault.path))]
