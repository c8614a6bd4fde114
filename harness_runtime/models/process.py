"""A program that is handed a text and answers on stdout: no shell, no terminal, an end in time, a bounded answer.

Its process group has ended when this returns. Not promised: the end of a process that made a session of its own.
"""

from __future__ import annotations

import os
import selectors
import signal
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from tempfile import TemporaryDirectory
from time import monotonic

from harness_runtime.models.interface import MAX_READ

TICK = 0.2  # seconds between two looks at an end that no output announces
DRAIN = 0.5  # seconds for output that is still in the pipe
CHUNK = 65536


@dataclass(frozen=True)
class Ended:
    """`code` None: it was stopped, for time or, with `overflow`, for more than MAX_READ bytes."""

    code: int | None
    output: bytes
    overflow: bool = False


class CannotStart(Exception):
    """`missing`: there is no such program."""

    def __init__(self, detail: str, *, missing: bool) -> None:
        super().__init__(detail)
        self.detail = detail
        self.missing = missing


@contextmanager
def private_folder(environ: Mapping[str, str]) -> Iterator[str]:
    """An empty folder that nobody else can look into, gone afterwards. Raises OSError."""
    parent = environ.get("TMPDIR")
    with TemporaryDirectory(
        prefix="harness-", dir=parent if parent and os.path.isdir(parent) else None, ignore_cleanup_errors=True
    ) as folder:
        yield os.path.realpath(folder)


def run(words: Sequence[str], given: bytes, folder: str, environ: Mapping[str, str], seconds: float) -> Ended:
    """Runs to its end, or to `seconds`. What it says on stderr is dropped. Raises CannotStart."""
    until = monotonic() + seconds
    try:
        process = subprocess.Popen(
            list(words),
            cwd=folder,
            env=dict(environ),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
    except (OSError, ValueError) as error:
        detail = getattr(error, "strerror", None) or str(error)
        raise CannotStart(detail, missing=isinstance(error, FileNotFoundError)) from None
    talk = _Talk(process, given)
    try:
        ended = talk.follow(until)
    finally:
        with suppress(ProcessLookupError, PermissionError):  # macOS answers EPERM for a group of ended processes
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        talk.finish()
    return Ended(process.returncode if ended and not talk.overflow else None, bytes(talk.heard), talk.overflow)


class _Talk:
    """Writes what is given and reads what is said, neither waiting for the other."""

    def __init__(self, process: subprocess.Popen[bytes], given: bytes) -> None:
        assert process.stdin is not None and process.stdout is not None
        self.process, self.stdin, self.stdout = process, process.stdin, process.stdout
        self.left = memoryview(given)
        self.heard = bytearray()
        self.overflow = False
        self.selector = selectors.DefaultSelector()
        for pipe, event in ((self.stdin, selectors.EVENT_WRITE), (self.stdout, selectors.EVENT_READ)):
            os.set_blocking(pipe.fileno(), False)
            self.selector.register(pipe, event)

    def follow(self, until: float) -> bool:
        """True when the process ended by itself; a child of it may still hold a pipe."""
        while (left := until - monotonic()) > 0 and not self.overflow:
            if not self._hears():
                with suppress(subprocess.TimeoutExpired):
                    self.process.wait(left)
                return self.process.poll() is not None
            self._step(min(left, TICK))
            if self.process.poll() is not None:
                return True
        return self.process.poll() is not None

    def finish(self) -> None:
        until = monotonic() + DRAIN
        while self._hears() and not self.overflow and (left := until - monotonic()) > 0:
            if not self._step(left):
                break
        self.selector.close()
        for pipe in (self.stdin, self.stdout):
            with suppress(OSError):
                pipe.close()

    def _hears(self) -> bool:
        return self.stdout in {key.fileobj for key in self.selector.get_map().values()}

    def _step(self, seconds: float) -> bool:
        ready = self.selector.select(seconds)
        for key, _ in ready:
            if key.fileobj is self.stdin:
                self._write()
            else:
                self._read()
        return bool(ready)

    def _write(self) -> None:
        """A program that does not want to know the question closes its end."""
        try:
            self.left = self.left[os.write(self.stdin.fileno(), self.left[:CHUNK]) :] if self.left else self.left
        except BlockingIOError:
            return
        except OSError:
            self.left = self.left[:0]
        if not self.left:
            self.selector.unregister(self.stdin)
            with suppress(OSError):
                self.stdin.close()

    def _read(self) -> None:
        with suppress(BlockingIOError):
            chunk = os.read(self.stdout.fileno(), CHUNK)
            self.heard += chunk
            self.overflow = len(self.heard) > MAX_READ
            if not chunk:
                self.selector.unregister(self.stdout)
