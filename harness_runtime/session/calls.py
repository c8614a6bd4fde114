"""Call records: one append-only file a turn, one record of fixed size a tool call.

A fixed size makes the last records of a long history reachable without reading it. A record is one JSON
object padded with blanks to RECORD_BYTES, newline included, written by a single append. No record is
evidence of authority; the ledger alone is.
"""

from __future__ import annotations

import os

from harness_runtime.session.layout import folder_name, run_folder
from harness_runtime.wire.fastjson import loads, quote

RECORD_BYTES = 512
CONCURRENT_TURNS = 16  # a root and its children write at the same time, each into the file of its own turn
NO_TURN = "no-turn"  # stands for the turn that the host did not name
FIND_WITHIN = 1024  # records of a turn that may follow a call before its result comes
_BLOCK = 32  # of them, read at once
_ID_ROOM = 50


def append_call(
    data: str,
    session_id: str,
    turn: str,
    *,
    at: str,
    tool: str,
    verdict: str,
    kind: str,
    rule: str,
    subject: str,
    child: bool,
    agent: str = "",
    call_id: str = "",
    digest: str = "",
    command: str = "",
) -> None:
    """Append one record; `at` is ISO 8601, UTC, with milliseconds. Raises OSError when it is not written whole.

    `call_id` is the host's tool_use_id, `digest` that of the input which may run; `command` is named where the
    subject does not say it. These two share what room is left.
    """
    folder = f"{run_folder(data, session_id)}/turns"
    record = (
        f'{{"at":{quote(at)},"tool":{_cut(tool, 72)},"verdict":{quote(verdict)},"kind":{quote(kind)},'
        f'"rule":{quote(rule)},"child":{"true" if child else "false"},"agent":{_cut(agent, 50)},'
        f"{_id_field(call_id)}{quote(digest)},"
    )
    if command:
        room = RECORD_BYTES - 2 - len(record) - len('"command":,"subject":')
        record += f'"command":{_cut(command, max(room // 2, room - len(quote(subject))))},'
    record += '"subject":'
    record += _cut(subject, RECORD_BYTES - 2 - len(record)) + "}"
    line = record.encode("ascii").ljust(RECORD_BYTES - 1) + b"\n"
    path = f"{folder}/{folder_name(turn or NO_TURN)}"
    flags = os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_NOFOLLOW | os.O_CLOEXEC
    try:
        handle = os.open(path, flags, 0o600)
    except FileNotFoundError:
        _make(folder)
        handle = os.open(path, flags, 0o600)
    try:
        if os.fstat(handle).st_size % RECORD_BYTES:
            line = _after_torn(handle) + line
        if os.write(handle, line) != len(line):
            raise OSError("call record written in part")
    finally:
        os.close(handle)


def _id_field(call_id: str) -> str:
    return f'"id":{_cut(call_id, _ID_ROOM)},"input":'


def _make(folder: str) -> None:
    try:
        os.mkdir(folder, 0o700)
    except FileExistsError:  # another call of the same turn was faster
        return


def _after_torn(handle: int) -> bytes:
    """What ends the remains of an append that met a full disk, so that later records stay aligned.

    Takes the file's lock (until it is closed): of several writers that see the remains only one ends them.
    """
    import fcntl

    fcntl.flock(handle, fcntl.LOCK_EX)
    torn = os.fstat(handle).st_size % RECORD_BYTES
    return b"\n".rjust(RECORD_BYTES - torn) if torn else b""


def _cut(text: str, room: int) -> str:
    """`text` as a JSON string literal of at most `room` bytes, its middle left out when it does not fit."""
    literal = quote(text)
    if len(literal) <= room:
        return literal
    keep = room // 2
    while len(literal) > room:
        keep -= keep // 8 + 1
        literal = quote(text[:keep] + "…" + text[len(text) - keep :])
    return literal


