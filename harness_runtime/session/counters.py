"""What a turn has done so far: one append-only file a turn and agent, one record of fixed size an event. Hot.

A record carries the totals up to it, so that the last few of them tell all: neither a long turn nor a long session
makes a call dearer. Who opens the file holds its lock until it is closed, or until the process dies.
"""

from __future__ import annotations

import os

from harness_runtime.session.layout import folder_name, run_folder

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

RECORD_BYTES = 64
WINDOW = 512  # records that a look goes back: the longest memory that repetition has
FINGERPRINT = 32  # characters of a call's digest that are kept

CALL = "c"  # a call that may run
POLL = "w"  # a call that only waits or asks how far something is
DENIED = "d"  # a call that was denied
CHANGE = "m"  # a call that changed something is over
END = "e"  # any other call is over
STOP = "s"  # the turn was stopped: nothing more passes in it


class Event:
    """One record. `calls` and `batch` are the totals with this one; `at` is in seconds since the epoch."""

    __slots__ = ("at", "batch", "calls", "fingerprint", "kind")

    def __init__(self, kind: str, fingerprint: str, calls: int, batch: int, at: int) -> None:
        self.kind = kind
        self.fingerprint = fingerprint
        self.calls = calls
        self.batch = batch
        self.at = at


class TurnFile:
    """The turn's file, locked. Looks at no more than its newest WINDOW records."""

    __slots__ = ("_end", "_handle", "_raw")

    def __init__(self, data: str, session_id: str, turn: str, agent: str, *, create: bool = True) -> None:
        """`agent`: "" for the root. Raises OSError; FileNotFoundError when there is none and none is to be made."""
        folder = f"{run_folder(data, session_id)}/counters"
        path = f"{folder}/{folder_name(f'{turn}.{agent}' if agent else turn)}"
        flags = os.O_RDWR | (os.O_CREAT if create else 0) | os.O_NOFOLLOW | os.O_CLOEXEC
        try:
            self._handle = os.open(path, flags, 0o600)
        except FileNotFoundError:
            if not create:
                raise
            _make(folder)
            self._handle = os.open(path, flags, 0o600)
        os.lockf(self._handle, os.F_LOCK, 0)
        size = os.fstat(self._handle).st_size
        self._end = size - size % RECORD_BYTES  # what a full disk took only in part counts as absent
        start = max(0, self._end - WINDOW * RECORD_BYTES)
        self._raw = b"\n" + os.pread(self._handle, self._end - start, start)  # every record begins after a newline

    def newest_first(self) -> Iterator[Event]:
        for end in range(len(self._raw), RECORD_BYTES, -RECORD_BYTES):
            event = _event(self._raw[end - RECORD_BYTES : end])
            if event is not None:
                yield event

    def newest(self) -> Event | None:
        return next(self.newest_first(), None)

    def holds(self, kind: str) -> bool:
        return f"\n{kind} ".encode("ascii") in self._raw

    def count(self, kinds: tuple[str, ...], fingerprint: str) -> int:
        """Events of these kinds and this fingerprint, since the last CHANGE of another one."""
        since = len(self._raw)
        while (since := self._raw.rfind(f"\n{CHANGE} ".encode("ascii"), 0, since)) >= 0:
            if not self._raw.startswith(fingerprint.encode("ascii"), since + len(CHANGE) + 2):
                break
        return sum(self._raw.count(f"\n{kind} {fingerprint} ".encode("ascii"), max(0, since)) for kind in kinds)

    def append(self, event: Event) -> None:
        """Raises OSError when it is not written whole."""
        text = f"{event.kind} {event.fingerprint} {event.calls} {event.batch} {event.at}"
        line = text.encode("ascii").ljust(RECORD_BYTES - 1) + b"\n"
        if len(line) != RECORD_BYTES or os.pwrite(self._handle, line, self._end) != RECORD_BYTES:
            raise OSError("counter record written in part")
        self._end += RECORD_BYTES
        self._raw += line

    def close(self) -> None:
        os.close(self._handle)


def _event(record: bytes) -> Event | None:
    try:
        kind, fingerprint, calls, batch, at = record.decode("ascii").split()
        return Event(kind, fingerprint, int(calls), int(batch), int(at))
    except ValueError:
        return None


def _make(folder: str) -> None:
    try:
        os.mkdir(folder, 0o700)
    except FileExistsError:  # another call was faster
        return
