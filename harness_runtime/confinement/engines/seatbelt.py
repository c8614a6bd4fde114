"""Confinement on macOS by sandbox-exec. Written against the documented profile language; not run where it was made.

What Linux gives and this does not: the wall around processes is a sandbox only (`signal`, `process-info`), and a
program that leaves its session and its parent at once may outlive the run; hidden files refuse to open, they are not
empty. The profile denies by default, so that launch services cannot start anything outside it.
Source: sandbox-exec(1), sandbox(7), the profiles under /System/Library/Sandbox.
"""

from __future__ import annotations

import os
import time
from _signal import SIG_IGN, SIGHUP, SIGINT, SIGKILL, SIGPIPE, SIGQUIT, SIGTERM, SIGXFSZ, signal  # type: ignore[import-not-found]
from resource import RLIMIT_CORE, RLIMIT_FSIZE, RLIMIT_NPROC, getrlimit, setrlimit
from select import poll

from harness_runtime.confinement.engines.dispositions import keep_exit_statuses, reset_signals
from harness_runtime.confinement.engines.interface import Engine
from harness_runtime.confinement.engines.places import HIDDEN, READABLE, TEMPORARY, WRITABLE, below, places
from harness_runtime.confinement.engines.supervisor import supervise
from harness_runtime.confinement.profile import Command, Limits, Outcome, Profile

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

PROGRAM = "/usr/bin/sandbox-exec"

# What a program needs to live at all: itself, its children, the devices that hold nothing, and the services that tell
# it who and where it is. No service that starts, opens or types something for others.
_GROUND = """\
(version 1)
(deny default)
(allow process-exec process-fork)
(allow process-info* (target same-sandbox))
(allow signal (target same-sandbox))
(allow sysctl-read)
(allow system-socket (require-all (socket-domain AF_SYSTEM) (socket-protocol 2)))
(allow ipc-posix-sem)
(allow pseudo-tty)
(allow file-read* file-write* file-ioctl (literal "/dev/ptmx") (regex #"^/dev/ttys[0-9]+$"))
(allow file-read* file-write-data file-ioctl
    (literal "/dev/null") (literal "/dev/zero") (literal "/dev/random") (literal "/dev/urandom")
    (literal "/dev/dtracehelper") (subpath "/dev/fd"))
(allow mach-lookup
    (global-name "com.apple.system.opendirectoryd.libinfo")
    (global-name "com.apple.system.opendirectoryd.membership")
    (global-name "com.apple.system.notification_center")
    (global-name "com.apple.system.logger")
    (global-name "com.apple.logd")
    (global-name "com.apple.trustd.agent"))
(allow file-read*)
"""
_CREATE_SPECIAL = "(vnode-type SYMLINK) (vnode-type BLOCK-DEVICE) (vnode-type CHARACTER-DEVICE)"
_NETWORK = {
    "none": "",
    "loopback": '(allow network* (local ip "localhost:*") (remote ip "localhost:*"))\n',
    "full": """\
(allow network* (local ip "*:*") (remote ip "*:*"))
(allow mach-lookup (global-name "com.apple.dnssd"))
""",
}


def profile_text(found: dict[str, str], network: str) -> str:
    """The profile: later rules win, so the places come parents first.

    A folder that holds a place which is not writable cannot be renamed or removed: its place would go with it.
    """
    lines = [_GROUND, _NETWORK[network]]
    for path, kind in found.items():
        place = f"({'subpath' if os.path.isdir(path) else 'literal'} {quoted(path)})"
        if kind in (WRITABLE, TEMPORARY):
            lines.append(f"(allow file-read* file-write* {place})\n")
            special = "(vnode-type SYMLINK)" if kind == TEMPORARY else ""
            denied = _CREATE_SPECIAL.replace("(vnode-type SYMLINK) ", "") if special else _CREATE_SPECIAL
            lines.append(f"(deny file-write-create (require-all {place} (require-any {denied})))\n")
            lines.append(f"(deny file-write-setugid {place})\n")
            lines.append(f"(allow network* (local unix-socket {place}) (remote unix-socket {place}))\n")
        elif kind == READABLE:
            lines.append(f"(allow file-read* {place})\n(deny file-write* {place})\n")
        elif kind == HIDDEN:
            lines.append(f"(deny file-read* file-write* {place})\n")
    lines += [f"(deny file-write-unlink (literal {quoted(path)}))\n" for path in _held_in_place(found)]
    return "".join(lines)


