"""SessionEnd in full: lets go of armed sessions that are over, so that their markers cost the others no time.

The session that ends is no reason for anything: its run goes on when it is resumed. The host gives us about a second;
a kill on the way leaves each session armed or released, as the store's commits do.
"""

from __future__ import annotations

import time
from contextlib import suppress

from harness_runtime.events.context import Context
from harness_runtime.events.run.ending import release
from harness_runtime.session.guarded import drop
from harness_runtime.session.layout import is_guarded
from harness_runtime.session.markers import finished, is_idle, is_over
from harness_runtime.session.store import Store, StoreFault
from harness_runtime.wire.answers import SILENT, Answer

LOCK_SECONDS = 0.1  # who holds it longer is at work in that session


def handle(context: Context) -> Answer:
    """Silence, always: hosts take no answer to this event."""
    for session_id in finished(context.data, time.time()):
        with suppress(StoreFault, OSError):
            _let_go(Store(context.data, session_id))
    return SILENT


def _let_go(store: Store) -> None:
    """Raises StoreFault when the session is busy or its state cannot be used; it then stays armed."""
    with store.locked(LOCK_SECONDS):
        if is_guarded(store.data, store.session_id):
            if is_idle(store.data, store.session_id, time.time()):
                store.release()
                drop(store.data, store.session_id)
            return
        state = store.load()
        if state is not None and is_over(state.phase, state.held, state.updated_at, time.time()):
            release(store, state, abandoned=True)
