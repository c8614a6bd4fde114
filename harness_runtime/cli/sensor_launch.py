"""What starts a sensor outside a run: confined, or by the person's choice not, or not at all."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from harness_runtime.cli.faults import InputFault
from harness_runtime.cli.language import current, sentence
from harness_runtime.guides.sensors.launch import CannotStart, Invocation, Launch, unconfined
from harness_runtime.settings.config import load_config
from harness_runtime.settings.fault import SettingsFault


@contextmanager
def launch_outside_a_run(_project: Path, folders: list[Path]) -> Iterator[Launch]:
    """Without an engine the person's config decides: `best_effort` runs unconfined, and it is said."""
    if _is_best_effort(folders):
        click.echo(sentence("unconfined_sensors"), err=True)
        yield unconfined
    else:
        yield _without_engine


def _without_engine(_command: str, _project: Path) -> Invocation:
    raise CannotStart("no_engine")


def _is_best_effort(folders: list[Path]) -> bool:
    """In every data folder that trusts the file: one config that asks for confinement is enough."""
    try:
        return bool(folders) and all(load_config(folder).confinement == "best_effort" for folder in folders)
    except SettingsFault as fault:
        raise InputFault("harness_faulty", fault=fault.line(current())) from None
