"""Reads a host's transcript, its beginning and its newest part, into steps. Evidence for a model, never authority."""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from harness_runtime.loop.learning.claude_steps import claude_steps
from harness_runtime.loop.learning.codex_steps import codex_steps
from harness_runtime.loop.learning.fault import LearningFault
from harness_runtime.loop.learning.step import Call, Step

HEAD_BYTES = 512 * 1024
TAIL_BYTES = 6 * 1024 * 1024
ABOUT = 50  # records that tell what the session is

Host = Literal["codex", "claude"]


class TranscriptFault(LearningFault):
    """The transcript cannot be used."""


@dataclass(frozen=True)
class Transcript:
    """`beginning` and `rest` are all of it, unless `torn`: then what lay between them was too much to read.
    `session_id` and `cwd` as its first records tell, "" where they do not."""

    host: Host
    beginning: list[Step]
    rest: list[Step]
    torn: bool
    session_id: str = ""
    cwd: str = ""


def read_transcript(path: str) -> Transcript:
    """Raises TranscriptFault."""
    try:
        head, tail = _read(path)
    except OSError as error:
        raise TranscriptFault("transcript_unreadable", path=path, why=error.strerror or "") from None
    first, second = records(head), records(tail)
    host = _host(first or second)
    if host is None:
        raise TranscriptFault("transcript_unknown", path=path)
    steps = codex_steps if host == "codex" else claude_steps
    beginning, rest = (steps(first), steps(second)) if tail else ([], steps(first))
    about = about_session(first or second)
    return Transcript(host, beginning, rest, bool(tail), *about)


def about_session(found: list[dict[str, Any]]) -> tuple[str, str]:
    """The session's id and folder, from the first records that tell them."""
    session_id = cwd = ""
    for record in found[:ABOUT]:
        payload = record.get("payload")
        told = payload if isinstance(payload, dict) and record.get("type") == "session_meta" else record
        session_id = session_id or _text(told.get("id") if told is payload else told.get("sessionId"))
        cwd = cwd or _text(told.get("cwd"))
    return session_id, cwd


def _text(value: Any) -> str:
    return value if isinstance(value, str) else ""


def _read(path: str) -> tuple[bytes, bytes]:
    """Whole lines from the beginning and, of a large file, from the end. Raises OSError."""
    handle = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    with os.fdopen(handle, "rb") as file:
        if not stat.S_ISREG(os.fstat(handle).st_mode):
            raise OSError(0, "no ordinary file")
        size = file.seek(0, os.SEEK_END)
        file.seek(0)
        if size <= HEAD_BYTES + TAIL_BYTES:
            return file.read(HEAD_BYTES + TAIL_BYTES), b""
        head = file.read(HEAD_BYTES)
        file.seek(size - TAIL_BYTES)
        return head[: head.rfind(b"\n") + 1], file.read(TAIL_BYTES).partition(b"\n")[2]


def records(raw: bytes) -> list[dict[str, Any]]:
    """What is no JSON object is left out: the line that the host is writing now, for one."""
    found = []
    for line in raw.split(b"\n"):
        try:
            record = json.loads(line)
        except (ValueError, RecursionError):
            continue
        if isinstance(record, dict):
            found.append(record)
    return found


def _host(found: list[dict[str, Any]]) -> Host | None:
    if any(record.get("type") == "session_meta" or "payload" in record for record in found[:ABOUT]):
        return "codex"
    return "claude" if any("sessionId" in record for record in found[:ABOUT]) else None


def mark(transcript: Transcript, judged: Mapping[str, str]) -> None:
    """Note Harness's own verdicts, by the calls' ids: what it denied did not run, whatever the transcript says."""
    for step in (*transcript.beginning, *transcript.rest):
        verdict = judged.get(step.id, "") if isinstance(step, Call) else ""
        if isinstance(step, Call) and verdict in ("allow", "deny"):
            step.judged = "deny" if verdict == "deny" else "allow"
            step.outcome = "refused" if verdict == "deny" else step.outcome
