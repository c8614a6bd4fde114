"""While a run lasts, what loses its parent below us becomes our own child, and is killed with the run."""

from __future__ import annotations

import os
from _signal import SIGKILL  # type: ignore[import-not-found]  # `signal` would bring enum

from harness_runtime.confinement.engines.linux import system
from harness_runtime.confinement.engines.linux.processes import children


class Adoption:
    """Nothing that was started inside `with` is alive after it, even if the keeper died before its time.

    Meanwhile nothing of this process can be read or written through /proc.
    """

    def __enter__(self) -> None:
        self._before = set(children())
        self._dumpable = int(system.prctl(system.PR_GET_DUMPABLE) == 1)
        system.prctl(system.PR_SET_DUMPABLE, 0)
        system.prctl(system.PR_SET_CHILD_SUBREAPER, 1)

    def __exit__(self, *_: object) -> None:
        while left := [pid for pid in children() if pid not in self._before]:
            for pid in left:
                os.kill(pid, SIGKILL)
            for pid in left:
                os.waitpid(pid, 0)
        system.prctl(system.PR_SET_CHILD_SUBREAPER, 0)
        system.prctl(system.PR_SET_DUMPABLE, self._dumpable)
