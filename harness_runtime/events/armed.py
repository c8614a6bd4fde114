"""The door of the events that matter only in an armed session."""

from __future__ import annotations

import os

from harness_runtime.session.layout import armed_marker, data_folder
from harness_runtime.wire.stdin import EventFault, read_event, text_field


def answer_if_armed(module: str, sources: tuple[str, ...] = ()) -> None:
    """Read the event and hand it to `module.handle` when its session is armed, or its `source` is one of these. Ends
    the process."""
    try:
        code = _answer(module, sources)
    except EventFault as fault:
        os.write(2, f"Harness [{fault.rule}]: the event could not be read.\n".encode())
        code = 1
    os._exit(code)


def _answer(module: str, sources: tuple[str, ...]) -> int:
    data = data_folder(dict(os.environ))
    if data is None:
        return 0
    event = read_event()
    session_id = text_field(event, "session_id")
    if not session_id:
        return 0
    if text_field(event, "source") not in sources and not os.path.lexists(armed_marker(data, session_id)):
        return 0
    from harness_runtime.events import cold

    return cold.run(event, module)
