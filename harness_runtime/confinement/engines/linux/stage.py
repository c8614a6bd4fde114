"""Starts one stage of the command: a new process that locks itself in and then becomes the program."""

from __future__ import annotations

import os
from _socket import (  # `socket` would bring much more
    AF_UNIX,
    CMSG_SPACE,
    SCM_RIGHTS,
    SOCK_STREAM,
    SOL_SOCKET,
    socket,
    socketpair,
)

from harness_runtime.confinement.engines.dispositions import reset_signals
from harness_runtime.confinement.engines.linux import landlock
from harness_runtime.confinement.engines.linux.job import Job
from harness_runtime.confinement.engines.linux.system import close_from, install_filter

_CHANNEL = 3
_NOT_FOUND, _NOT_EXECUTABLE = 127, 126
_ENOEXEC = 8


class StageFault(Exception):
    """A stage could not be locked in; nothing of the command ran in it."""


def start(job: Job, words: list[bytes], streams: tuple[int, int, int], group: int, ruleset: int) -> tuple[int, int]:
    """The new process, and the descriptor on which its system calls are asked about.

    `streams` become its standard streams; `group` is the process group to join, 0 for one of its own.
    Raises StageFault.
    """
    ours, theirs = socketpair()
    pid = os.fork()
    if pid == 0:
        try:
            _become(job, words, streams, group, ruleset, theirs)
        except BaseException as error:
            theirs.sendmsg([repr(error).encode("utf-8", "backslashreplace")[:4000]])
        finally:
            os._exit(_NOT_EXECUTABLE)
    theirs.close()
    _group(pid, group)
    said, passed, _, _ = ours.recvmsg(4096, CMSG_SPACE(4))
    ours.close()
    if not passed:
        raise StageFault(said.decode() or "it ended at once")
    return pid, int.from_bytes(passed[0][2][:4], "little")


def _group(pid: int, group: int) -> None:
    """From both sides, as the other stage may come before this one has done it itself."""
    try:
        os.setpgid(pid, group or pid)
    except OSError:
        return  # it did, and is a program already


def _become(
    job: Job, words: list[bytes], streams: tuple[int, int, int], group: int, ruleset: int, channel: socket
) -> None:
    os.setpgid(0, group)
    reset_signals()
    for target, copy in enumerate([os.dup(stream) for stream in streams]):
        os.dup2(copy, target)
    os.chdir(job.cwd)
    landlock.restrict(ruleset)
    if channel.fileno() != _CHANNEL:
        os.dup2(channel.fileno(), _CHANNEL, inheritable=False)
    close_from(_CHANNEL + 1)
    listener = install_filter(job.program)
    # All is said of the socket, so that Python does not ask for it: a host's sandbox may refuse getsockopt
    passing = socket(AF_UNIX, SOCK_STREAM, 0, fileno=_CHANNEL)
    passing.sendmsg([b"."], [(SOL_SOCKET, SCM_RIGHTS, listener.to_bytes(4, "little"))])
    os.close(listener)
    _execute(words, job.env)


def _execute(words: list[bytes], env: dict[bytes, bytes]) -> None:
    """As a shell does it: 127 for what is not found, 126 for what cannot be run; sh reads a text without `#!`."""
    name = words[0]
    folders = [b""] if b"/" in name else env.get(b"PATH", b"/usr/local/bin:/usr/bin:/bin").split(b":")
    failed: OSError = FileNotFoundError(2, os.strerror(2))
    for folder in folders:
        path = name if b"/" in name else os.path.join(folder or b".", name)
        try:
            os.execve(path, words, env)
        except (FileNotFoundError, NotADirectoryError):
            continue
        except OSError as error:
            if error.errno == _ENOEXEC:
                os.execve(b"/bin/sh", [b"/bin/sh", path, *words[1:]], env)
            failed = error
    os.write(2, b"%s: %s\n" % (name, (failed.strerror or "").encode()))
    os._exit(_NOT_FOUND if isinstance(failed, FileNotFoundError) else _NOT_EXECUTABLE)
