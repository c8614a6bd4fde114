"""A person at a terminal: `harness-state` lets nobody else install or trust."""

from __future__ import annotations

import os
import pty
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

from .scratch import PATIENCE, kill_tree


def harness_state(
    *words: str, typed: tuple[str, ...], env: dict[str, str], seconds: float = PATIENCE
) -> tuple[int, str]:
    """Exit code and screen of a command whose questions get these lines as answers."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "harness_runtime.cli.main", *words],
        cwd=Path(__file__).parents[2],
        env=env,
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        start_new_session=True,
    )
    os.close(theirs)
    deadline = threading.Timer(seconds, kill_tree, (process.pid,))
    deadline.start()
    os.write(ours, "".join(f"{line}\n" for line in typed).encode())
    screen = b"".join(_read(ours))
    deadline.cancel()
    os.close(ours)
    return process.wait(), screen.decode("utf-8", "replace").replace("\r\n", "\n")


def _read(terminal: int) -> Iterator[bytes]:
    """Until the last process on the terminal has ended; Linux then fails the read, other systems give nothing."""
    while True:
        try:
            some = os.read(terminal, 65536)
        except OSError:
            return
        if not some:
            return
        yield some
