"""`sensors list` and `sensors run [NAME …]`: the trusted checks of this workspace, looked at or run, confined."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import click
from rich.console import RenderableType

from harness_runtime.cli import language
from harness_runtime.cli.contracts.base import to_json
from harness_runtime.cli.contracts.project import SensorList, SensorResult, SensorResults
from harness_runtime.cli.faults import InputFault, end_with_finding
from harness_runtime.cli.language import sentence
from harness_runtime.cli.options import data_option, folders_of, json_option, workspace_of, workspace_option
from harness_runtime.cli.project.harness_file import sensor_view, task_of, task_options, trusted_file
from harness_runtime.cli.project.sensor_launch import launch_outside_a_run
from harness_runtime.cli.project.sensor_progress import ended_line, shown
from harness_runtime.cli.render import cell, columns, indented, show
from harness_runtime.guides.document import HarnessFile, Sensor
from harness_runtime.guides.record import sensor_record
from harness_runtime.guides.selection import select
from harness_runtime.guides.sensors.result import Result
from harness_runtime.guides.sensors.run import run_sensors


@click.group("sensors", no_args_is_help=False, help=sentence("help_sensors"), short_help=sentence("help_sensors"))
def verb() -> None:
    pass


@verb.command("list", help=sentence("help_sensors_list"), short_help=sentence("help_sensors_list"))
@task_options
@data_option
@workspace_option
@json_option
def list_verb(
    task_type: str | None, prompt: str | None, data: Path | None, workspace: Path | None, as_json: bool
) -> None:
    folders = folders_of(data)
    file = trusted_file(workspace_of(workspace), folders).file
    selection = select(file, task_of(task_type, prompt))
    if as_json:
        sensors = [sensor_view(sensor) for sensor in selection.sensors]
        click.echo(to_json(SensorList(task_type=selection.task_type, workflow=selection.workflow, sensors=sensors)))
    elif selection.sensors:
        heads = [sentence("sensor"), sentence("blocking"), sentence("timing"), sentence("command")]
        show(columns(heads, [_row(sensor) for sensor in selection.sensors], folded=3))
    else:
        show(cell(sentence("no_sensors")))


@verb.command("run", help=sentence("help_sensors_run"), short_help=sentence("help_sensors_run"))
@click.argument("names", nargs=-1, metavar="[NAME]...")
@task_options
@data_option
@workspace_option
@json_option
def run_verb(
    names: tuple[str, ...],
    task_type: str | None,
    prompt: str | None,
    data: Path | None,
    workspace: Path | None,
    as_json: bool,
) -> None:
    folders, project = folders_of(data), workspace_of(workspace)
    file = trusted_file(project, folders).file
    task = task_of(task_type, prompt)
    sensors = _named(file, names) if names else select(file, task).sensors
    launch = launch_outside_a_run(project, folders)
    with shown() as observer:
        report = run_sensors(sensors, project, launch, retries=file.defaults.max_sensor_retries, observer=observer)
    if as_json:
        click.echo(to_json(SensorResults(results=[_answer(result) for result in report.results])))
    elif report.results:
        show(*(part for result in report.results for part in _parts(result)))
    else:
        show(cell(sentence("no_sensors")))
    if not report.passed:
        end_with_finding()


def _named(file: HarnessFile, names: tuple[str, ...]) -> tuple[Sensor, ...]:
    by_name = {sensor.name: sensor for sensor in file.sensors}
    for name in names:
        if name not in by_name:
            raise InputFault("sensor_unknown_name", name=name, known=", ".join(by_name) or "-")
    return tuple(by_name[name] for name in dict.fromkeys(names))


def _row(sensor: Sensor) -> tuple[str, str, str, str]:
    return sensor.name, sentence("yes" if sensor.blocking else "no"), sensor.timing, sensor.command


def _answer(result: Result) -> SensorResult:
    record = sensor_record(result).model_dump(include=set(SensorResult.model_fields))
    return SensorResult.model_validate({**record, "why": result.reason(language.current())})


def _parts(result: Result) -> Iterator[RenderableType]:
    """One line for a sensor that passed; for another its last lines of output, and how to mend it."""
    yield cell(ended_line(result))
    if result.passed:
        return
    yield from (indented(line) for line in (result.reason(language.current()), *result.tail) if line)
    if result.sensor.fix_hint:
        yield indented(sentence("fix_hint", hint=result.sensor.fix_hint))
