"""Progress, for whoever wants to show it: the library itself is silent."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from harness_runtime.guides.document import Sensor
from harness_runtime.guides.sensors.result import Result


class Observer(Protocol):
    """Called from several threads, one call at a time."""

    def planned(self, sensors: Sequence[Sensor]) -> None: ...

    def started(self, sensor: Sensor, attempt: int) -> None: ...

    def ended(self, result: Result) -> None: ...


class Silent:
    def planned(self, sensors: Sequence[Sensor]) -> None:
        pass

    def started(self, sensor: Sensor, attempt: int) -> None:
        pass

    def ended(self, result: Result) -> None:
        pass
