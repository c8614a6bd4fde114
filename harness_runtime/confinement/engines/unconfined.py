"""No engine: the person's config lets a command run where nothing can confine it, and the record says so.

Only the wall time, the size of files, and the end of what it started are seen to. On Linux orphans come back to this
process and die with the run; elsewhere the command's process group does.
"""

from __future__ import annotations

import os
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic, sleep
from types import FrameType
from typing import TYPE_CHECKING

from harness_runtime.confinement.engines.interface import Engine
from harness_runtime.confinement.profile import NETWORKS, Command, ConfinementFault, Outcome, Profile

if TYPE_CHECKING:
    from collections.abc import Callable

GRACE_SECONDS = 2.0
POLL_SECONDS = 0.02
ALIVE_SECONDS = 1.0
SHELL = "/bin/sh"
_PR_SET_CHILD_SUBREAPER = 36
_PASSED_ON = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT)


class Unconfined(Engine):
    """See `Engine`. Raises ConfinementFault `engine_failed` when the program cannot be started."""

    name = "unconfined"
    networks = NETWORKS

    def run(self, profile: Profile, command: Command, alive: Callable[[], bool]) -> Outcome:
        _adopt_orphans()
        started = monotonic()
        with _passing_on() as passed:
            own, last = _start(profile, command)
            processes = [own] if last is own else [own, last]  # each gets a signal once
            ended, timed_out = _wait(processes, passed, alive, started + profile.limits.seconds)
            _end_all(processes)
        codes = [_as_shell(process.returncode) for process in (own, last)]
        died_of = -own.returncode if own.returncode < 0 else None
        return Outcome(codes[0], codes[1], died_of, timed_out, ended, monotonic() - started, self.name)


def _start(profile: Profile, command: Command) -> tuple[subprocess.Popen[bytes], subprocess.Popen[bytes]]:
    """The command, and what the line's exit code comes from: `rest`, or the command itself."""

    def limit() -> None:
        import resource

        most = profile.limits.file_bytes
        resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))

    def start(argv: list[str], stdin: int, stdout: int | None, stderr: int | None) -> subprocess.Popen[bytes]:
        try:
            return subprocess.Popen(
                argv, stdin=stdin, stdout=stdout, stderr=stderr, cwd=command.cwd, env=command.env,
                start_new_session=True, preexec_fn=limit,
            )  # fmt: skip
        except (OSError, subprocess.SubprocessError) as error:
            raise ConfinementFault("engine_failed", str(error)) from None

    argv = [SHELL, "-c", 'exec "$0" "$@"', *command.argv]  # the shell says what cannot be found
    if not command.rest:
        own = start(argv, subprocess.DEVNULL, None, 1 if command.merge_stderr else None)
        return own, own
    own = start(argv, subprocess.DEVNULL, subprocess.PIPE, subprocess.STDOUT if command.merge_stderr else None)
    assert own.stdout is not None
    with own.stdout as output:
        return own, start([SHELL, "-c", command.rest], output.fileno(), None, None)


def _wait(
    processes: list[subprocess.Popen[bytes]], passed: list[int], alive: Callable[[], bool], deadline: float
) -> tuple[bool, bool]:
    """(ended early, timed out); on return all of them have ended or may be killed."""
    next_look = monotonic() + ALIVE_SECONDS
    grace = 0.0
    while any(process.poll() is None for process in processes):
        now = monotonic()
        if now > deadline:
            return bool(passed), True
        if passed and not grace:
            grace = now + GRACE_SECONDS
            for process in processes:
                _signal_group(process.pid, passed[0])
        if grace and now > grace:
            return True, False
        if now > next_look:
            next_look = now + ALIVE_SECONDS
            if not alive():
                return True, False
        sleep(POLL_SECONDS)
    return bool(passed), False


@contextmanager
def _passing_on() -> Iterator[list[int]]:
    """The numbers of the signals that came."""
    came: list[int] = []

    def note(number: int, frame: FrameType | None) -> None:
        came.append(number)

    before = {number: signal.signal(number, note) for number in _PASSED_ON}
    try:
        yield came
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _end_all(processes: list[subprocess.Popen[bytes]]) -> None:
    """Kill what is left, until nothing is."""
    for process in processes:
        _signal_group(process.pid, signal.SIGKILL)
        process.wait()
    while children := _children():
        for pid in children:
            try:
                os.kill(pid, signal.SIGKILL)
                os.waitpid(pid, 0)
            except OSError:
                continue


def _children() -> list[int]:
    try:
        with open(f"/proc/self/task/{os.getpid()}/children", encoding="ascii") as listing:
            return [int(word) for word in listing.read().split()]
    except OSError:
        return []


def _signal_group(pid: int, number: int) -> None:
    try:
        os.killpg(pid, number)
    except OSError:
        return


def _adopt_orphans() -> None:
    try:
        import ctypes

        ctypes.CDLL(None).prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    except (ImportError, OSError, AttributeError):  # no Linux
        return


def _as_shell(code: int) -> int:
    return code if code >= 0 else 128 - code
