"""`guides`: the section Project Harness Guides, as the model would get it."""

from __future__ import annotations

import os
from pathlib import Path

import click

from harness_runtime.cli import language
from harness_runtime.cli.contracts.base import to_json
from harness_runtime.cli.contracts.project import Guides
from harness_runtime.cli.language import sentence
from harness_runtime.cli.options import data_option, folders_of, json_option, workspace_of, workspace_option
from harness_runtime.cli.project.harness_file import (
    guide_view,
    resolved,
    sensor_view,
    task_of,
    task_options,
    trusted_file,
)
from harness_runtime.cli.render import cell, complain, show
from harness_runtime.cli.transcripts import host_of
from harness_runtime.events.guides.context import CODEX_BYTES
from harness_runtime.guides.resolve import Resolved
from harness_runtime.guides.section import policy_lines, section, warning_lines


@click.command("guides", help=sentence("help_guides"), short_help=sentence("help_guides"))
@task_options
@data_option
@workspace_option
@json_option
def verb(task_type: str | None, prompt: str | None, data: Path | None, workspace: Path | None, as_json: bool) -> None:
    folders = folders_of(data)
    found = resolved(trusted_file(workspace_of(workspace), folders), task_of(task_type, prompt))
    text = section(found, language.current())
    notes = _notes(text, folders)
    if as_json:
        click.echo(to_json(_answer(found, text, notes)))
    elif text:
        show(*(cell(line.expandtabs(4)) for line in text.rstrip("\n").split("\n")))
    else:
        show(cell(sentence("no_guides")))
    for note in notes:
        complain(note)


def _notes(text: str, folders: list[Path]) -> list[str]:
    """Where a host takes less than the whole section."""
    cuts = any(host_of(folder, os.environ) == "codex" for folder in folders)
    return [sentence("guides_cut", most=f"{CODEX_BYTES:,}")] if cuts and len(text.encode()) > CODEX_BYTES else []


def _answer(found: Resolved, text: str, notes: list[str]) -> Guides:
    selection = found.selection
    return Guides(
        task_type=selection.task_type,
        workflow=selection.workflow,
        guides=[guide_view(guide) for guide in found.guides],
        sensors=[sensor_view(sensor) for sensor in selection.sensors],
        completion_policy=policy_lines(selection.policy, language.current()) if selection.policy else [],
        warnings=[*warning_lines(found, language.current()), *notes],
        repeated=list(found.repeated),
        text=text,
    )