def _held_in_place(found: dict[str, str]) -> list[str]:
    """The folders between a writable place and a narrower one inside it."""
    closed = [path for path, kind in found.items() if kind in (READABLE, HIDDEN)]
    open_places = [path for path, kind in found.items() if kind in (WRITABLE, TEMPORARY)]
    held = set()
    for path in closed:
        for place in open_places:
            folder = os.path.dirname(path)
            while below(path, place) and (folder == place or below(folder, place)):
                held.add(folder)
                folder = os.path.dirname(folder)
    return sorted(held)


def quoted(path: str) -> str:
    """A string of the profile language."""
    return '"' + path.replace("\\", "\\\\").replace('"', '\\"') + '"'


class Seatbelt(Engine):
    """See the module."""

    name = "seatbelt"
    networks = ("none", "loopback", "full")

    def confine(self, profile: Profile, command: Command, alive: Callable[[], bool]) -> Outcome:
        text = profile_text(places(profile), profile.network)

        def start(control: int, status: int) -> int:
            pid = os.fork()
            if pid == 0:
                _keep(text, command, profile.limits, control, status)
            return pid

        return supervise(start, self.name, profile.limits, alive)


def try_seatbelt() -> tuple[str, str]:
    """A reason why it cannot be used ("" for none), and what was tried."""
    if not os.access(PROGRAM, os.X_OK):
        return "not_installed", PROGRAM
    words = [PROGRAM, "-p", _GROUND, "/usr/bin/true"]
    _, status = os.waitpid(os.posix_spawn(PROGRAM, words, {}), 0)
    return ("" if status == 0 else "trial_failed"), f"wait status {status}"


def _keep(text: str, command: Command, limits: Limits, control: int, status: int) -> None:
    """The keeper of a run, as on Linux, with a process group in place of what only Linux has."""
    try:
        for number in (SIGHUP, SIGINT, SIGPIPE, SIGQUIT, SIGTERM, SIGXFSZ):
            signal(number, SIG_IGN)
        keep_exit_statuses()
        os.setsid()
        for kind, most in ((RLIMIT_CORE, 0), (RLIMIT_FSIZE, limits.file_bytes), (RLIMIT_NPROC, limits.processes)):
            allowed = getrlimit(kind)[1]
            setrlimit(kind, (most, most) if allowed < 0 else (min(most, allowed),) * 2)
        os.chdir(command.cwd)
        stages = _start(text, command)
        _watch(stages, control, status)
        os.write(status, b"done\n")
    except BaseException as error:
        os.write(status, b"fault %s\n" % repr(error).replace("\n", " ").encode()[:2000])
    finally:
        os._exit(0)


def _start(text: str, command: Command) -> list[int]:
    stages: list[int] = []
    reads = os.open("/dev/null", os.O_RDONLY)
    lines = [list(command.argv)] + ([["/bin/sh", "-c", command.rest]] if command.rest else [])
    for at, words in enumerate(lines):
        last = at == len(lines) - 1
        next_reads, writes = (reads, 1) if last else os.pipe()
        streams = (reads, writes, writes if command.merge_stderr and at == 0 else 2)
        pid = os.fork()
        if pid == 0:
            try:
                os.setpgid(0, stages[0] if stages else 0)
                reset_signals()
                for target, copy in enumerate([os.dup(stream) for stream in streams]):
                    os.dup2(copy, target)
                os.closerange(3, os.sysconf("SC_OPEN_MAX"))
                os.execve(PROGRAM, [PROGRAM, "-p", text, *words], command.env)
            finally:
                os._exit(126)
        stages.append(pid)
        for end in (reads, *(() if last else (writes,))):
            os.close(end)
        reads = next_reads
    return stages


def _watch(stages: list[int], control: int, status: int) -> None:
    """Looks every 50 ms, as there is no descriptor for a child here."""
    waiting = poll()
    waiting.register(control, 1)
    ended: set[int] = set()
    ending = False
    while len(ended) < len(stages):
        if waiting.poll(50) and not ending:
            numbers = os.read(control, 64)
            ending = numbers == b""
            _signal_group(stages[0], numbers or bytes([SIGKILL]))
        for at, pid in enumerate(stages):
            done, code = (0, 0) if pid in ended else os.waitpid(pid, os.WNOHANG)
            if done:
                ended.add(pid)
                os.write(status, b"exit %d %d\n" % (at, code))
        if ending:
            time.sleep(0.05)
    _signal_group(stages[0], bytes([SIGKILL]))


def _signal_group(group: int, numbers: bytes) -> None:
    for number in numbers:
        try:
            os.killpg(group, number)
        except (ProcessLookupError, PermissionError):
            continue
