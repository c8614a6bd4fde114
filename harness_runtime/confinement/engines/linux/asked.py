"""A system call that waits for its answer."""

from __future__ import annotations

import fcntl
import struct

_VALID = 0x40082102  # SECCOMP_IOCTL_NOTIF_ID_VALID


class Asked:
    """One call: who asks (a thread), and its six arguments as they were in the registers."""

    __slots__ = ("arguments", "listener", "number", "thread")

    def __init__(self, listener: int, number: int, thread: int, arguments: tuple[int, ...]) -> None:
        self.listener = listener
        self.number = number
        self.thread = thread
        self.arguments = arguments

    def check_still_asking(self) -> None:
        """What was opened under /proc by then belongs to who asked. Raises OSError when it has ended."""
        fcntl.ioctl(self.listener, _VALID, struct.pack("=Q", self.number))
