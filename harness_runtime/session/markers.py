"""Which armed sessions there are, and whose marker may go without a person. Hot enough for a door: no libraries.

A marker outlives the host's process, because a run goes on when its conversation is resumed. Only what its own
state calls over is let go here: a session that was turned off and whose marker a kill left behind, and a completed
run that nobody has come back to within a day (the person's next prompt would have released it); and so is guard
without a run after a day without a turn. A run that is open or held, and a state that is missing or cannot be read,
wait for their person, however old they are.
"""

from __future__ import annotations

import os
import time

from harness_runtime.session.guarded import GUARD, read_guarded, reasons
from harness_runtime.session.layout import armed_folder, folder_name, guarded_path, is_guarded
from harness_runtime.session.sealed import SealedFault, read_file, read_state
from harness_runtime.wire.fastjson import loads

ENDED = frozenset(("completed", "completed_with_residual_risk", "blocked", "degraded", "cancelled", "superseded"))
RELEASING = frozenset(("completed", "completed_with_residual_risk"))
IDLE_SECONDS = 24 * 3600


def armed_sessions(data: str) -> list[str]:
    """Ids of the armed sessions whose state tells its id, in no order."""
    try:
        names = os.listdir(armed_folder(data))
    except OSError:
        return []
    return [session for name in names if (session := _session_id(data, name))]


def is_over(phase: str, held: bool, updated_at: str, now: float) -> bool:
    """Nothing is guarded any more. `updated_at`: ISO 8601, UTC, whole seconds; `now`: seconds since the epoch."""
    if held or phase not in ENDED:
        return False
    return phase not in RELEASING or updated_at < time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(now - IDLE_SECONDS))


def finished(data: str, now: float) -> list[str]:
    """Armed sessions that look over. To be asked again under the session's lock before anything is removed."""
    return [session for session in armed_sessions(data) if _looks_over(data, session, now)]


def is_idle(data: str, session_id: str, now: float) -> bool:
    """A session that is guarded without a run, in which no turn has begun or ended for a day. One that has a goal or
    a chain waits for its person."""
    try:
        if os.lstat(guarded_path(data, session_id)).st_mtime >= now - IDLE_SECONDS:
            return False
        guarded = read_guarded(data, session_id)
    except OSError:
        return False
    except SealedFault:
        return True
    return guarded is not None and reasons(guarded) == [GUARD]


def _looks_over(data: str, session_id: str, now: float) -> bool:
    if is_guarded(data, session_id):
        return is_idle(data, session_id, now)
    try:
        state = read_state(data, session_id)
    except SealedFault:
        return False
    phase, updated_at = state.get("phase"), state.get("updated_at")
    if not isinstance(phase, str) or not isinstance(updated_at, str):
        return False
    return is_over(phase, state.get("held") is not False, updated_at, now)


def _session_id(data: str, name: str) -> str:
    """A marker may be named after the id's hash; the state knows the id. "" when it does not tell."""
    for file in ("state.json", "guarded.json"):
        try:
            stored = loads(read_file(f"{data}/runs/{name}/{file}"))
        except (OSError, ValueError):
            continue
        found = stored.get("session_id") if isinstance(stored, dict) else None
        if isinstance(found, str) and found and folder_name(found) == name:
            return found
    return ""
