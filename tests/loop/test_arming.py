"""Why a session is watched: the person's switch, a goal, a chain. It is let go with the last reason."""

from __future__ import annotations

import dataclasses
import os
import time
from pathlib import Path

import pytest

from harness_runtime.events.context import Context
from harness_runtime.events.conversation.guarding import Why, arm_for, disarm_for, is_in_run, switch_off, switch_on
from harness_runtime.events.run.activate import activate
from harness_runtime.events.run.ending import release, turn_off
from harness_runtime.session.guarded import read_guarded, reasons
from harness_runtime.session.layout import guarded_path
from harness_runtime.session.markers import is_idle
from harness_runtime.session.store import Store, StoreFault
from harness_runtime.wire.events import hook_event

SESSION = "11111111-2222-4333-8444-555555555555"


@pytest.fixture
def context(tmp_path: Path) -> Context:
    workspace = tmp_path / "workspace"
    workspace.mkdir()
    raw = {"session_id": SESSION, "hook_event_name": "UserPromptSubmit", "cwd": str(workspace), "prompt": "x"}
    environ = {"PLUGIN_DATA": str(tmp_path / "data"), "PLUGIN_ROOT": "/plugin", "HARNESS_LANG": "en"}
    return Context(hook_event(raw | {"turn_id": "turn-1"}, environ), environ, str(tmp_path / "data"))


def why(store: Store, *, aside: bool = False) -> list[str] | None:
    guarded = read_guarded(store.data, store.session_id, aside=aside)
    return None if guarded is None else reasons(guarded)


@pytest.mark.parametrize("reason", ["goal", "chain"])
def test_a_reason_arms_and_the_last_one_that_goes_releases(context: Context, reason: Why) -> None:
    assert arm_for(context, reason) is None
    assert arm_for(context, reason) is None
    assert (context.store.is_armed(), why(context.store)) == (True, [reason])
    disarm_for(context.store, reason)
    assert (context.store.is_armed(), why(context.store)) == (False, None)
    disarm_for(context.store, reason)


def test_each_reason_goes_by_itself(context: Context) -> None:
    switch_on(context)
    arm_for(context, "goal")
    arm_for(context, "chain")
    assert switch_off(context.store) == ("guard_off_kept", {})
    assert why(context.store) == ["goal", "chain"]
    disarm_for(context.store, "goal")
    assert (context.store.is_armed(), why(context.store)) == (True, ["chain"])


def test_the_switch_is_found_beside_a_goal(context: Context) -> None:
    arm_for(context, "goal")
    assert switch_on(context) == ("guard_on", {})
    assert switch_on(context) == ("guard_already", {})
    disarm_for(context.store, "goal")
    assert why(context.store) == ["guard"]


def test_a_file_without_reasons_was_the_switchs(context: Context) -> None:
    assert reasons({}) == reasons({"because": []}) == reasons({"because": "goal"}) == ["guard"]


def begin_run(context: Context) -> None:
    with context.store.locked():
        activate(context, context.store.load())
    assert is_in_run(context.store)


def end_run(store: Store) -> None:
    with store.locked():
        state = store.load()
        assert state is not None
        release(store, state)


def test_a_runs_end_leaves_it_alive(context: Context) -> None:
    arm_for(context, "goal")
    begin_run(context)
    assert (why(context.store), why(context.store, aside=True)) == (None, ["goal"])
    begin_run(context)
    end_run(context.store)
    assert (context.store.is_armed(), why(context.store)) == (True, ["goal"])


def test_armed_in_a_run_it_begins_after_it(context: Context) -> None:
    begin_run(context)
    arm_for(context, "chain")
    arm_for(context, "goal")
    end_run(context.store)
    assert why(context.store) == ["goal", "chain"]


def test_gone_in_a_run_nothing_comes_after_it(context: Context) -> None:
    arm_for(context, "goal")
    begin_run(context)
    disarm_for(context.store, "goal")
    assert context.store.is_armed()
    end_run(context.store)
    assert not context.store.is_armed()


def test_off_leaves_everything_off(context: Context) -> None:
    arm_for(context, "goal")
    arm_for(context, "chain")
    assert turn_off(context.store) is None
    assert (context.store.is_armed(), why(context.store)) == (False, None)


def test_what_an_unarmed_session_has_is_left_over(context: Context) -> None:
    arm_for(context, "chain")
    context.store.release()  # a kill came before the file could go
    arm_for(context, "goal")
    assert why(context.store) == ["goal"]


def test_a_day_without_a_turn_lets_only_the_switch_go(context: Context) -> None:
    switch_on(context)
    old = time.time() - 25 * 3600
    os.utime(guarded_path(context.data, SESSION), (old, old))
    assert is_idle(context.data, SESSION, time.time())
    arm_for(context, "goal")
    os.utime(guarded_path(context.data, SESSION), (old, old))
    assert not is_idle(context.data, SESSION, time.time())


def test_a_file_that_cannot_be_used_is_told_and_the_switch_still_frees(context: Context) -> None:
    arm_for(context, "goal")
    Path(guarded_path(context.data, SESSION)).write_text("{", "utf-8")
    with pytest.raises(StoreFault, match="state_unreadable"):
        arm_for(context, "chain")
    with pytest.raises(StoreFault, match="state_unreadable"):
        disarm_for(context.store, "goal")
    assert switch_off(context.store) == ("guard_off", {})
    assert not context.store.is_armed()


def test_a_home_folder_is_no_workspace(context: Context, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", context.event.cwd)
    assert arm_for(context, "goal") == ("guard_root", {"root": context.event.cwd})
    other = dataclasses.replace(context, environ={**context.environ, "CLAUDE_PROJECT_DIR": "/"})
    assert arm_for(other, "goal") == ("guard_root", {"root": "/"})
