"""PermissionRequest, the rim: only an armed session has something to refuse here. Hot, as PreToolUse is.

Exit code PASS leaves the question to the host and its person. After a failure the launcher looks at the text of
the event: what types into a running terminal stays refused, any other question is asked as usual.
"""

from __future__ import annotations

import os

from harness_runtime.events.pre_tool_use import set_deadline
from harness_runtime.session.layout import armed_marker, data_folder
from harness_runtime.wire.deny import PASS
from harness_runtime.wire.stdin import EventFault, read_event, text_field

FAILED = 1


def main() -> None:
    """Decide and end the process."""
    environ = dict(os.environ)
    try:
        code = _answer(environ)
    except EventFault:
        code = FAILED
    except BaseException as error:
        code = _report(environ, error)
    os._exit(code)


def _answer(environ: dict[str, str]) -> int:
    data = data_folder(environ)
    if data is None:
        return PASS
    set_deadline()
    event = read_event()
    session_id = text_field(event, "session_id")
    if not session_id:
        raise EventFault("payload")
    try:
        os.lstat(armed_marker(data, session_id))
    except FileNotFoundError:
        return PASS
    from harness_runtime.events.on_permission_request import answer_request

    return answer_request(environ, data, session_id, event)


def _report(environ: dict[str, str], error: BaseException) -> int:
    """A bug of ours, or a folder that cannot be looked at: leave a report for the person who mends it."""
    from harness_runtime.session.report import write_report

    try:
        write_report(environ, "permission_request", error)
    except BaseException:
        return FAILED
    return FAILED
