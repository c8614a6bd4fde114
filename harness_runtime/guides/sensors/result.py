"""What came of a sensor."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from harness_runtime.guides.document import Sensor
from harness_runtime.messages.catalog import sentence
from harness_runtime.messages.guides import NOT_STARTED

TAIL_LINES = 40


class Outcome(StrEnum):
    PASSED = "passed"
    FAILED = "failed"
    TIMED_OUT = "timed_out"
    NOT_STARTED = "not_started"


@dataclass(frozen=True)
class Result:
    """Of the last attempt.

    `exit_code` is as a shell tells it (128 + signal), None where the command did not end by itself. `seconds` counts
    all attempts. `why` says why a sensor was not started: a key of `messages.guides.NOT_STARTED`.
    `engine` names what confined it; "unconfined" when nothing did, "" when it was not started.
    """

    sensor: Sensor
    outcome: Outcome
    exit_code: int | None = None
    seconds: float = 0.0
    attempts: int = 0
    tail: tuple[str, ...] = ()
    why: str = ""
    detail: str = ""
    engine: str = ""

    @property
    def passed(self) -> bool:
        return self.outcome is Outcome.PASSED

    @property
    def blocks(self) -> bool:
        """A blocking sensor that failed, timed out or could not start."""
        return self.sensor.blocking and not self.passed

    def reason(self, language: str) -> str:
        return sentence(NOT_STARTED, language, self.why, detail=self.detail) if self.why else ""


@dataclass(frozen=True)
class LeftOut:
    """A sensor that had nothing to check: no changed file matches its `paths` and `exclude_paths`."""

    sensor: Sensor


@dataclass(frozen=True)
class Report:
    """Both in the order in which the sensors were asked for."""

    results: tuple[Result, ...]
    left_out: tuple[LeftOut, ...] = ()

    @property
    def blocking(self) -> tuple[Result, ...]:
        """What stands in the way of a Completion."""
        return tuple(result for result in self.results if result.blocks)

    @property
    def passed(self) -> bool:
        return all(result.passed for result in self.results)


def tail_of(output: bytes) -> tuple[str, ...]:
    """The last 40 lines."""
    lines = output.decode("utf-8", "replace").rstrip("\n").split("\n")[-TAIL_LINES:]
    return tuple(line.rstrip("\r") for line in lines) if any(lines) else ()
