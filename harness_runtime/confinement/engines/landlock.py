"""Confinement by Landlock and seccomp alone: for where namespaces are forbidden, as inside a host's own sandbox.

Narrower than bubblewrap in a few ways that a suite may notice. In /tmp only the private folder can be written; next
to a hidden or read-only entry nothing can be created; a folder with a hidden folder below cannot be listed. There are
no UNIX connections, no pseudo terminals, no shared memory and no POSIX semaphores, because those of others would come
with them, and no network. What is asked about (mode, owner, times) can fail with EINTR in a program whose signal
handler does not restart calls.
Source: landlock(7), seccomp(2).
"""

from __future__ import annotations

import os

from harness_runtime.confinement.engines.dispositions import keep_exit_statuses
from harness_runtime.confinement.engines.interface import Engine
from harness_runtime.confinement.engines.linux import landlock
from harness_runtime.confinement.engines.linux.adoption import Adoption
from harness_runtime.confinement.engines.linux.filter import Rules, program
from harness_runtime.confinement.engines.linux.job import Job
from harness_runtime.confinement.engines.linux.keeper import keep
from harness_runtime.confinement.engines.linux.rights import rules
from harness_runtime.confinement.engines.places import TEMPORARY, WRITABLE, needed, places, with_shared
from harness_runtime.confinement.engines.supervisor import supervise
from harness_runtime.confinement.profile import Command, ConfinementFault, Outcome, Profile

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

TRUNCATE_SINCE = 3


class Landlock(Engine):
    """`version` is the ABI to be content with, at most the kernel's own."""

    name = "landlock"
    networks = ("none",)

    def __init__(self, version: int) -> None:
        self.version = version

    def confine(self, profile: Profile, command: Command, alive: Callable[[], bool]) -> Outcome:
        found = places(profile)
        if profile.network not in self.networks:
            raise ConfinementFault("profile_invalid", profile.network)
        job = Job(
            command,
            profile.limits,
            rules(with_shared(found, needed(command))),
            self.version,
            tcp=False,
            program=program(_left_to_the_filter(self.version)),
            boundary={os.fsencode(path): kind in (WRITABLE, TEMPORARY) for path, kind in found.items()},
        )

        def start(control: int, status: int) -> int:
            keep_exit_statuses()
            pid = os.fork()
            if pid == 0:
                _close_others(control, status)
                keep(job, control, status)
            return pid

        with Adoption():
            return supervise(start, self.name, profile.limits, alive)


def _left_to_the_filter(version: int) -> Rules:
    return Rules(
        inet=False,
        unix="pairs",
        attributes=True,
        signals=version < landlock.SCOPED_SINCE,
        processes=True,
        ipc=True,
        truncation=version < TRUNCATE_SINCE,
    )


def _close_others(control: int, status: int) -> None:
    """The keeper must see when the supervisor is gone, so no other end of the pipes may stay open in it."""
    kept = {0, 1, 2, control, status}
    for name in os.listdir("/proc/self/fd"):
        if int(name) not in kept:
            try:
                os.close(int(name))
            except OSError:
                continue  # the one that listed them
