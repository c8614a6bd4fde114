"""Guard without a run: switched on and off, and what prompts and turns' ends note of it (contract: Loop guards)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

from harness_runtime.events.context import Context
from harness_runtime.session.git_folder import find_git_folder
from harness_runtime.session.guarded import (
    decline,
    declined,
    drop,
    is_always_armed,
    read_guarded,
    reasons,
    write_guarded,
)
from harness_runtime.session.layout import is_guarded
from harness_runtime.session.sealed import SealedFault
from harness_runtime.session.store import Store, StoreFault, now
from harness_runtime.workflow.position import TERMINAL

Said = tuple[str, dict[str, object]]  # a key of messages.loop_said and its fields
Why = Literal["guard", "goal", "chain"]
GUARD: Why = "guard"
ALREADY: Said = ("guard_already", {})
UNUSABLE = "guard_settings"


def switch_on(context: Context) -> Said:
    """Watch this session, from now on or, where a run guards it, from the end of that run."""
    store = context.store
    hindrance = _arm(context, GUARD)
    if hindrance is not None and not (hindrance == ALREADY and is_in_run(store)):
        return hindrance
    decline(store.data, store.session_id, yes=False)
    return ("guard_on" if is_guarded(store.data, store.session_id) else "guard_run"), {}


def arm_for(context: Context, why: Why) -> Said | None:
    """Watch this session for a goal or a chain, beside what else it is watched for and beyond the end of a run. None
    when that is done, else what stands in the way. Takes the session's lock; raises StoreFault."""
    hindrance = _arm(context, why)
    return None if hindrance == ALREADY else hindrance


def disarm_for(store: Store, why: Why) -> None:
    """That reason is gone; with the last one the session is watched no more. Takes the session's lock; raises
    StoreFault."""
    with store.locked():
        disarm_locked(store, why)


def disarm_locked(store: Store, why: Why) -> list[str]:
    """The same for who holds the lock already. Returns the reasons that are left."""
    in_run = is_in_run(store)
    known = _read(store, aside=in_run)
    if known is None:
        return []
    left = [reason for reason in reasons(known) if reason != why]
    if left:
        write_guarded(store.data, store.session_id, {**known, "because": left}, aside=in_run)
        return left
    if not in_run:
        store.release()
    drop(store.data, store.session_id)
    return []


def is_switched_on(store: Store) -> bool:
    """Is the session watched without a run, and by the person's switch? A goal or a chain is no switch."""
    try:
        guarded = read_guarded(store.data, store.session_id) if store.is_armed() else None
    except SealedFault:
        return False
    return guarded is not None and GUARD in reasons(guarded)


def is_in_run(store: Store) -> bool:
    """Does a run guard the session now?"""
    return store.is_armed() and not is_guarded(store.data, store.session_id)


def _arm(context: Context, why: Why) -> Said | None:
    from harness_runtime.settings.fault import SettingsFault  # as below: only who arms a session reads settings

    root, store = context.workspace_root(), context.store
    if context.root_is_too_wide():
        return "guard_root", {"root": root}
    try:
        fields = _fields(context, root)
    except SettingsFault as fault:
        return UNUSABLE, {"fault": fault.line(context.language())}
    with store.locked():
        in_run = is_in_run(store)
        known = _read(store, aside=in_run) if store.is_armed() else None  # what an unarmed session has is left over
        if known is not None and why in reasons(known):
            return ALREADY
        because = [*reasons(known), why] if known is not None else [why]
        write_guarded(store.data, store.session_id, {**(known or fields), "because": because}, aside=in_run)
        if not in_run:
            store.arm()  # last: armed without the file would be a run whose state is lost
    return None


def arm_always(context: Context) -> Said | None:
    """Where the person's config arms every session, this one is from now on. Settings that keep it from that are
    returned: a project's file must not switch the person's guard off in silence."""
    data, session_id = context.data, context.event.session_id
    if context.store.is_armed() or not is_always_armed(data) or declined(data, session_id):
        return None
    said = switch_on(context)
    return said if said[0] == UNUSABLE else None


def switch_off(store: Store) -> Said:
    """The person's switch; a goal or a chain goes on being watched."""
    with store.locked():
        in_run, left = is_in_run(store), []
        try:
            left = disarm_locked(store, GUARD)
        except StoreFault:  # what cannot be read holds nobody back
            if not in_run:
                store.release()
            drop(store.data, store.session_id)
        decline(store.data, store.session_id)
    if left:
        return "guard_off_kept", {}
    return ("guard_run_only" if in_run else "guard_off"), {}


def note_prompt(context: Context) -> None:
    """A turn of a guarded session begins. Raises StoreFault when what is known of it cannot be used."""
    _update(context.store, lambda _: {"turn": context.event.turn})


def note_end(context: Context) -> str:
    """The turn is over; returns the session's language. Raises StoreFault."""
    return str(_update(context.store, lambda guarded: {"ended_turn": guarded["turn"]}).get("language", ""))


def is_running(store: Store) -> bool:
    """Does a turn run in this session, as far as hooks have seen?"""
    try:
        guarded = read_guarded(store.data, store.session_id)
        state = store.load() if guarded is None else None
    except (SealedFault, StoreFault):
        return False
    if guarded is not None:
        return bool(guarded["turn"]) and guarded["turn"] != guarded["ended_turn"]
    if state is None or state.phase in TERMINAL or not state.turn.id:
        return False
    return state.last_stop is None or state.last_stop.turn != state.turn.id


def _update(store: Store, changes: Callable[[dict[str, object]], dict[str, object]]) -> dict[str, object]:
    with store.locked():
        guarded = _read(store)
        if guarded is None:
            return {}
        changed = {**guarded, **changes(guarded)}
        write_guarded(store.data, store.session_id, changed)
        return changed


def _read(store: Store, *, aside: bool = False) -> dict[str, object] | None:
    try:
        return read_guarded(store.data, store.session_id, aside=aside)
    except SealedFault as fault:
        raise StoreFault(fault.rule, fault.detail) from None


def _fields(context: Context, root: str) -> dict[str, Any]:
    """Raises SettingsFault."""
    from harness_runtime.events.run.project import loop_limits, person_settings, project_policy

    project, person = project_policy(root), person_settings(context.data)
    return {
        "session_id": context.event.session_id,
        "host": context.event.host,
        "language": context.language(),
        "workspace_root": root,
        "git_dir": find_git_folder(root),
        "project": {"secret_paths": project.secret_paths} if project else None,
        "person": {"not_secret": person.not_secret},
        "loop": loop_limits(root, context.data).model_dump(),
        "since": now(),
        "turn": "",
        "ended_turn": "",
    }
