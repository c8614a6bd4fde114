"""One attempt of one sensor: a process group that has ended when this returns, and the tail of what it printed.

Not promised: the end of a process that made a session of its own, where nothing confines it.
"""

from __future__ import annotations

import os
import selectors
import signal
import subprocess
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from threading import Event
from time import monotonic

from harness_runtime.guides.sensors.launch import CannotStart, Invocation

TAIL_BYTES = 16 * 1024
TICK = 0.2  # seconds between two looks at an end that no output announces
GRACE = 3.0  # seconds between SIGTERM and SIGKILL; what confines a command needs 2 to end it
DRAIN = 0.5  # seconds for output that is still in the pipe


@dataclass(frozen=True)
class Ended:
    """`exit_code` None: it was ended, for time (`timed_out`) or by the caller."""

    exit_code: int | None
    timed_out: bool
    output: bytes


def run_process(invocation: Invocation, folder: Path, until: float, stop: Event) -> Ended:
    """Run to the end, to `until` (monotonic seconds) or to `stop`. Raises CannotStart."""
    try:
        process = subprocess.Popen(
            invocation.words,
            cwd=folder,
            env=dict(invocation.environ),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
    except (OSError, ValueError) as error:
        raise CannotStart("cannot_start", getattr(error, "strerror", None) or str(error)) from None
    assert process.stdout is not None
    with process.stdout:
        pipe = _Pipe(process.stdout.fileno())
        try:
            ended = _follow(process, pipe, until, stop)
        finally:
            _end_group(process)
        pipe.drain(monotonic() + DRAIN)
    if not ended:
        return Ended(None, not stop.is_set(), pipe.tail)
    code = process.returncode
    return Ended(code if code >= 0 else 128 - code, False, pipe.tail)


class _Pipe:
    """The reading end; keeps the last bytes."""

    def __init__(self, handle: int) -> None:
        os.set_blocking(handle, False)
        self.handle = handle
        self.open = True
        self.tail = b""

    def read(self, seconds: float) -> None:
        """Wait for output or its end, at most so long."""
        with selectors.DefaultSelector() as selector:
            selector.register(self.handle, selectors.EVENT_READ)
            if not selector.select(seconds):
                return
        with suppress(BlockingIOError):
            chunk = os.read(self.handle, 65536)
            self.open = bool(chunk)
            self.tail = (self.tail + chunk)[-TAIL_BYTES:]

    def drain(self, until: float) -> None:
        while self.open and (left := until - monotonic()) > 0:
            before = self.tail
            self.read(left)
            if self.open and self.tail is before:
                return


def _follow(process: subprocess.Popen[bytes], pipe: _Pipe, until: float, stop: Event) -> bool:
    """True when the process ended by itself; a child of it may still hold the pipe."""
    while (left := until - monotonic()) > 0 and not stop.is_set():
        if pipe.open:
            pipe.read(min(left, TICK))
            if process.poll() is not None:
                return True
            continue
        try:
            process.wait(min(left, TICK))
            return True
        except subprocess.TimeoutExpired:
            continue
    return process.poll() is not None


def _end_group(process: subprocess.Popen[bytes]) -> None:
    """Whoever is left in the group ends: first asked, then killed."""
    if process.poll() is None:
        _signal(process, signal.SIGTERM)
        with suppress(subprocess.TimeoutExpired):
            process.wait(GRACE)
    _signal(process, signal.SIGKILL)
    process.wait()


def _signal(process: subprocess.Popen[bytes], number: signal.Signals) -> None:
    with suppress(ProcessLookupError, PermissionError):  # macOS answers EPERM for a group of ended processes
        os.killpg(process.pid, number)
