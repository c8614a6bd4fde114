"""The process that keeps a run: starts its stages, answers them, and ends only when everything they started is dead.

It stands outside the boundary and inside the same PID namespace (as its first process), where there is one. It goes
on until the stages have ended or the control pipe closes, which happens too when whoever started it is killed.

The control pipe carries signal numbers, one a byte. The status pipe carries lines: `begun` before anything else,
`exit STAGE STATUS` (as of waitpid), `crowded` when too many processes were the reason to end, `fault TEXT`, and
`done` when nothing is alive.
"""

from __future__ import annotations

import os
import stat
from _signal import (  # type: ignore[import-not-found]  # `signal` would bring enum
    SIG_IGN,
    SIGHUP,
    SIGINT,
    SIGKILL,
    SIGPIPE,
    SIGQUIT,
    SIGTERM,
    SIGXFSZ,
    signal,
)
from resource import RLIMIT_CORE, RLIMIT_FSIZE, RLIMIT_NPROC, getrlimit, setrlimit
from select import poll

from harness_runtime.confinement.engines.dispositions import keep_exit_statuses
from harness_runtime.confinement.engines.linux import landlock, system
from harness_runtime.confinement.engines.linux.job import Job
from harness_runtime.confinement.engines.linux.notices import Notices
from harness_runtime.confinement.engines.linux.processes import (
    are_more,
    below,
    children,
    group_of,
    threads_of_the_system,
)
from harness_runtime.confinement.engines.linux.stage import start

_LOOK_AGAIN = 25  # ms; how often processes are counted, and orphans that ended are taken away
_THREADS = 4  # for each process that may live; outside a namespace all of this user's are counted with ours
_REWRITE = landlock.WRITE_FILE | landlock.TRUNCATE | landlock.IOCTL_DEV
_NO_SUCH_RULE = 77  # EBADFD: a file of the kernel's own, which Landlock leaves alone


def keep(job: Job, control: int, status: int) -> None:
    """Keeps the run and ends this process."""
    try:
        _say(status, b"begun")
        _secure(job)
        _Run(job, control, status).to_the_end()
        _say(status, b"done")
    except BaseException as error:
        _say(status, b"fault " + " ".join(repr(error).split()).encode("utf-8", "backslashreplace")[:2000])
    finally:
        os._exit(0)


def _say(status: int, line: bytes) -> None:
    """To whoever started us, if they are still there: that they are gone must not keep us from ending the run."""
    try:
        os.write(status, line + b"\n")
    except OSError:
        return


def _secure(job: Job) -> None:
    """What holds for the keeper and comes down from it to every stage."""
    for number in (SIGHUP, SIGINT, SIGPIPE, SIGQUIT, SIGTERM, SIGXFSZ):
        signal(number, SIG_IGN)
    keep_exit_statuses()
    os.setsid()
    system.prctl(system.PR_SET_DUMPABLE, 0)
    system.prctl(system.PR_SET_NO_NEW_PRIVS, 1)
    if not job.namespace:
        system.prctl(system.PR_SET_CHILD_SUBREAPER, 1)
        if job.version >= landlock.SCOPED_SINCE:
            landlock.wall()
    for path in job.spent:
        os.unlink(path)
    for path in job.locked:
        os.chmod(path, 0)
    _limit(RLIMIT_CORE, 1)  # 0 would still feed a core dump program of the system
    _limit(RLIMIT_FSIZE, job.file_bytes)
    if os.getuid() != 0:  # the kernel does not hold root to it
        _limit(RLIMIT_NPROC, _THREADS * job.processes + (0 if job.namespace else threads_of_the_system()))


def _limit(kind: int, most: int) -> None:
    allowed = getrlimit(kind)[1]
    setrlimit(kind, (most, most) if allowed < 0 else (min(most, allowed),) * 2)


