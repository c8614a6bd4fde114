"""How a run ends by a person's word: cancelled and held, released, or turned off. For hooks and terminal alike."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Any

from harness_runtime.events.run.position import moved, position_of
from harness_runtime.session.account import account_name
from harness_runtime.session.chain import drop_chain
from harness_runtime.session.goals import GoalFault, has_goal, read_goal, write_goal
from harness_runtime.session.guarded import bring_back, decline, drop
from harness_runtime.session.state import State
from harness_runtime.session.store import Store, StoreFault, now
from harness_runtime.workflow.position import Event, Happening
from harness_runtime.workflow.transition import advance


def cancel(store: Store, state: State, record: str = "cancelled", **details: Any) -> State:
    """End the run as cancelled, at a gate (`record` "declined") or outside one; the session stays held.
    A run that has ended stays as it is."""
    event = Event.DECLINE if state.pending else Event.CANCEL
    position = advance(position_of(state), Happening(event))
    if position is None:
        return state
    return store.commit(moved(state, position), record, account=account_name(), **details)


def release(store: Store, state: State, **details: Any) -> None:
    """Stop bounding the session; the run has ended already. Where guard was switched on it goes on without a run."""
    store.commit(state.model_copy(update={"held": False}), "released", **details)
    if not bring_back(store.data, store.session_id):
        store.release()


def turn_off(store: Store, **details: Any) -> Path | None:
    """Cancel and release at once, under the session's lock. A state that cannot be used, or a disk that takes no
    new one, does not hold a person back: the folder is set aside, never deleted, and returned."""
    with store.locked():
        return turn_off_locked(store, **details)


def turn_off_locked(store: Store, **details: Any) -> Path | None:
    """The same for who holds the lock already."""
    try:
        state = store.load()
        if state is not None:
            ended = cancel(store, state, **details)
            off = ended.model_copy(update={"held": False})
            store.commit(off, "turned_off", account=account_name(), **details)
        kept = None
    except (StoreFault, OSError):
        kept = store.set_aside()
    leave(store)
    return kept


def leave(store: Store) -> None:
    """Nothing guards the session from here on. A run's state stays as it is, which is all that can be done about it
    where another hook holds the lock."""
    with suppress(OSError):
        _rest_goal(store)
    store.release()
    with suppress(OSError):
        drop_chain(store.data, store.session_id)
        drop(store.data, store.session_id)
        decline(store.data, store.session_id)


def _rest_goal(store: Store) -> None:
    """Off leaves everything off: a goal is kept, paused. One that cannot be read rests anyway."""
    if not has_goal(store.data, store.session_id):
        return
    from harness_runtime.loop.goals import Happening, advanced

    with suppress(GoalFault):
        goal = read_goal(store.data, store.session_id)
        paused = advanced(goal, Happening.OFF, now=now()) if goal else None
        if paused is not None:
            write_goal(store.data, paused)


def rests(store: Store) -> bool:
    """Is there a goal that was paused because Harness was turned off?"""
    try:
        goal = read_goal(store.data, store.session_id)
    except GoalFault:
        return False
    return goal is not None and goal.paused_by == "off"
