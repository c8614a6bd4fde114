"""PostToolUse, the rim: is what ran what was judged, did it change something, does a note wait for the agent? Hot.

Nearly every call ends here: it was judged, its input is the judged one, and it was no confined run. The rest is
for the cold part. What has run cannot be undone, so a failure here changes nothing and becomes one line.
"""

from __future__ import annotations

import gc
import os

from harness_runtime.session.layout import armed_marker, data_folder
from harness_runtime.wire.stdin import EventFault, read_event, text_field, turn_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from harness_runtime.session.notes import Note

COLD = "harness_runtime.events.on_post_tool_use"
CONFINED = "execute"  # the kind of a call that runs under harness-confine
CHANGING = ("mutate", "unmodeled")  # only outside a run does the second pass at all
FAILED = 1


def main() -> None:
    """Look, answer and end the process: 0 when all went well. A note that was written out is marked last of all."""
    gc.disable()  # as for PreToolUse
    environ = dict(os.environ)
    notes: list[Note] = []
    try:
        code = _answer(environ, notes)
    except EventFault as fault:
        code = _tell(fault.rule)
    except BaseException as error:
        code = _report(environ, error)
    else:
        for note in notes:
            note.delivered()
    os._exit(code)


def _answer(environ: dict[str, str], notes: list[Note]) -> int:
    """`notes` takes those that go along."""
    data = data_folder(environ)
    if data is None:
        return 0
    event = read_event()
    session_id = text_field(event, "session_id")
    if not session_id:
        raise EventFault("payload")
    try:
        os.lstat(armed_marker(data, session_id))
    except FileNotFoundError:
        return 0
    from harness_runtime.session.calls import find_call

    call = find_call(data, session_id, turn_of(event), text_field(event, "tool_use_id"))
    if call is not None and not _is_ordinary(event, call):
        return _in_full(environ, data, session_id, event, call)
    if call is not None:
        _note_end(data, session_id, event, call)
    _tell_notes(environ, data, session_id, event, notes)
    return 0


def _is_ordinary(event: dict[str, object], call: dict[str, object]) -> bool:
    """A call without a record was not judged (it began before the run, say) and is none of ours."""
    if call.get("verdict") != "allow" or call.get("kind") == CONFINED:
        return False
    from harness_runtime.wire.call_digest import call_digest

    return call.get("input") == call_digest(text_field(event, "tool_name"), event.get("tool_input"))


def _in_full(
    environ: dict[str, str], data: str, session_id: str, event: dict[str, object], call: dict[str, object]
) -> int:
    """Evidence and authority come first: no fault of the guards may keep them from being taken."""
    from harness_runtime.events import cold

    def note() -> None:
        try:
            if call.get("verdict") == "allow":
                _note_end(data, session_id, event, call)
        except Exception as error:
            _report(environ, error)

    return cold.run(event, COLD, afterwards=note)


def _note_end(data: str, session_id: str, event: dict[str, object], call: dict[str, object]) -> None:
    """The call is over. What the guards cannot note counts as not seen, and costs no more than that."""
    if call.get("kind") == "mutate":
        from harness_runtime.session.last_change import note_change

        note_change(data, session_id)
    try:
        _note_for_guards(data, session_id, event, call)
    except OSError:
        return


def _note_for_guards(data: str, session_id: str, event: dict[str, object], call: dict[str, object]) -> None:
    """How the call left what it was allowed to change; and that it is over. Raises OSError."""
    from time import time

    from harness_runtime.loop.repetition import Caller, note_end

    if call.get("kind") == "mutate":
        from harness_runtime.loop.first_copy import note_after
        from harness_runtime.session.undo import UndoFolder

        note_after(UndoFolder(data, session_id), text_field(event, "tool_use_id"))
    caller = Caller(data, session_id, turn_of(event), text_field(event, "agent_id"))
    changed = call.get("kind") in CHANGING and text_field(event, "hook_event_name") == "PostToolUse"
    note_end(caller, str(call.get("input")), int(time()), changed=changed)


def _tell_notes(
    environ: dict[str, str], data: str, session_id: str, event: dict[str, object], notes: list[Note]
) -> None:
    """What the person has sent reaches the root after this call."""
    from harness_runtime.session.notes import may_wait

    if not may_wait(data, session_id):
        return
    from harness_runtime.boundary.child import child_hint

    if child_hint(event, is_delegate=True):
        return
    from harness_runtime.loop.steering import claim_notes
    from harness_runtime.session.guarded import language_of
    from harness_runtime.wire.advice import advice_answer
    from harness_runtime.wire.deny import send

    claimed, text = claim_notes(data, session_id, environ.get("HARNESS_LANG", "") or language_of(data, session_id))
    if claimed:
        send(advice_answer(text_field(event, "hook_event_name"), text))
        notes += claimed


def _report(environ: dict[str, str], error: BaseException) -> int:
    """A bug of ours, or a folder that cannot be looked at: leave a report for the person who mends it."""
    from harness_runtime.session.report import write_report

    try:
        return _tell(write_report(environ, "post_tool_use", error))
    except BaseException:
        return _tell(type(error).__name__)


def _tell(why: str) -> int:
    """The call has happened: nothing is left to deny, but somebody should know that nobody looked."""
    text = f"Harness: a finished tool call was not looked at ({why}); run harness-state doctor\n"
    try:
        os.write(2, text.encode("utf-8", "replace"))
    except OSError:
        return FAILED
    return FAILED
