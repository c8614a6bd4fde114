"""A session that is guarded without a run (contract: Loop guards): what is known of it, in guarded.json. Hot to read.

While the file is there nothing bounds the session's writes; the loop guards watch it. A run that begins puts the file
aside before it is stored, and its release brings it back: so a run whose state is lost is never taken for such a
session.
"""

from __future__ import annotations

import os

from harness_runtime.session.layout import guarded_path, is_guarded, run_folder
from harness_runtime.session.sealed import SCHEMA_VERSION, SealedFault, read_file, read_state
from harness_runtime.wire.fastjson import dumps, loads

RUN = "guard"  # stands for the run in what undo keeps
GUARD, GOAL, CHAIN = "guard", "goal", "chain"  # why a session is guarded: by the person's switch, a goal, a chain
REASONS = (GUARD, GOAL, CHAIN)
_TEXTS = ("session_id", "host", "language", "workspace_root", "turn", "ended_turn")


def _aside(data: str, session_id: str) -> str:
    return f"{run_folder(data, session_id)}/guarded.aside.json"


def _declined(data: str, session_id: str) -> str:
    return f"{run_folder(data, session_id)}/guard.declined"


def read_guarded(data: str, session_id: str, *, aside: bool = False) -> dict[str, object] | None:
    """What the file holds, None when the session is not guarded in this way (`aside`: will not be, after the run).
    Raises SealedFault."""
    path = _aside(data, session_id) if aside else guarded_path(data, session_id)
    try:
        value = loads(read_file(path))
    except FileNotFoundError:
        return None
    except (OSError, ValueError) as error:
        raise SealedFault("state_unreadable", path) from error
    if not isinstance(value, dict) or not all(isinstance(value.get(name), str) for name in _TEXTS):
        raise SealedFault("state_unreadable", path)
    if value.get("schema_version") != SCHEMA_VERSION:
        raise SealedFault("schema_unknown", str(value.get("schema_version"))[:40])
    if value.get("session_id") != session_id:
        raise SealedFault("state_foreign", path)
    return value


def reasons(guarded: dict[str, object]) -> list[str]:
    """Why the session is guarded; a file that does not say it was written for the person's switch."""
    found = guarded.get("because")
    known = [why for why in REASONS if why in found] if isinstance(found, list) else []
    return known or [GUARD]


def language_of(data: str, session_id: str) -> str:
    """The session's language, with a run or without; "" when it cannot be told."""
    try:
        known = read_guarded(data, session_id) or read_state(data, session_id)
    except SealedFault:
        return ""
    return str(known["language"])


def ended_turn(data: str, session_id: str) -> str:
    """The latest turn of a session without a run whose end a hook has seen; "" when that cannot be told."""
    try:
        known = read_guarded(data, session_id)
    except SealedFault:
        return ""
    return str(known["ended_turn"]) if known else ""


def is_always_armed(data: str) -> bool:
    """Does the person's config arm every session? What else is wrong with it is told where it is read in full."""
    from harness_runtime.session.person_config import glance  # no tool call asks

    return glance(data, "always_armed") is True


def declined(data: str, session_id: str) -> bool:
    """The person has switched guard off in this very session."""
    return os.path.lexists(_declined(data, session_id))


def decline(data: str, session_id: str, *, yes: bool = True) -> None:
    """Remember that, or forget it. Raises OSError."""
    path = _declined(data, session_id)
    if yes and os.path.isdir(run_folder(data, session_id)):
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600))
    elif not yes and os.path.lexists(path):
        os.unlink(path)


def write_guarded(data: str, session_id: str, fields: dict[str, object], *, aside: bool = False) -> None:
    """Store it whole. `aside`: for after the run that guards the session now. Raises OSError."""
    from pathlib import Path

    from harness_runtime.session.files import make_private_folder, replace_file

    path = Path(_aside(data, session_id) if aside else guarded_path(data, session_id))
    make_private_folder(path.parent)
    replace_file(path, dumps({"schema_version": SCHEMA_VERSION, **fields}).encode("ascii") + b"\n")


def put_aside(data: str, session_id: str) -> None:
    """A run begins. Raises OSError."""
    try:
        os.replace(guarded_path(data, session_id), _aside(data, session_id))
    except FileNotFoundError:
        return


def bring_back(data: str, session_id: str) -> bool:
    """The run is over. True when the session is guarded from here on. Raises OSError."""
    try:
        os.replace(_aside(data, session_id), guarded_path(data, session_id))
    except FileNotFoundError:
        return is_guarded(data, session_id)
    return True


def drop(data: str, session_id: str) -> bool:
    """Guard no longer, now or after the run. True when there was something to drop. Raises OSError."""
    dropped = False
    for path in (_aside(data, session_id), guarded_path(data, session_id)):
        try:
            os.unlink(path)
            dropped = True
        except FileNotFoundError:
            continue
    return dropped