def find_call(data: str, session_id: str, turn: str, tool_use_id: str) -> dict[str, object] | None:
    """The newest record of this call in its turn, None when it is not among the last FIND_WITHIN of them.

    Raises OSError when the turn's file is there and cannot be read.
    """
    if not tool_use_id:
        return None
    mark = _id_field(tool_use_id).encode("ascii")
    try:
        handle = os.open(
            f"{run_folder(data, session_id)}/turns/{folder_name(turn or NO_TURN)}",
            os.O_RDONLY | os.O_NOFOLLOW | os.O_CLOEXEC,
        )
    except FileNotFoundError:
        return None
    try:
        end = os.fstat(handle).st_size // RECORD_BYTES
        for stop in range(end, max(0, end - FIND_WITHIN), -_BLOCK):
            start = max(0, stop - _BLOCK)
            raw = os.pread(handle, (stop - start) * RECORD_BYTES, start * RECORD_BYTES)
            if mark in raw and (found := [record for record in _records(raw) if _is_of(record, tool_use_id)]):
                return found[-1]
    finally:
        os.close(handle)
    return None


def mentions(data: str, session_id: str, turn: str, text: bytes) -> bool:
    """Does one of the newest records of the turn hold this? Raises OSError when its file is there and unreadable."""
    path = f"{run_folder(data, session_id)}/turns/{folder_name(turn or NO_TURN)}"
    try:
        handle = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_CLOEXEC)
    except FileNotFoundError:
        return False
    try:
        end = os.fstat(handle).st_size
        start = max(0, end - _BLOCK * RECORD_BYTES)
        return text in os.pread(handle, end - start, start)
    finally:
        os.close(handle)


def _is_of(record: dict[str, object], tool_use_id: str) -> bool:
    return quote(str(record.get("id"))) == _cut(tool_use_id, _ID_ROOM)


def last_calls(data: str, session_id: str, count: int) -> list[dict[str, object]]:
    """The newest `count` records of the session, oldest first. Unreadable records are left out."""
    folder = f"{run_folder(data, session_id)}/turns"
    try:
        files = [(entry.stat().st_mtime_ns, entry.path) for entry in os.scandir(folder)]
    except FileNotFoundError:
        return []
    found: list[dict[str, object]] = []
    for number, (_, path) in enumerate(sorted(files, reverse=True)):
        if number >= CONCURRENT_TURNS and len(found) >= count:
            break
        found += _tail(path, count)
    found.sort(key=lambda call: str(call.get("at")))
    return found[-count:] if count else []


def calls_of_turn(data: str, session_id: str, turn: str, limit: int) -> tuple[list[dict[str, object]], int]:
    """The newest `limit` records of the turn, oldest first, and how many it has. Raises OSError when its file is
    there and cannot be read."""
    path = f"{run_folder(data, session_id)}/turns/{folder_name(turn or NO_TURN)}"
    try:
        return _tail(path, limit), os.lstat(path).st_size // RECORD_BYTES
    except FileNotFoundError:
        return [], 0


def calls_since(data: str, session_id: str, at: str, limit: int = 50_000) -> list[dict[str, object]]:
    """The session's records from `at` (ISO 8601) on, in order of time; at most the newest `limit`."""
    return [call for call in last_calls(data, session_id, limit) if str(call.get("at")) >= at]


def _tail(path: str, count: int) -> list[dict[str, object]]:
    with open(path, "rb") as file:
        size = file.seek(0, os.SEEK_END)
        whole = size - size % RECORD_BYTES
        file.seek(max(0, whole - count * RECORD_BYTES))
        return _records(file.read(whole - file.tell()))


def _records(raw: bytes) -> list[dict[str, object]]:
    """The records in these bytes, which begin where one begins."""
    records = []
    for start in range(0, len(raw), RECORD_BYTES):
        try:
            record = loads(raw[start : start + RECORD_BYTES])
        except ValueError:
            continue
        if isinstance(record, dict):
            records.append(record)
    return records
