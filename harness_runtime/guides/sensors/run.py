"""Run sensors: side by side where that is safe, each within its own time and all within the caller's.

Source: guides and sensors contract, Running sensors.
"""

from __future__ import annotations

import math
import os
from collections.abc import Iterable, Sequence
from concurrent.futures import FIRST_EXCEPTION, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field, replace
from pathlib import Path
from threading import Event, Lock
from time import monotonic

from harness_runtime.guides.document import Sensor
from harness_runtime.guides.sensors.filters import concerns
from harness_runtime.guides.sensors.launch import REFUSED, CannotStart, Invocation, Launch
from harness_runtime.guides.sensors.observer import Observer, Silent
from harness_runtime.guides.sensors.order import Lane, stages
from harness_runtime.guides.sensors.process import Ended, run_process
from harness_runtime.guides.sensors.result import LeftOut, Outcome, Report, Result, tail_of

MOST_AT_ONCE = 4


def run_sensors(
    sensors: Sequence[Sensor],
    project: Path,
    launch: Launch,
    *,
    retries: int = 0,
    deadline: float = math.inf,
    changed: Iterable[str] | None = None,
    observer: Observer | None = None,
) -> Report:
    """Each sensor of a distinct name once, and up to `retries` times again while it fails or times out.

    `deadline` is in monotonic seconds: what has not begun by then is `not_started`, what still runs `timed_out`.
    `changed` are the changed files, relative to the project; None when that is not known.
    An interrupt ends what runs and is raised again.
    """
    paths = None if changed is None else tuple(changed)
    due = [sensor for sensor in sensors if concerns(sensor, paths)]
    runner = _Runner(project, launch, retries, deadline, observer or Silent())
    runner.observer.planned(due)
    runner.run(due)
    return Report(
        results=tuple(runner.results[sensor.name] for sensor in due),
        left_out=tuple(LeftOut(sensor) for sensor in sensors if sensor not in due),
    )


@dataclass
class _Runner:
    project: Path
    launch: Launch
    retries: int
    deadline: float
    observer: Observer
    results: dict[str, Result] = field(default_factory=dict)
    stop: Event = field(default_factory=Event)
    lock: Lock = field(default_factory=Lock)

    def run(self, sensors: Sequence[Sensor]) -> None:
        with ThreadPoolExecutor(min(MOST_AT_ONCE, os.cpu_count() or 1), "sensor") as pool:
            try:
                for stage in stages(sensors):
                    self._wait([pool.submit(self._lane, lane) for lane in stage])
            finally:
                self.stop.set()  # so that an interrupt does not wait for what runs

    @staticmethod
    def _wait(lanes: list[Future[None]]) -> None:
        done, _ = wait(lanes, return_when=FIRST_EXCEPTION)
        for lane in done:
            lane.result()

    def _lane(self, lane: Lane) -> None:
        for sensor in lane:
            result = self._one(sensor)
            with self.lock:
                self.results[sensor.name] = result
                self.observer.ended(result)

    def _one(self, sensor: Sensor) -> Result:
        result = self._attempt(sensor, 1)
        for attempt in range(2, self.retries + 2):
            if result.outcome not in (Outcome.FAILED, Outcome.TIMED_OUT) or self._is_late():
                break
            again = self._attempt(sensor, attempt)
            if again.outcome is Outcome.NOT_STARTED:
                break
            result = replace(again, seconds=result.seconds + again.seconds)
        return result

    def _is_late(self) -> bool:
        return self.stop.is_set() or monotonic() >= self.deadline

    def _attempt(self, sensor: Sensor, attempt: int) -> Result:
        if self._is_late():
            return Result(sensor, Outcome.NOT_STARTED, why="interrupted" if self.stop.is_set() else "deadline")
        try:
            invocation = self.launch(sensor.command, self.project)
            with self.lock:
                self.observer.started(sensor, attempt)
            begun = monotonic()
            ended = run_process(invocation, self.project, min(begun + sensor.timeout_secs, self.deadline), self.stop)
            tail = tail_of(ended.output)
            _check_refusal(invocation, ended, tail)
        except CannotStart as fault:
            return Result(sensor, Outcome.NOT_STARTED, why=fault.why, detail=fault.detail)
        outcome = Outcome.PASSED if ended.exit_code == 0 else Outcome.FAILED
        return Result(
            sensor,
            Outcome.TIMED_OUT if ended.timed_out else outcome,
            exit_code=ended.exit_code,
            seconds=round(monotonic() - begun, 3),
            attempts=attempt,
            tail=tail,
            engine=invocation.engine,
        )


def _check_refusal(invocation: Invocation, ended: Ended, tail: tuple[str, ...]) -> None:
    """Raises CannotStart when what was to run the command says that it did not. A command that says so itself only
    changes which of two failures it is."""
    if invocation.refusal and ended.exit_code == REFUSED and tail and tail[-1].startswith(invocation.refusal):
        raise CannotStart("cannot_start", tail[-1].removeprefix(invocation.refusal))
