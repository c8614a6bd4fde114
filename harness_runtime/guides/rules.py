"""What must hold between the entries of a harness file; one fault, and the whole file is skipped.

Source: guides and sensors contract, Reference.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from harness_runtime.guides.document import HarnessFile, Sensor
from harness_runtime.guides.fault import Fault, named
from harness_runtime.guides.globs import InvalidGlob, check_glob


def rule_faults(file: HarnessFile) -> list[Fault]:
    return [*_guides(file), *_sensors(file), *unknown_sensors(file)]


def is_absolute(path: str) -> bool:
    return path.startswith("/")


def pattern_faults(sensor: Sensor) -> Iterator[Fault]:
    """Each entry of `paths` and `exclude_paths` that is no glob."""
    for glob in (*sensor.paths, *sensor.exclude_paths):
        try:
            check_glob(glob)
        except InvalidGlob as error:
            yield Fault("pattern_invalid", named("sensor", sensor.name), {"glob": glob, "reason": error.args[0]})


def unknown_sensors(file: HarnessFile) -> Iterator[Fault]:
    known = {sensor.name for sensor in file.sensors}
    for workflow in file.workflows:
        for name in workflow.sensors:
            if name not in known:
                yield Fault("sensor_unknown", named("workflow", workflow.name), {"name": name})


def _guides(file: HarnessFile) -> Iterator[Fault]:
    for guide in file.guides:
        if guide.path is not None and is_absolute(guide.path):
            yield Fault("path_absolute", named("guide", guide.name), {"path": guide.path})


def _sensors(file: HarnessFile) -> Iterator[Fault]:
    for position, sensor in enumerate(file.sensors):
        if not sensor.name.strip():
            yield Fault("sensor_name_empty", f"sensors[{position}]")
        if not sensor.command.strip():
            yield Fault("sensor_command_empty", named("sensor", sensor.name))
        yield from pattern_faults(sensor)
    for name, count in Counter(sensor.name for sensor in file.sensors if sensor.name.strip()).items():
        if count > 1:
            yield Fault("sensor_repeated", named("sensor", name), {"count": str(count)})
