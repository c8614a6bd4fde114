"""Kills a process at the n-th system call that it makes on the way, before or after the call takes effect."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from itertools import count
from typing import Any, TypeVar

from tests.support.processes import in_process, was_killed

Ground = TypeVar("Ground")

CALLS = (
    "open", "read", "pread", "write", "pwrite", "ftruncate", "lockf", "rename", "link", "unlink", "mkdir", "rmdir",
    "symlink", "fchmod", "chmod", "utime", "readlink", "fsync",
)  # fmt: skip


def kill_at(step: int) -> None:
    """From here on this process dies at its `step`-th moment: each call has one before and one after it."""
    moments = count(1)

    def reach() -> None:
        if next(moments) == step:
            os.kill(os.getpid(), signal.SIGKILL)

    def watched(real: Callable[..., Any]) -> Callable[..., Any]:
        def call(*arguments: Any, **named: Any) -> Any:
            reach()
            result = real(*arguments, **named)
            reach()
            return result

        return call

    for name in CALLS:
        setattr(os, name, watched(getattr(os, name)))


def killed_everywhere(
    prepare: Callable[[int], Ground], work: Callable[[Ground], object], check: Callable[[Ground], object]
) -> int:
    """`work` on what `prepare` made, killed at its first moment, then `check`; on a new ground killed at the second,
    and so on, until the work survives. Returns how many kills there were."""
    for step in count(1):
        ground = prepare(step)

        def dying(step: int = step, ground: Ground = ground) -> None:
            kill_at(step)
            work(ground)

        status = in_process(dying)
        check(ground)
        if not was_killed(status):
            assert status == 0
            return step - 1
    raise AssertionError
