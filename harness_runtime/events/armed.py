"""The door of the events that matter only in an armed session."""

from __future__ import annotations

import os

from harness_runtime.session.layout import armed_marker, data_folder
from harness_runtime.wire.stdin import EventFault, read_event, text_field

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    Matters = Callable[[dict[str, object]], bool]


def answer_if_armed(module: str, sources: tuple[str, ...] = (), matters: Matters | None = None) -> None:
    """Read the event and hand it to `module.handle` when its session is armed, its `source` is one of these, or it
    `matters` all the same. Ends the process."""
    try:
        code = _answer(module, sources, matters)
    except EventFault as fault:
        os.write(2, f"Harness [{fault.rule}]: the event could not be read.\n".encode())
        code = 1
    os._exit(code)


def _answer(module: str, sources: tuple[str, ...], matters: Matters | None) -> int:
    data = data_folder(dict(os.environ))
    if data is None:
        return 0
    event = read_event()
    session_id = text_field(event, "session_id")
    if not session_id:
        return 0
    is_due = text_field(event, "source") in sources or os.path.lexists(armed_marker(data, session_id))
    if not is_due and not (matters is not None and matters(event)):
        return 0
    from harness_runtime.events import cold

    return cold.run(event, module)
