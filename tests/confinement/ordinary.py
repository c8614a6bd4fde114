"""What an ordinary user finds, where the tests may run as root, whom no file mode stops."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable
from multiprocessing.connection import Connection
from typing import TypeVar

from tests.support.processes import without_powers

T = TypeVar("T")


def as_an_ordinary_user(ask: Callable[[], T]) -> T:
    """The answer of a process that has given up root's powers over files."""
    fork = multiprocessing.get_context("fork")
    here, there = fork.Pipe()
    process = fork.Process(target=_answer, args=(ask, there))
    process.start()
    there.close()
    answer: T = here.recv()
    process.join()
    return answer


def _answer(ask: Callable[[], object], there: Connection) -> None:
    without_powers()
    there.send(ask())
