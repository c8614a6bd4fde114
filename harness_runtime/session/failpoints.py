"""Named places at which a test can kill the process, to prove what a kill leaves behind.

The environment variable HARNESS_FAILPOINT names one place; unset, as always outside tests, nothing happens.
A failpoint only ever ends the process: setting one grants nothing.
"""

from __future__ import annotations

import os
import signal

VARIABLE = "HARNESS_FAILPOINT"
PLACES = (
    "marker_made",
    "ledger_written",
    "ledger_synced",
    "temporary_written",
    "temporary_synced",
    "renamed",
    "committed",
    "marker_removed",
)


def reach(place: str) -> None:
    assert place in PLACES, place
    if os.environ.get(VARIABLE) == place:
        os.kill(os.getpid(), signal.SIGKILL)
