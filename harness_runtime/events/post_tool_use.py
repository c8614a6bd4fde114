"""PostToolUse, the rim: is what ran what was judged, did it change something, does a note wait for the agent? Hot.

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
    if not _is_ordinary(data, session_id, event):
        from harness_runtime.events import cold

        return cold.run(event, COLD) or PASS
    _deliver_notes(environ, data, session_id, event)
    return PASS


def _is_ordinary(data: str, session_id: str, event: dict[str, object]) -> bool:
    """A call that was not judged (it began before the run, say) is none of ours either."""
    from harness_runtime.session.calls import find_call

    call = find_call(data, session_id, turn_of(event), text_field(event, "tool_use_id"))
    if call is None:
        return True
    if call.get("verdict") != "allow":
        return False
    _note_end(data, session_id, event, call)
    if call.get("kind") == CONFINED:
        return False
    from harness_runtime.wire.call_digest import call_digest

    return call.get("input") == call_digest(text_field(event, "tool_name"), event.get("tool_input"))


def _note_end(data: str, session_id: str, event: dict[str, object], call: dict[str, object]) -> None:
    """For the guards: the call is over, and how it left what it was allowed to change."""
    from time import time

    from harness_runtime.loop.repetition import Caller, note_end

    changes = call.get("kind") == "mutate"
    if changes:
        from harness_runtime.loop.first_copy import note_after
        from harness_runtime.session.last_change import note_change
        from harness_runtime.session.undo import UndoFolder

        note_change(data, session_id)
        note_after(UndoFolder(data, session_id), text_field(event, "tool_use_id"))
    caller = Caller(data, session_id, turn_of(event), text_field(event, "agent_id"))
    succeeded = text_field(event, "hook_event_name") == "PostToolUse"
    note_end(caller, str(call.get("input")), int(time()), changed=changes and succeeded)


def _deliver_notes(environ: dict[str, str], data: str, session_id: str, event: dict[str, object]) -> None:
    """What the person has sent reaches the root after this call. It counts as delivered when all of it was written:
    with that, this process ends."""
    from harness_runtime.session.notes import waiting

    if not waiting(data, session_id):
        return
    from harness_runtime.boundary.child import child_hint

    if child_hint(event, is_delegate=True):
        return
    from harness_runtime.loop.steering import claim_notes
    from harness_runtime.session.sealed import read_state
    from harness_runtime.wire.advice import advice_answer
    from harness_runtime.wire.deny import send

    language = environ.get("HARNESS_LANG", "") or str(read_state(data, session_id)["language"])
    notes, text = claim_notes(data, session_id, language)
    if notes:
        send(advice_answer(text_field(event, "hook_event_name"), text))
        for note in notes:
            note.delivered()


def _report(environ: dict[str, str], error: BaseException) -> int:
    """A bug of ours, or a folder that cannot be looked at: leave a report for the person who mends it."""
    from harness_runtime.session.report import write_report

    try:
        write_report(environ, "post_tool_use", error)
    except BaseException:
        return FAILED
    return FAILED
