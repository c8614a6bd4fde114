"""Which sensors may run at the same time. Pure.

Blocking ones come first, so that a deadline meets what matters least. Sensors of different programs run side by
side; those of one program one after the other, because build tools lock and rewrite their own folders; a command of
which the program cannot be told runs alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from harness_runtime.guides.document import Sensor
from harness_runtime.guides.programs import programs_of

Lane = tuple[Sensor, ...]  # one after the other
Stage = tuple[Lane, ...]  # side by side


def stages(sensors: Sequence[Sensor]) -> Iterator[Stage]:
    """A stage begins when the one before has ended."""
    for blocking in (True, False):
        lanes: dict[str, list[Sensor]] = {}
        alone: list[Sensor] = []
        for sensor in sensors:
            if sensor.blocking is not blocking:
                continue
            programs = programs_of(sensor.command)
            (lanes.setdefault(programs.words[0], []) if programs.one else alone).append(sensor)
        if lanes:
            yield tuple(tuple(lane) for lane in lanes.values())
        yield from (((sensor,),) for sensor in alone)
