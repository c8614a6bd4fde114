"""What starts a sensor outside a run: confined, or by the person's choice not, or not at all."""

from __future__ import annotations

import os
from pathlib import Path

import click

from harness_runtime.cli.faults import InputFault
from harness_runtime.cli.language import current, sentence
from harness_runtime.events.guides.launch import Workspace, confined, no_engine
from harness_runtime.guides.sensors.launch import Launch, unconfined
from harness_runtime.settings.config import Config, load_config
from harness_runtime.settings.fault import SettingsFault
from harness_runtime.settings.guard import Guard, load_guard


def launch_outside_a_run(project: Path, folders: list[Path]) -> Launch:
    """Without an engine the person's config decides: `best_effort` runs unconfined, and it is said."""
    try:
        configs = [load_config(folder) for folder in folders]
        guard = load_guard(project) or Guard()
    except SettingsFault as fault:
        raise InputFault("harness_faulty", fault=fault.line(current())) from None
    workspace = Workspace(project, folders, guard, _not_secret(configs))
    launch = confined(workspace, os.environ, current())
    if launch is not None:
        return launch
    if configs and all(config.confinement == "best_effort" for config in configs):
        click.echo(sentence("unconfined_sensors"), err=True)
        return unconfined
    return no_engine


def _not_secret(configs: list[Config]) -> list[str]:
    """What every config of the person excepts."""
    shared = set.intersection(*(set(config.not_secret) for config in configs)) if configs else set()
    return sorted(shared)
