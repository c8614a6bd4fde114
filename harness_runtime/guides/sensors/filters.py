"""Whether a sensor has something to check among the files that changed. Pure."""

from __future__ import annotations

from collections.abc import Iterable

from harness_runtime.guides.document import Sensor
from harness_runtime.guides.globs import glob_matches


def concerns(sensor: Sensor, changed: Iterable[str] | None) -> bool:
    """`changed` are paths relative to the project, None when it is not known what changed: then every sensor runs."""
    if changed is None or not (sensor.paths or sensor.exclude_paths):
        return True
    return any(_counts(sensor, path) for path in changed)


def _counts(sensor: Sensor, path: str) -> bool:
    if any(glob_matches(glob, path) for glob in sensor.exclude_paths):
        return False
    return not sensor.paths or any(glob_matches(glob, path) for glob in sensor.paths)
