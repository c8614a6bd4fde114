"""The project's harness file as the verbs need it: the one that is there, the one that is trusted, the task."""

from __future__ import annotations

from pathlib import Path

import click

from harness_runtime.cli import language
from harness_runtime.cli.contracts.project import GuideView, SensorView
from harness_runtime.cli.faults import InputFault
from harness_runtime.cli.language import sentence
from harness_runtime.cli.options import Verb
from harness_runtime.guides.document import Sensor
from harness_runtime.guides.fault import HarnessFault
from harness_runtime.guides.load import Harness, NoFile, Untrusted, load, read_file
from harness_runtime.guides.parse import FILE
from harness_runtime.guides.resolve import Resolved, resolve
from harness_runtime.guides.tasks import TASK_TYPES, task_type_of
from harness_runtime.guides.texts import GuideText


def task_options(verb: Verb) -> Verb:
    verb = click.option("--prompt", metavar="TEXT", help=sentence("help_prompt"))(verb)
    return click.option("--task-type", type=click.Choice(TASK_TYPES), help=sentence("help_task_type"))(verb)


def task_of(task_type: str | None, prompt: str | None) -> str | None:
    """None: interactive."""
    if task_type is not None and prompt is not None:
        raise InputFault("task_or_prompt")
    return task_type_of(prompt) if prompt is not None else task_type


def present_file(project: Path) -> bytes:
    """The bytes of the file, trusted or not."""
    try:
        raw = read_file(project)
    except HarnessFault as fault:
        raise faulty(fault) from None
    if raw is None:
        raise InputFault("no_harness", path=str(project / FILE))
    return raw


def trusted_file(project: Path, folders: list[Path]) -> Harness:
    """Trusted in one of the data folders, and in order."""
    try:
        found = load(project, folders)
    except HarnessFault as fault:
        raise faulty(fault) from None
    match found:
        case Harness():
            return found
        case NoFile():
            raise InputFault("no_harness", path=str(project / FILE))
        case Untrusted(changed):
            raise InputFault("harness_changed" if changed else "no_trusted_harness", path=str(project / FILE))


def resolved(harness: Harness, task_type: str | None) -> Resolved:
    try:
        return resolve(harness, task_type)
    except HarnessFault as fault:
        raise faulty(fault) from None


def faulty(fault: HarnessFault) -> InputFault:
    return InputFault("harness_faulty", fault=fault.line(language.current()))


def guide_view(guide: GuideText) -> GuideView:
    return GuideView(name=guide.guide.name, priority=guide.guide.priority, source=guide.source)


def sensor_view(sensor: Sensor) -> SensorView:
    return SensorView.model_validate(sensor.model_dump(include=set(SensorView.model_fields)))
