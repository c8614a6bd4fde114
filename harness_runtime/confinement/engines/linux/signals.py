"""Sends signals for a confined program, to processes of its own run only.

For kernels whose Landlock does not scope signals (before ABI 6), and for what reaches other processes by number.
"""

from __future__ import annotations

import os
from _signal import pidfd_send_signal  # type: ignore[import-not-found]  # `signal` would bring enum

from harness_runtime.confinement.engines.linux.asked import Asked
from harness_runtime.confinement.engines.linux.meant import as_int, refused
from harness_runtime.confinement.engines.linux.processes import below, group_of, process_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

_ESRCH, _EBADF = 3, 9


def _send(pids: list[int], number: int) -> None:
    """To each that is of this run; to one at least, else it is refused."""
    sent = False
    for pid in pids:
        try:
            handle = os.pidfd_open(pid)
        except OSError:
            continue
        try:
            if pid in below(os.getpid()):  # looked at after it was opened: the number is still its
                pidfd_send_signal(handle, number)
                sent = True
        except ProcessLookupError:
            continue
        finally:
            os.close(handle)
    if not sent:
        raise refused() if pids else refused(_ESRCH)


def _kill(asked: Asked) -> bool:
    pid, number = as_int(asked.arguments[0]), as_int(asked.arguments[1])
    own = process_of(asked.thread)
    if pid == own:
        return True
    if pid > 0:
        _send([pid], number)
    elif pid == -1:
        _send([each for each in sorted(below(os.getpid())) if each != own], number)
    else:
        _send([each for each in sorted(below(os.getpid())) if _is_in(each, -pid)], number)
    return False


def _is_in(pid: int, group: int) -> bool:
    try:
        return group_of(pid) == group
    except (OSError, IndexError, ValueError):
        return False


def _kill_thread(process: int, number: int) -> Callable[[Asked], bool]:
    """Among its own threads a program signals as it likes; another process of the run gets it as a whole."""

    def send(asked: Asked) -> bool:
        pid = process_of(as_int(asked.arguments[process]))
        if pid == process_of(asked.thread):
            return True
        _send([pid], as_int(asked.arguments[number]))
        return False

    return send


def _kill_held(asked: Asked) -> bool:
    """Through a descriptor of a process, which we read ourselves and do not trust to stay the same."""
    try:
        with open(f"/proc/{asked.thread}/fdinfo/{as_int(asked.arguments[0])}", encoding="ascii") as lines:
            pids = [int(line.split()[1]) for line in lines if line.startswith("Pid:")]
    except OSError:
        raise refused(_EBADF) from None
    asked.check_still_asking()
    _send(pids, as_int(asked.arguments[1]))
    return False


def _own_threads(at: int) -> Callable[[Asked], bool]:
    """What we cannot do in the program's place (a signal with a message, a limit): within one process only."""

    def send(asked: Asked) -> bool:
        if process_of(as_int(asked.arguments[at])) != process_of(asked.thread):
            raise refused()
        return True

    return send


def _of_the_run(at: int) -> Callable[[Asked], bool]:
    """A priority, which is not worth more than a look before the call goes on."""

    def change(asked: Asked) -> bool:
        pid = process_of(as_int(asked.arguments[at]))
        if pid != process_of(asked.thread) and pid not in below(os.getpid()):
            raise refused()
        return True

    return change


SENDS = {
    "kill": _kill,
    "tkill": _kill_thread(0, 1),
    "tgkill": _kill_thread(0, 2),
    "pidfd_send_signal": _kill_held,
    "rt_sigqueueinfo": _own_threads(0),
    "rt_tgsigqueueinfo": _own_threads(0),
    "sched_setaffinity": _of_the_run(0),
    "sched_setscheduler": _of_the_run(0),
    "sched_setparam": _of_the_run(0),
    "sched_setattr": _of_the_run(0),
    "setpriority": _of_the_run(1),
    "ioprio_set": _of_the_run(1),
    "prlimit64": _own_threads(0),
}
