"""Kills a process after the n-th of the system calls by which it changes something on disk."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from itertools import count
from typing import Any, TypeVar

from tests.support.processes import in_process, was_killed

Ground = TypeVar("Ground")

CALLS = (
    "open", "write", "pwrite", "ftruncate", "rename", "link", "unlink", "mkdir", "rmdir", "symlink", "fchmod",
    "chmod", "chown", "utime",
)  # fmt: skip


def kill_at(step: int) -> None:
    """From here on this process dies right after its `step`-th call that changes something on disk; 1 is before the
    first. Between two of them there is nothing to tell apart."""
    moments = count(1)

    def reach() -> None:
        if next(moments) == step:
            os.kill(os.getpid(), signal.SIGKILL)

    def watched(name: str, real: Callable[..., Any]) -> Callable[..., Any]:
        def call(*arguments: Any, **named: Any) -> Any:
            result = real(*arguments, **named)
            if name != "open" or arguments[1] & (os.O_CREAT | os.O_TRUNC):
                reach()
            return result

        return call

    reach()
    for name in CALLS:
        setattr(os, name, watched(name, getattr(os, name)))


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
