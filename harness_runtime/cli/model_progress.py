"""What a person sees while models are asked: a line for each that thinks on a terminal, plain lines anywhere else.

On stderr, so that the answer on stdout stays what a program reads. Called from several threads.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from time import monotonic

from rich.console import Console
from rich.progress import Progress, SpinnerColumn, TaskID, TextColumn, TimeElapsedColumn

from harness_runtime.cli import language
from harness_runtime.cli.language import sentence
from harness_runtime.cli.plain import plain
from harness_runtime.cli.render import complain
from harness_runtime.loop.panel import Observer
from harness_runtime.models.interface import Failure, Reply
from harness_runtime.models.told import told


@contextmanager
def shown() -> Iterator[Observer]:
    if sys.stderr is None or not sys.stderr.isatty():
        yield PlainLines()
        return
    columns = (SpinnerColumn(finished_text=" "), TextColumn("{task.description}", markup=False), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        yield Spinners(progress)


class PlainLines:
    """One line when a model is asked and one when it has answered or failed."""

    def __init__(self) -> None:
        self._began: dict[str, float] = {}

    def started(self, name: str) -> None:
        self._began[name] = monotonic()
        complain(sentence("model_started", name=name))

    def ended(self, name: str, answer: Reply | Failure) -> None:
        complain(ended_line(name, answer, monotonic() - self._began[name]))


class Spinners:
    """A line for each model, which goes on turning until it has answered; then the line says what came of it."""

    def __init__(self, progress: Progress) -> None:
        self._progress = progress
        self._running: dict[str, tuple[TaskID, float]] = {}

    def started(self, name: str) -> None:
        task = self._progress.add_task(plain(sentence("model_started", name=name)), total=1)
        self._running[name] = (task, monotonic())

    def ended(self, name: str, answer: Reply | Failure) -> None:
        task, began = self._running[name]
        text = plain(ended_line(name, answer, monotonic() - began))
        self._progress.update(task, description=text, completed=1)


def ended_line(name: str, answer: Reply | Failure, seconds: float) -> str:
    taken = f"{seconds:.1f}"
    if isinstance(answer, Failure):
        return sentence("model_failed", why=told(replace(answer, model=name), language.current()), seconds=taken)
    return sentence("model_answered", name=name, seconds=taken)
