"""Tickets: which command may run confined, handed from PreToolUse to harness-confine and PostToolUse. Hot.

One file a ticket, `<data>/confined/<n>.json`; n is what stands in the rewritten command. Exclusive creation decides
between hooks that write at the same time. A number comes again only after its session's tickets were removed at an
activation, which makes a new key too, so that no line signed for the old ticket counts for the new one.

A ticket may be run more than once while its policy is live: the data folder may be read-only where it runs, so
nothing there can mark it as used. PostToolUse records one piece of evidence for it.
"""

from __future__ import annotations

import os

from harness_runtime.session.layout import run_folder
from harness_runtime.session.sealed import SCHEMA_VERSION, SealedFault, read_file
from harness_runtime.wire.fastjson import dumps, loads

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

VERIFICATION, SHELL = "verification", "shell"
NETWORKS = ("none", "loopback", "full")

_SUFFIX = ".json"
_TEXTS = ("session_id", "run_id", "text", "rest", "cwd", "command", "input", "tool_use_id")
_PLACES = ("data", "plugin_root", "home", "codex_home", "claude_home")


def ticket_folder(data: str) -> str:
    return f"{data}/confined"


def ticket_path(data: str, number: int) -> str:
    return f"{data}/confined/{number}{_SUFFIX}"


def write_ticket(data: str, ticket: dict[str, object], input_digest: Callable[[int], str] | None = None) -> int:
    """Store the ticket under the next free number, which is returned. Raises OSError.

    `schema_version` and `call` are filled in; so is `input` when `input_digest` is given, as the digest of the tool
    input that names this number.
    """
    number = max(ticket_numbers(data), default=0) + 1
    while True:
        try:
            handle = _create(data, number)
            break
        except FileExistsError:  # another hook was faster
            number += 1
    whole = {"schema_version": SCHEMA_VERSION, "call": number, **ticket}
    if input_digest is not None:
        whole["input"] = input_digest(number)
    raw = dumps(whole).encode("ascii") + b"\n"
    try:
        if os.write(handle, raw) != len(raw):
            raise OSError("ticket written in part")
    except OSError:
        os.unlink(ticket_path(data, number))
        raise
    finally:
        os.close(handle)
    return number


def _create(data: str, number: int) -> int:
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
    try:
        return os.open(ticket_path(data, number), flags, 0o600)
    except FileNotFoundError:
        _make_folder(data)
        return os.open(ticket_path(data, number), flags, 0o600)


def _make_folder(data: str) -> None:
    try:
        os.mkdir(ticket_folder(data), 0o700)
    except FileExistsError:  # another hook was faster
        return


def ticket_numbers(data: str) -> list[int]:
    """The numbers of all tickets, in no order."""
    try:
        names = os.listdir(ticket_folder(data))
    except FileNotFoundError:
        return []
    stems = [name[: -len(_SUFFIX)] for name in names if name.endswith(_SUFFIX)]
    return [int(stem) for stem in stems if stem.isascii() and stem.isdigit()]


def read_ticket(data: str, number: int) -> dict[str, object]:
    """The ticket as stored, its shape checked. Raises SealedFault: ticket_absent, ticket_unreadable."""
    path = ticket_path(data, number)
    try:
        ticket = loads(read_file(path))
    except FileNotFoundError:
        raise SealedFault("ticket_absent", str(number)) from None
    except (OSError, ValueError) as error:
        raise SealedFault("ticket_unreadable", path) from error
    if not isinstance(ticket, dict) or ticket.get("call") != number or not _is_whole(ticket):
        raise SealedFault("ticket_unreadable", path)
    return ticket


def _is_whole(ticket: dict[str, object]) -> bool:
    places, env, digest = ticket.get("places"), ticket.get("env"), ticket.get("policy_sha256")
    return (
        ticket.get("schema_version") == SCHEMA_VERSION
        and all(isinstance(ticket.get(name), str) for name in _TEXTS)
        and type(ticket.get("revision")) is int
        and ticket.get("kind") in (VERIFICATION, SHELL)
        and _are_texts(ticket.get("words"))
        and bool(ticket["words"]) == (ticket["kind"] == VERIFICATION)
        and isinstance(env, dict)
        and _are_texts(list(env.values()))
        and isinstance(ticket.get("evidence"), bool)
        and isinstance(ticket.get("writable"), bool)
        and ticket.get("network") in NETWORKS
        and (digest is None or isinstance(digest, str))
        and isinstance(places, dict)
        and all(isinstance(places.get(name), str) for name in _PLACES)
    )


def _are_texts(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(item, str) for item in value)


def remove_tickets(data: str, session_id: str) -> None:
    """Remove the session's tickets, and those that nobody could use: at an activation, when nothing old may run."""
    for number in ticket_numbers(data):
        try:
            stale = read_ticket(data, number).get("session_id") == session_id
        except SealedFault as fault:
            stale = fault.rule != "ticket_absent" and _is_old(ticket_path(data, number))
        if stale:
            remove_ticket(data, number)


def remove_orphans(data: str) -> None:
    """Remove the tickets of sessions that have no run any more, and those that nobody could use."""
    for number in ticket_numbers(data):
        try:
            stale = not os.path.isdir(run_folder(data, str(read_ticket(data, number)["session_id"])))
        except SealedFault as fault:
            stale = fault.rule != "ticket_absent" and _is_old(ticket_path(data, number))
        if stale:
            remove_ticket(data, number)


def remove_ticket(data: str, number: int) -> None:
    for path in (_line_path(data, number), ticket_path(data, number)):
        try:
            os.unlink(path)
        except FileNotFoundError:  # removed meanwhile, or there never was one
            continue


def _line_path(data: str, number: int) -> str:
    return f"{data}/confined/{number}.line"


def keep_line(data: str, number: int, line: str) -> None:
    """Leave a run's signed last line beside its ticket too, because hosts cut long outputs. Where the host's sandbox
    keeps the data folder read-only, the output alone carries it."""
    flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_NOFOLLOW | os.O_CLOEXEC
    try:
        handle = os.open(_line_path(data, number), flags, 0o600)
    except OSError:
        return
    try:
        os.write(handle, f"{line}\n".encode("ascii"))
    except OSError:  # a part of it is signed by nobody
        return
    finally:
        os.close(handle)


def kept_line(data: str, number: int) -> str:
    """The line that was left, "" when there is none. Its MAC alone says what it is worth."""
    try:
        return read_file(_line_path(data, number)).decode("ascii", "replace")
    except (OSError, ValueError):
        return ""


def _is_old(path: str) -> bool:
    """Not one that another session's hook is writing at this moment."""
    from time import time

    try:
        return time() - os.lstat(path).st_mtime > 60
    except OSError:
        return False
