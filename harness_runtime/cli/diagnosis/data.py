"""One data folder: the hooks' Python, the folder itself, reports of bugs, armed sessions."""

from __future__ import annotations

import tempfile
import time
from pathlib import Path

from harness_runtime.cli.checks import error, ok, warning
from harness_runtime.cli.contracts.plugin import Check
from harness_runtime.cli.diagnosis import settings
from harness_runtime.cli.installation import interpreter
from harness_runtime.cli.language import sentence
from harness_runtime.cli.sessions.find import Session, sessions_in
from harness_runtime.cli.sessions.idle import idle_sessions
from harness_runtime.session.store import StoreFault

NAMED = 3
IDLE_DAYS = 3  # an armed session that nothing happened to for so long was probably left behind


def examine(name: str, data: Path, in_use: bool) -> list[Check]:
    """`name`: what the checks' names begin with. A folder that no plugin uses may still hold armed sessions."""
    if not data.is_dir():
        return [error(f"{name}_data", "data_absent", "mend_data_absent", path=str(data))] if in_use else []
    used = [_interpreter(name, data), _folder(name, data)] if in_use else []
    return [*used, settings.person(name, data), _reports(name, data), _sessions(name, data)]


def _interpreter(name: str, data: Path) -> Check:
    name, program = f"{name}_interpreter", interpreter.in_use(data)
    if program is None:
        return warning(name, "interpreter_absent", "mend_interpreter", path=str(data))
    try:
        version = interpreter.version_of(program)
    except interpreter.Unusable as fault:
        return error(name, "interpreter_fails", "mend_interpreter", path=program, why=str(fault))
    return ok(name, "interpreter_fine", path=program, version=version)


def _folder(name: str, data: Path) -> Check:
    try:
        with tempfile.TemporaryFile(dir=data):
            pass
    except OSError as fault:
        why = fault.strerror or ""
        return error(f"{name}_data", "data_unwritable", "mend_data_unwritable", path=str(data), why=why)
    if data.stat().st_mode & 0o077:
        return warning(f"{name}_data", "data_open", "mend_data_open", path=str(data))
    return ok(f"{name}_data", "data_fine", path=str(data))


def _reports(name: str, data: Path) -> Check:
    try:
        names = sorted((path.name for path in (data / "reports").iterdir()), reverse=True)
    except FileNotFoundError:
        names = []
    if not names:
        return ok(f"{name}_reports", "no_reports")
    named = ", ".join(str(data / "reports" / report) for report in names[:NAMED])
    return warning(f"{name}_reports", "reports", "mend_reports", count=str(len(names)), names=named)


def _sessions(name: str, data: Path) -> Check:
    """While one is armed, every session of the host pays for the look at whether it is this one."""
    name = f"{name}_sessions"
    armed = [session for session in sessions_in([data]) if session.armed]
    if not armed:
        return ok(name, "none_armed")
    fields = {"count": str(len(armed)), "names": "; ".join(_about(session) for session in armed)}
    broken = [session.session_id for session in armed if session.is_fault]
    if broken:
        return error(name, "armed_unreadable", "mend_unreadable", broken=", ".join(broken), **fields)
    idle = [found.session.session_id for found in idle_sessions([data], time.time() - IDLE_DAYS * 86400)]
    if idle:
        return warning(name, "armed_idle", "mend_idle", idle=", ".join(idle), days=str(IDLE_DAYS), **fields)
    return ok(name, "armed_sessions", **fields)


def _about(session: Session) -> str:
    if isinstance(session.state, StoreFault):
        what = session.state.rule if session.is_fault else sentence("no_run")
        return f"{session.session_id}: {what}"
    return f"{session.session_id}: {session.state.phase}, {session.updated_at}"
