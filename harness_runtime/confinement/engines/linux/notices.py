"""Answers the system calls that a confined program must ask for.

Nothing that the asking program could still change decides: an attribute is changed by us, on the very file that we
opened and looked at; a signal is sent by us, through a descriptor of the process that we looked at; a socket is
connected by us, to the file that we looked at. Only calls whose arguments are numbers go on as they came.
Source: seccomp_unotify(2).
"""

from __future__ import annotations

import fcntl
import struct
from _thread import start_new_thread

from harness_runtime.confinement.engines.linux.asked import Asked
from harness_runtime.confinement.engines.linux.attributes import CHANGES
from harness_runtime.confinement.engines.linux.signals import SENDS
from harness_runtime.confinement.engines.linux.sockets import connect
from harness_runtime.confinement.engines.linux.system import NUMBERS

_RECEIVE, _SEND = 0xC0502100, 0xC0182101  # SECCOMP_IOCTL_NOTIF_RECV, SECCOMP_IOCTL_NOTIF_SEND
_NOTICE, _ANSWER = "=QIIiIQ6Q", "=QqiI"
_CONTINUE = 1  # SECCOMP_USER_NOTIF_FLAG_CONTINUE
_EPERM, _EAGAIN = 1, 11


class Notices:
    """The answers of one run. `boundary` maps each entry's path to whether the run may change what lies there."""

    def __init__(self, boundary: dict[bytes, bool]) -> None:
        self._boundary = boundary
        self._names = {number: name for name, number in NUMBERS.items()}

    def answer(self, listener: int) -> None:
        """Takes one notice and answers it, or has it answered: a connection may wait for the other side."""
        notice = bytearray(struct.calcsize(_NOTICE))
        try:
            fcntl.ioctl(listener, _RECEIVE, notice)
        except OSError:
            return  # who asked is gone
        number, thread, _, call, _, _, *arguments = struct.unpack(_NOTICE, notice)
        name, asked = self._names.get(call, ""), Asked(listener, number, thread, tuple(arguments))
        if name != "connect":
            self._settle(name, asked)
            return
        try:
            start_new_thread(self._settle, (name, asked))
        except RuntimeError:  # no thread to be had
            _answer(asked, _EAGAIN, 0)

    def _settle(self, name: str, asked: Asked) -> None:
        """What goes wrong while we look is a refusal."""
        error, flags = 0, 0
        try:
            if self._decide(name, asked):
                flags = _CONTINUE
        except OSError as failed:
            error = failed.errno or _EPERM
        except Exception:  # whatever a program makes of its arguments, the run goes on and this call does not
            error = _EPERM
        _answer(asked, error, flags)

    def _decide(self, name: str, asked: Asked) -> bool:
        """True: the call goes on as it came. False: it is done. Raises OSError with what the program is told."""
        if name in SENDS:
            return SENDS[name](asked)
        if name == "connect":
            connect(asked, self._boundary)
        else:
            CHANGES[name](asked, self._boundary)
        return False


def _answer(asked: Asked, error: int, flags: int) -> None:
    try:
        fcntl.ioctl(asked.listener, _SEND, struct.pack(_ANSWER, asked.number, 0, -error, flags))
    except OSError:
        return  # who asked is gone
