"""PreToolUse, the rim: is this session armed at all, and what when something fails? Hot.

Only exit code PASS lets the call run; every way out of here that is not an explicit allow is a denial, and a
death of the process is turned into one by the launcher.
"""

from __future__ import annotations

import gc
import os

from harness_runtime.session.layout import armed_marker, data_folder
from harness_runtime.wire.deny import PASS, deny
from harness_runtime.wire.stdin import EventFault, read_event, text_field

CPU_SECONDS = 1.0
WALL_SECONDS = 10.0


def main() -> None:
    """Decide and end the process."""
    gc.disable()  # it ends before garbage matters, and collecting while modules are imported costs a millisecond
    try:
        code = _answer(dict(os.environ))
    except BaseException as error:  # a hook that crashes lets the tool run
        code = _internal(error)
    os._exit(code)


def _answer(environ: dict[str, str]) -> int:
    data = data_folder(environ)
    if data is None:
        return PASS
    set_deadline()
    try:
        event = read_event()
        session_id = text_field(event, "session_id")
        if not session_id:
            raise EventFault("payload")
    except EventFault as fault:
        return _refuse(environ, fault.rule)
    try:
        os.lstat(armed_marker(data, session_id))
    except FileNotFoundError:
        return PASS
    except OSError:
        return _refuse(environ, "data_unreadable", data)
    from harness_runtime.events.judge import judge  # only an armed session pays for the rest

    return judge(environ, data, session_id, event)


def set_deadline() -> None:
    """Past it the process dies by signal. CPU time is the measure, so that a busy machine denies nothing.

    A host may have started us with these signals ignored or blocked, which we would inherit.
    """
    from _signal import (  # type: ignore[import-not-found]
        ITIMER_PROF,
        ITIMER_REAL,
        SIG_DFL,
        SIG_UNBLOCK,
        SIGALRM,
        SIGPROF,
        pthread_sigmask,
        setitimer,
        signal,
    )

    signal(SIGPROF, SIG_DFL)
    signal(SIGALRM, SIG_DFL)
    pthread_sigmask(SIG_UNBLOCK, (SIGPROF, SIGALRM))
    setitimer(ITIMER_PROF, CPU_SECONDS)
    setitimer(ITIMER_REAL, WALL_SECONDS)


def _refuse(environ: dict[str, str], rule: str, subject: str = "") -> int:
    from harness_runtime.messages.denials import say
    from harness_runtime.session.person_config import language_of_person

    language = language_of_person(environ, data_folder(environ) or "")
    return deny(say(language, rule, "", subject=subject))


def _internal(error: BaseException) -> int:
    """A bug of ours, or memory gone: deny, and leave a report for the person who mends it."""
    from harness_runtime.session.report import write_report

    environ = dict(os.environ)
    try:
        path = write_report(environ, "pre_tool_use", error)
    except BaseException:
        path = ""
    return _refuse(environ, "internal", path)
