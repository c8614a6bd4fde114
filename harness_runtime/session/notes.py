"""Notes that a person sent to a running session: queued, delivered once, kept. Hot where they are delivered.

    notes/waiting/<when>-<random>     one note, published whole: WAITING or DELIVERED, then a JSON object
    notes/delivered/<the same name>   where whoever comes next puts what was delivered

Who delivers a note holds its lock, writes it out and marks it as the last thing before the process ends: one byte of
the file in memory, because a system call that a kill meets in the middle is finished first. A kill before that leaves
the note waiting and its lock free, and a host ignores what a killed hook has written; so the next hook delivers it.
Not promised: what a kill does in the instant between the mark and the end of the process.
"""

from __future__ import annotations

import os

from harness_runtime.session.layout import run_folder
from harness_runtime.wire.fastjson import dumps, loads

MAX_TEXT = 4_000  # bytes of one note
MAX_DELIVERED = 5_000  # bytes that one event delivers; beyond 2,500 tokens Codex shows the model a preview only
WAITING, DELIVERED = b"w", b"d"
_FLAGS = os.O_NOFOLLOW | os.O_CLOEXEC


class Note:
    """A note that this process has claimed. `at`: ISO 8601, UTC."""

    __slots__ = ("_flag", "_handle", "at", "text")

    def __init__(self, handle: int, text: str, at: str) -> None:
        from mmap import mmap

        self._handle = handle
        self._flag = mmap(handle, 1)
        self._flag[0:1] = WAITING  # the page is writable from here on: the mark itself waits for nothing
        self.text = text
        self.at = at

    def delivered(self) -> None:
        """It has been written out."""
        self._flag[0:1] = DELIVERED

    def give_back(self) -> None:
        self._flag.close()
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
        raw = WAITING + dumps({"at": at, "text": text}).encode("ascii")
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
    found: list[Note] = []
    room = MAX_DELIVERED
    for name in _names(folder):
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


def may_wait(data: str, session_id: str) -> bool:
    """Is there anything to look at?"""
    return bool(_names(notes_folder(data, session_id)))


def waiting(data: str, session_id: str) -> int:
    """How many notes wait."""
    folder = notes_folder(data, session_id)
    return sum(_read(f"{folder}/waiting/{name}")[:1] == WAITING for name in _names(folder))


def sent_since(data: str, session_id: str, at: str) -> list[str]:
    """The texts of the notes from `at` (ISO 8601, UTC) on that were delivered, oldest first."""
    return [text for sent, text in _texts(notes_folder(data, session_id), DELIVERED) if sent >= at]


def waiting_texts(data: str, session_id: str) -> list[str]:
    """The texts of the notes that wait, oldest first."""
    return [text for _, text in _texts(notes_folder(data, session_id), WAITING)]


def _texts(folder: str, mark: bytes) -> list[tuple[str, str]]:
    """When and what, of the notes with this mark."""
    found = []
    for place in ("delivered", "waiting"):
        try:
            names = os.listdir(f"{folder}/{place}")
        except FileNotFoundError:
            continue
        for name in names:
            raw = _read(f"{folder}/{place}/{name}", 1 << 20)
            try:
                fields = loads(raw[1:]) if raw[:1] == mark else None
            except ValueError:
                continue
            if isinstance(fields, dict):
                found.append((name, str(fields.get("at")), str(fields.get("text"))))
    return [(at, text) for _, at, text in sorted(found)]


def _names(folder: str) -> list[str]:
    try:
        return sorted(os.listdir(f"{folder}/waiting"))
    except FileNotFoundError:
        return []


def _claim(folder: str, name: str) -> Note | None:
    """None when another process is delivering it, it was delivered, or it is no note."""
    path = f"{folder}/waiting/{name}"
    try:
        handle = os.open(path, os.O_RDWR | _FLAGS)
    except FileNotFoundError:
        return None
    try:
        os.lockf(handle, os.F_TLOCK, 0)
        raw = os.read(handle, 1 << 20)
        if raw[:1] == DELIVERED:
            os.rename(path, f"{folder}/delivered/{name}")
        elif raw[:1] == WAITING:
            fields = loads(raw[1:])
            if isinstance(fields, dict) and isinstance(fields.get("text"), str):
                return Note(handle, str(fields["text"]), str(fields.get("at")))
    except (OSError, ValueError):
        pass
    os.close(handle)
    return None


def _read(path: str, most: int = 1) -> bytes:
    try:
        handle = os.open(path, os.O_RDONLY | _FLAGS)
    except OSError:
        return b""
    try:
        return os.read(handle, most)
    finally:
        os.close(handle)


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
