"""Notes that a person sent to a running session: queued, delivered once, kept. Hot where they are delivered.

    notes/waiting/<when>-<random>     one note, published whole
    notes/delivered/<the same name>

Who delivers a note holds its lock, writes it out and moves it as the last thing before the process ends. A kill
before that leaves the note waiting and its lock free, and a host ignores what a killed hook has written; so the next
hook delivers it. Not promised: what a kill does between the move and the end of the process.
"""

from __future__ import annotations

import os

from harness_runtime.session.layout import run_folder
from harness_runtime.wire.fastjson import dumps, loads

MAX_TEXT = 4_000  # bytes of one note
MAX_DELIVERED = 5_000  # bytes that one event delivers; beyond 2,500 tokens Codex shows the model a preview only
_FLAGS = os.O_NOFOLLOW | os.O_CLOEXEC


class Note:
    """A note that this process has claimed. `at`: ISO 8601, UTC."""

    __slots__ = ("_folder", "_handle", "_name", "at", "text")

    def __init__(self, folder: str, name: str, handle: int, text: str, at: str) -> None:
        self._folder = folder
        self._name = name
        self._handle = handle
        self.text = text
        self.at = at

    def delivered(self) -> None:
        """It has been written out. Raises OSError."""
        os.rename(f"{self._folder}/waiting/{self._name}", f"{self._folder}/delivered/{self._name}")

    def give_back(self) -> None:
        os.close(self._handle)


def notes_folder(data: str, session_id: str) -> str:
    return f"{run_folder(data, session_id)}/notes"


def put(data: str, session_id: str, text: str, at: str, when: int, token: str) -> str:
    """Publish a note and return its name; it is on disk when this returns. `when` (ns since the epoch) orders notes,
    `token` tells apart those of one moment. Raises OSError."""
    folder = notes_folder(data, session_id)
    for path in (folder, f"{folder}/delivered", f"{folder}/waiting"):
        _make(path)
    name = f"{when:020d}-{token}"
    temporary = f"{folder}/.{name}"
    handle = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL | _FLAGS, 0o600)
    try:
        raw = dumps({"at": at, "text": text}).encode("ascii")
        if os.write(handle, raw) != len(raw):
            raise OSError("note written in part")
        os.fsync(handle)
    except OSError:
        os.unlink(temporary)
        raise
    finally:
        os.close(handle)
    os.rename(temporary, f"{folder}/waiting/{name}")
    _sync(f"{folder}/waiting")
    return name


def claim(data: str, session_id: str) -> list[Note]:
    """The waiting notes that nobody else is delivering, oldest first, as many as one event takes."""
    folder = notes_folder(data, session_id)
    try:
        names = sorted(os.listdir(f"{folder}/waiting"))
    except FileNotFoundError:
        return []
    found: list[Note] = []
    room = MAX_DELIVERED
    for name in names:
        note = _claim(folder, name)
        if note is None:
            continue
        size = len(note.text.encode("utf-8", "replace"))
        if found and size > room:
            note.give_back()
            break
        room -= size
        found.append(note)
    return found


def waiting(data: str, session_id: str) -> int:
    """How many notes wait."""
    try:
        return len(os.listdir(f"{notes_folder(data, session_id)}/waiting"))
    except FileNotFoundError:
        return 0


def _claim(folder: str, name: str) -> Note | None:
    """None when another process is delivering it, has just done so, or it is no note."""
    path = f"{folder}/waiting/{name}"
    try:
        handle = os.open(path, os.O_RDWR | _FLAGS)
    except FileNotFoundError:
        return None
    try:
        os.lockf(handle, os.F_TLOCK, 0)
        os.lstat(path)  # it may have been moved between opening and locking
        fields = loads(os.read(handle, 1 << 20))
    except (OSError, ValueError):
        os.close(handle)
        return None
    match fields:
        case {"at": str(at), "text": str(text)}:
            return Note(folder, name, handle, text, at)
    os.close(handle)
    return None


def _make(folder: str) -> None:
    try:
        os.mkdir(folder, 0o700)
    except FileExistsError:
        return


def _sync(folder: str) -> None:
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
