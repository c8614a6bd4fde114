"""Real processes for tests of races and kills: forked from the test, so that they start in no time."""

from __future__ import annotations

import os
import signal
import traceback
from collections.abc import Callable


def in_processes(count: int, work: Callable[[int], object]) -> list[int]:
    """Run `work(number)` in `count` processes at once; returns their wait statuses (0 is a good end)."""
    gate, open_gate = os.pipe()
    children = [_child(gate, open_gate, lambda number=number: work(number)) for number in range(count)]
    os.close(gate)
    os.close(open_gate)  # end of file: all go on at the same moment
    return [os.waitpid(child, 0)[1] for child in children]


def in_process(work: Callable[[], object]) -> int:
    """The same for a single one."""
    return in_processes(1, lambda _: work())[0]


def was_killed(status: int) -> bool:
    return os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGKILL


def _child(gate: int, open_gate: int, work: Callable[[], object]) -> int:
    child = os.fork()
    if child:
        return child
    code = 1
    try:
        os.close(open_gate)
        os.read(gate, 1)
        work()
        code = 0
    except BaseException:
        traceback.print_exc()
    finally:
        os._exit(code)
