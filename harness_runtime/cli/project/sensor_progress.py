"""What a person sees while sensors run: a line for each that runs on a terminal, plain lines anywhere else.

On stderr, so that the results on stdout stay what a program reads. What came of each is told there, once.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn, TimeElapsedColumn

from harness_runtime.cli.language import sentence
from harness_runtime.cli.plain import plain
from harness_runtime.cli.render import complain
from harness_runtime.guides.document import Sensor
from harness_runtime.guides.sensors.observer import Observer
from harness_runtime.guides.sensors.result import Result


@contextmanager
def shown() -> Iterator[Observer]:
    if sys.stderr is None or not sys.stderr.isatty():
        yield PlainLines()
        return
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        yield Bars(progress)


class PlainLines:
    """One line when a sensor starts."""

    def planned(self, sensors: Sequence[Sensor]) -> None:
        pass

    def started(self, sensor: Sensor, attempt: int) -> None:
        key = "sensor_started" if attempt == 1 else "sensor_again"
        fields = {} if attempt == 1 else {"attempt": str(attempt)}
        complain(sentence(key, name=sensor.name, **fields))

    def ended(self, result: Result) -> None:
        pass


class Bars:
    """All of them in one bar, and below it a line for each that runs now. What came of them is told at the end."""

    def __init__(self, progress: Progress) -> None:
        self._progress = progress
        self._whole = progress.add_task(sentence("sensor"), total=None)
        self._running: dict[str, TaskID] = {}

    def planned(self, sensors: Sequence[Sensor]) -> None:
        self._progress.update(self._whole, total=len(sensors))

    def started(self, sensor: Sensor, attempt: int) -> None:
        if attempt == 1:
            self._running[sensor.name] = self._progress.add_task(_unmarked(sensor.name), total=None)

    def ended(self, result: Result) -> None:
        task = self._running.pop(result.sensor.name, None)
        if task is not None:
            self._progress.remove_task(task)
        self._progress.advance(self._whole)


def ended_line(result: Result) -> str:
    return sentence(
        "sensor_ended", outcome=result.outcome.value, name=result.sensor.name, seconds=f"{result.seconds:.1f}"
    )


def _unmarked(name: str) -> str:
    """Without a meaning for rich's markup."""
    return plain(name).replace("[", "\\[")
