"""Confined commands whose end nobody saw. Hot only while there are any (contract: Confinement).

The host may kill a command's whole group, or never report its end. The first call of a later turn has the cold part
look at what such a command left, before it is judged itself. And while one may be at work, ripgrep waits: it obeys
the ignore files of the folders that it searches, and one of them could make it show what it hides.
"""

from __future__ import annotations

import os

from harness_runtime.boundary.child import child_hint
from harness_runtime.boundary.decision import Decision, Places
from harness_runtime.boundary.patterns import is_literal
from harness_runtime.boundary.secrets import is_secret
from harness_runtime.session.confined_lock import is_confined_running, unended
from harness_runtime.session.layout import planted_path, unended_path
from harness_runtime.session.sealed import SealedFault, read_file, read_policy
from harness_runtime.session.tickets import kept_line, read_ticket, ticket_path
from harness_runtime.wire.fastjson import loads
from harness_runtime.wire.stdin import turn_of

COLD = "harness_runtime.events.after_call.on_unended"
COLD_SECONDS = 8.0  # of CPU: libraries are imported, and a whole boundary is looked at
STARTS_WITHIN = 60.0  # seconds after its ticket; a call that the person has refused never starts
MOST_ENTRIES = 3000
MOST_CALLS = 64
SKIPPED = (".git", "node_modules", ".venv", "__pycache__")


def look_after(environ: dict[str, str], data: str, session_id: str, event: dict[str, object]) -> tuple[str, str]:
    """Have those of earlier turns looked after, and those that left their signed line. What is to be said of them: to
    the model, to the person."""
    turn = turn_of(event)
    begun = unended(data, session_id)
    if child_hint(event, is_delegate=False) or not any(
        begun[number] != turn or kept_line(data, number) for number in begun
    ):
        return "", ""
    if is_confined_running(data, session_id):
        return "", ""
    from _signal import ITIMER_PROF, setitimer  # type: ignore[import-not-found]

    from harness_runtime.events import cold

    setitimer(ITIMER_PROF, COLD_SECONDS)
    answer = cold.answer_of(event, environ, COLD)
    return answer.block or answer.context, answer.message


def refuse_obeying(decision: Decision, data: str, session_id: str, root: str, places: Places) -> Decision:
    """A denial where ripgrep would obey what a confined command has left, or could be making at this moment."""
    for path in _planted(data, session_id):
        if os.path.lexists(path):
            return Decision("deny", decision.kind, "planted", path)
    if os.path.lexists(unended_path(data, session_id)):
        for number in unended(data, session_id):
            if _may_be_at_work(data, session_id, number) and _may_show(data, session_id, number, root, places):
                return Decision("deny", decision.kind, "confined_reading", "rg")
    return decision


def reader_at_work(
    data: str, session_id: str, event: dict[str, object], policy: dict[str, object], root: str, places: Places
) -> str:
    """A search by ripgrep that has begun and not ended, and that a command of this policy could make show a secret,
    "" for none. One that the person has refused never ends, so only those of the last minute count."""
    from time import gmtime, strftime, time

    from harness_runtime.loop.repetition import Caller
    from harness_runtime.session.calls import calls_since
    from harness_runtime.session.counters import CALL, END, FINGERPRINT

    since = strftime("%Y-%m-%dT%H:%M:%S", gmtime(time() - STARTS_WITHIN))
    for call in calls_since(data, session_id, since, MOST_CALLS):
        if not _is_search(call):
            continue
        file = Caller(data, session_id, turn_of(event)).open()
        try:
            mark = str(call.get("input"))[:FINGERPRINT]
            is_over = file.count((CALL,), mark) <= file.count((END,), mark)
        finally:
            file.close()
        if not is_over and _shows_secret(policy, root, places):
            return str(call.get("subject"))
    return ""


def _is_search(call: dict[str, object]) -> bool:
    passed = (call.get("verdict"), call.get("kind"), call.get("agent")) == ("allow", "read", "")
    return passed and "rg" in str(call.get("subject")).replace("/", " ").replace("'", " ").split()


def _planted(data: str, session_id: str) -> list[str]:
    try:
        found = loads(read_file(planted_path(data, session_id)))
    except FileNotFoundError:
        return []
    return [str(path) for path in found] if isinstance(found, list) else []


def _may_be_at_work(data: str, session_id: str, number: int) -> bool:
    from time import time

    if is_confined_running(data, session_id):
        return True
    try:
        return time() - os.lstat(ticket_path(data, number)).st_mtime < STARTS_WITHIN
    except FileNotFoundError:
        return False


def _may_show(data: str, session_id: str, number: int, root: str, places: Places) -> bool:
    """Does what the command of this ticket may write hold a secret, as far as a bounded look tells?"""
    try:
        policy = read_policy(data, session_id, str(read_ticket(data, number)["policy_sha256"]))
    except SealedFault:
        return True
    return _shows_secret(policy, root, places)


def _shows_secret(policy: dict[str, object], root: str, places: Places) -> bool:
    waiting = []
    for name in ("allowed_write_paths", "scratch_paths"):
        patterns = policy.get(name)
        for pattern in patterns if isinstance(patterns, list) else []:
            if pattern.endswith("/**") or pattern == "**":
                waiting.append("/".join([root, *_beginning(pattern)]))
    left = MOST_ENTRIES
    while waiting:
        try:
            entries = list(os.scandir(waiting.pop()))
        except OSError:
            continue
        left -= len(entries)
        if left < 0:
            return True
        for entry in entries:
            if entry.is_dir(follow_symlinks=False):
                if entry.name not in SKIPPED:
                    waiting.append(entry.path)
            elif is_secret(entry.path, root, places):
                return True
    return False


def _beginning(pattern: str) -> list[str]:
    """The folders of a pattern before its first wildcard."""
    names: list[str] = []
    for name in pattern.split("/"):
        if not is_literal(name):
            break
        names.append(name)
    return names
