"""A person at a pseudo-terminal: starts harness-state there and answers its questions."""

from __future__ import annotations

import os
import pty
import select
import signal
import sys
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

LANGUAGE, YES_NO = "(ko, en)", "[y/N]"


@dataclass(frozen=True)
class Talk:
    exit_code: int
    shown: str

    @property
    def flat(self) -> str:
        """What is shown, wherever its lines were folded."""
        return " ".join(self.shown.split())


def talk(
    *words: str,
    environ: Mapping[str, str],
    answers: Iterable[tuple[str, str]] = (),
    folder: str | os.PathLike[str] = ".",
    columns: int = 120,
    program: Sequence[str] = (sys.executable, "-m", "harness_runtime.cli.main"),
    seconds: float = 180,
) -> Talk:
    """Run `harness-state WORDS`; each answer (question, reply) is typed once its question is on the screen."""
    command = [*program, *words]
    process, screen = pty.fork()
    if process == 0:
        os.chdir(folder)
        os.execvpe(command[0], command, {**environ, "COLUMNS": str(columns), "TERM": "dumb"})
    try:
        shown = _follow(screen, list(answers), time.monotonic() + seconds)
    except BaseException:
        os.kill(process, signal.SIGKILL)
        raise
    finally:
        _, status = os.waitpid(process, 0)
        os.close(screen)
    return Talk(os.waitstatus_to_exitcode(status), shown)


def _follow(screen: int, answers: list[tuple[str, str]], until: float) -> str:
    shown, read = "", 0
    while True:
        ready, _, _ = select.select([screen], [], [], max(0.0, until - time.monotonic()))
        if not ready:
            raise TimeoutError(f"no end, shown so far:\n{shown}")
        try:
            chunk = os.read(screen, 65536)
        except OSError:  # Linux: the other side has closed
            chunk = b""
        if not chunk:
            return shown.replace("\r\n", "\n")
        shown += chunk.decode("utf-8", "replace")
        if answers and (at := shown.find(answers[0][0], read)) >= 0:
            read = at + len(answers[0][0])
            os.write(screen, answers.pop(0)[1].encode() + b"\n")
