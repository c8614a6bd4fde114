"""SessionEnd: cleans up behind sessions that are over. The one that ends here stays as it is."""

from __future__ import annotations

import os
import time

from harness_runtime.session.layout import data_folder
from harness_runtime.session.markers import finished
from harness_runtime.session.resumed import sweep
from harness_runtime.wire.stdin import EventFault, read_event


def main() -> None:
    """Hand the event on when there is something to clean. Ends the process; no answer changes anything here."""
    try:
        code = _answer()
    except EventFault as fault:
        os.write(2, f"Harness [{fault.rule}]: the event could not be read.\n".encode())
        code = 1
    os._exit(code)


def _answer() -> int:
    data = data_folder(dict(os.environ))
    if data is None:
        return 0
    event = read_event()
    sweep(data)
    if not finished(data, time.time()):
        return 0
    from harness_runtime.events import cold

    return cold.run(event, "harness_runtime.events.on_session_end")
