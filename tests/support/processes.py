"""Real processes for tests of races and kills: forked from the test, so that they start in no time."""

from __future__ import annotations

import ctypes
import os
import signal
import traceback
from collections.abc import Callable

PR_CAPBSET_DROP = 24
CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH, CAP_FOWNER = 1, 2, 3


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


def without_powers() -> None:
    """Give up what lets root ignore file modes, in this process and all it starts. Nothing to do for others."""
    if os.geteuid() != 0:
        return
    libc = ctypes.CDLL(None, use_errno=True)
    for capability in (CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH, CAP_FOWNER):
        if libc.prctl(PR_CAPBSET_DROP, capability, 0, 0, 0):
            raise OSError(ctypes.get_errno(), "the capability bounding set cannot be changed")
    header = (ctypes.c_uint32 * 2)(0x20080522, 0)
    if libc.capset(header, (ctypes.c_uint32 * 6)()):
        raise OSError(ctypes.get_errno(), "capabilities cannot be given up")