class _Run:
    """The stages of one run, from their start to the death of all that came of them."""

    def __init__(self, job: Job, control: int, status: int) -> None:
        self._job = job
        self._control = control
        self._status = status
        self._notices = Notices(job.boundary)
        self._walled = _is_walled(job)
        self._threads = threads_of_the_system()
        self._listeners: set[int] = set()
        self._stages: list[int] = []
        self._ended: set[int] = set()

    def to_the_end(self) -> None:
        try:
            self._start()
            self._watch()
        finally:
            self._kill_everything()

    def _start(self) -> None:
        job = self._job
        out, err = _for_writing(job.out), _for_writing(job.err)
        ruleset = landlock.ruleset(job.rules, job.version, job.tcp)
        for stream in (out, err):
            _let_reopen(ruleset, stream, job.version)
        system.drop_capabilities()
        reads = os.open("/dev/null", os.O_RDONLY | os.O_CLOEXEC)
        for at, words in enumerate(job.stages):
            last = at == len(job.stages) - 1
            next_reads, writes = (reads, out) if last else os.pipe()
            streams = (reads, writes, writes if job.merge and at == 0 else err)
            pid, listener = start(job, words, streams, self._stages[0] if self._stages else 0, ruleset)
            self._stages.append(pid)
            self._listeners.add(listener)
            os.close(reads)
            if not last:
                os.close(writes)
            reads = next_reads

    def _watch(self) -> None:
        """Until the last stage has ended, or the run is to end."""
        waiting = poll()
        held = [os.pidfd_open(pid) for pid in self._stages]
        for handle in (self._control, *self._listeners, *held):
            waiting.register(handle, 1)
        while len(self._ended) < len(self._stages):
            for handle, event in waiting.poll(_LOOK_AGAIN):
                if handle == self._control:
                    if not self._pass_signals_on():
                        return
                elif handle in held:
                    waiting.unregister(handle)
                elif event & 1:
                    self._notices.answer(handle)
                else:
                    waiting.unregister(handle)  # nobody is left under this filter
            self._take_away(os.WNOHANG)
            if self._is_crowded():
                _say(self._status, b"crowded")
                return
            if self._stages[0] in self._ended:
                self._kill_children(self._stages[1:])  # what reads the output would wait for a daemon's

    def _pass_signals_on(self) -> bool:
        numbers = os.read(self._control, 64)
        for number in numbers:
            try:
                os.killpg(self._stages[0], number)
            except ProcessLookupError:
                continue
        return numbers != b""

    def _take_away(self, options: int) -> bool:
        """Reports the stages that have ended. False when this process has no children any more."""
        while True:
            try:
                pid, status = os.waitpid(-1, options)
            except ChildProcessError:
                return False
            if pid == 0:
                return True
            if pid in self._stages:
                self._ended.add(pid)
                _say(self._status, b"exit %d %d" % (self._stages.index(pid), status))
            if not options:
                return True

    def _kill_children(self, spared: list[int]) -> None:
        """Only our own children: their numbers cannot belong to others, as long as we have not waited for them."""
        for pid in children():
            if pid not in spared:
                os.kill(pid, SIGKILL)

    def _is_crowded(self) -> bool:
        """Ours are counted only when there are that many more in the whole system."""
        most, now = self._job.processes, threads_of_the_system()
        self._threads = min(self._threads, now)
        return now - self._threads > most and are_more(most)

    def _kill_everything(self) -> None:
        """Behind a wall at one stroke, which no fork can outrun. Else by groups, then by hand: the children of the
        killed become ours and are next. What forks and leaves its group all the time is caught sooner or later."""
        if not self._walled:
            self._kill_groups()
        while self._take_away(os.WNOHANG):
            if self._walled:
                os.kill(-1, SIGKILL)
                self._take_away(0)
            else:
                self._kill_children([])

    def _kill_groups(self) -> None:
        """They hold nobody else's processes, as a group lies within a session and ours began with us."""
        for pid in below(os.getpid()):
            try:
                group = group_of(pid)
                if group != os.getpgid(0):
                    os.killpg(group, SIGKILL)
            except (OSError, IndexError, ValueError):
                continue  # it ended meanwhile


def _is_walled(job: Job) -> bool:
    """A signal to everybody would reach this run's processes only. Tried on who started us, as the same user."""
    if job.namespace:
        return os.getpid() == 1
    try:
        os.kill(job.supervisor, 0)
    except PermissionError:
        return job.version >= landlock.SCOPED_SINCE
    except ProcessLookupError:
        return False
    return False


def _for_writing(stream: int) -> int:
    """A terminal without the way to read from it: what the person types is not the command's."""
    try:
        device = os.fstat(stream).st_rdev
        if os.isatty(stream) and os.major(device) != 5:
            return os.open(f"/proc/self/fd/{stream}", os.O_WRONLY | os.O_NOCTTY | os.O_CLOEXEC)
    except OSError:
        pass
    return stream


def _let_reopen(ruleset: int, stream: int, version: int) -> None:
    """`> /dev/stderr` goes on working for a file or a terminal."""
    mode = os.fstat(stream).st_mode
    if stat.S_ISREG(mode) or stat.S_ISCHR(mode):
        try:
            landlock.grant(ruleset, stream, _REWRITE & landlock.handled(version))
        except OSError as error:
            if error.errno != _NO_SUCH_RULE:
                raise
