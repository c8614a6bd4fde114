"""`loading --phase P [--trigger T …]`: the files of the active graph, as SKILL.md's block names them."""

from __future__ import annotations

import click

from harness_runtime.cli.contracts.base import to_json
from harness_runtime.cli.contracts.plugin import Files
from harness_runtime.cli.installation.staging import plugin_source
from harness_runtime.cli.language import sentence
from harness_runtime.cli.options import json_option
from harness_runtime.cli.render import cell, show
from harness_runtime.workflow.loading import PHASES, TRIGGERS, parse_loading


@click.command("loading", help=sentence("help_loading"), short_help=sentence("help_loading"))
@click.option("--phase", type=click.Choice(PHASES), required=True, help=sentence("help_phase_name"))
@click.option("--trigger", "triggers", type=click.Choice(TRIGGERS), multiple=True, help=sentence("help_trigger"))
@json_option
def verb(phase: str, triggers: tuple[str, ...], as_json: bool) -> None:
    skill = (plugin_source() / "skills/harness/SKILL.md").read_text("utf-8")
    files = parse_loading(skill).active(phase, triggers)
    if as_json:
        click.echo(to_json(Files(files=files)))
    else:
        show(*map(cell, files))
