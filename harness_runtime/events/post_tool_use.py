"""PostToolUse, the rim: is what ran what was judged, and did a confined run leave evidence? Hot.

Nearly every call ends here: it was judged, its input is the judged one, and it was no confined run. The rest is
for the cold part. What has run cannot be undone, so a failure here changes nothing and becomes one line.
"""

from __future__ import annotations

import os

from harness_runtime.session.layout import armed_marker, data_folder
from harness_runtime.wire.deny import PASS
from harness_runtime.wire.stdin import EventFault, read_event, text_field, turn_of

COLD = "harness_runtime.events.on_post_tool_use"
CONFINED = "execute"  # the kind of a call that runs under harness-confine
FAILED = 1


def main() -> None:
    """Look, answer and end the process: PASS when all went well."""
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
    event = read_event()
    session_id = text_field(event, "session_id")
    if not session_id:
        raise EventFault("payload")
    try:
        os.lstat(armed_marker(data, session_id))
    except FileNotFoundError:
        return PASS
    if _is_ordinary(data, session_id, event):
        return PASS
    from harness_runtime.events import cold

    return cold.run(event, COLD) or PASS


def _is_ordinary(data: str, session_id: str, event: dict[str, object]) -> bool:
    """A call that was not judged (it began before the run, say) is none of ours either."""
    from harness_runtime.session.calls import find_call

    call = find_call(data, session_id, turn_of(event), text_field(event, "tool_use_id"))
    if call is None:
        return True
    if call.get("verdict") != "allow" or call.get("kind") == CONFINED:
        return False
    if call.get("kind") == "mutate":
        from harness_runtime.session.last_change import note_change

        note_change(data, session_id)
    from harness_runtime.wire.call_digest import call_digest

    return call.get("input") == call_digest(text_field(event, "tool_name"), event.get("tool_input"))


def _report(environ: dict[str, str], error: BaseException) -> int:
    """A bug of ours, or a folder that cannot be looked at: leave a report for the person who mends it."""
    from harness_runtime.session.report import write_report

    try:
        write_report(environ, "post_tool_use", error)
    except BaseException:
        return FAILED
    return FAILED
