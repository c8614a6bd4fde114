"""Watches over a run from outside: starts its keeper, passes signals on, ends it in time, and tells how it went."""

from __future__ import annotations

import os
import time
from _signal import (  # type: ignore[import-not-found]  # `signal` would bring enum
    SIG_IGN,
    SIG_UNBLOCK,
    SIGHUP,
    SIGINT,
    SIGQUIT,
    SIGTERM,
    getsignal,
    pthread_sigmask,
    set_wakeup_fd,
    signal,
)
from select import poll

from harness_runtime.confinement.profile import ConfinementFault, Limits, Outcome

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

PASSED_ON = (SIGHUP, SIGINT, SIGQUIT, SIGTERM)
GRACE = 2.0  # seconds between a signal and the end
_ASK_ALIVE = 1.0


class _Watch:
    """What the supervisor has seen so far."""

    def __init__(self, limits: Limits) -> None:
        self.begun = time.monotonic()
        self.deadline = self.begun + limits.seconds
        self.timed_out = False
        self.ended_early = False
        self.lines = b""


def supervise(start: Callable[[int, int], int], engine: str, limits: Limits, alive: Callable[[], bool]) -> Outcome:
    """`start` (control to read, status to write) makes the keeper, a child of this process, and gives its pid.

    Raises ConfinementFault: engine_unstarted, when the keeper never came to life and so nothing of the command ran;
    engine_failed, when it is not certain that the command ran as it should.
    """
    return _outcome(_run(start, limits, alive), engine)


def _run(start: Callable[[int, int], int], limits: Limits, alive: Callable[[], bool]) -> _Watch:
    control_reads, control = os.pipe()
    status, status_writes = os.pipe()
    signals, signals_writes = os.pipe()
    os.set_blocking(signals_writes, False)
    open_ends = {control, status, signals, signals_writes}
    previous = [(number, getsignal(number)) for number in PASSED_ON]
    woken_before = set_wakeup_fd(signals_writes, warn_on_full_buffer=False)
    try:
        for number, handler in previous:
            if handler != SIG_IGN:
                signal(number, _noted)
        pthread_sigmask(SIG_UNBLOCK, PASSED_ON)
        try:
            watch = _Watch(limits)
            start(control_reads, status_writes)
        finally:
            os.close(control_reads)
            os.close(status_writes)
        _watch(watch, control, status, signals, alive, open_ends)
        return watch
    finally:
        for number, handler in previous:
            signal(number, handler)
        set_wakeup_fd(woken_before)
        for end in open_ends:
            os.close(end)


def _noted(number: int, frame: object) -> None:
    """The wake-up pipe has it."""


def _watch(
    watch: _Watch, control: int, status: int, signals: int, alive: Callable[[], bool], open_ends: set[int]
) -> None:
    """Until the keeper has closed its end. Closing ours tells it to end the run."""

    def end() -> None:
        if control in open_ends:
            open_ends.discard(control)
            os.close(control)

    waiting = poll()
    waiting.register(status, 1)
    waiting.register(signals, 1)
    asked = time.monotonic()
    while True:
        now = time.monotonic()
        if now >= watch.deadline and control in open_ends:
            watch.timed_out = not watch.ended_early
            end()
        if now - asked >= _ASK_ALIVE and control in open_ends:
            asked = now
            if not alive():
                watch.ended_early = True
                end()
        wait = min(_ASK_ALIVE, max(watch.deadline - now, 0.01)) if control in open_ends else _ASK_ALIVE
        for handle, _ in waiting.poll(int(wait * 1000) + 1):
            if handle == signals:
                numbers = bytes(number for number in os.read(signals, 64) if number in PASSED_ON)
                if numbers and control in open_ends:
                    os.write(control, numbers)
                    watch.ended_early = True
                    watch.deadline = min(watch.deadline, time.monotonic() + GRACE)
                continue
            said = os.read(status, 65536)
            if not said:
                return
            watch.lines += said


def _outcome(watch: _Watch, engine: str) -> Outcome:
    exits: dict[int, int] = {}
    lines = watch.lines.splitlines()
    if not lines and not watch.ended_early and not watch.timed_out:
        raise ConfinementFault("engine_unstarted", engine)
    for line in lines:
        word, _, rest = line.partition(b" ")
        if word == b"fault":
            raise ConfinementFault("engine_failed", rest.decode("utf-8", "replace"))
        if word == b"exit":
            stage, _, code = rest.partition(b" ")
            exits[int(stage)] = os.waitstatus_to_exitcode(int(code))
    if b"done" not in lines or 0 not in exits:
        raise ConfinementFault("engine_failed", "the process that keeps the run died")
    first, last = exits[0], exits[max(exits)]
    return Outcome(
        exit_code=first if first >= 0 else 128 - first,
        shown_exit=last if last >= 0 else 128 - last,
        signal=-first if first < 0 else None,
        timed_out=watch.timed_out,
        ended_early=watch.ended_early,
        seconds=time.monotonic() - watch.begun,
        engine=engine,
        crowded=b"crowded" in lines,
    )
