"""A kill or a full disk at any step of a commit leaves the old state or the new one, and never a grant.

Each case does one piece of work in a process of its own, ends it at the n-th step on the way, and looks at what
is left; n grows until the work survives.
"""

from __future__ import annotations

import errno
import os
import resource
import signal
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path

import pytest

from harness_runtime.session import failpoints, ledger
from harness_runtime.session.sealed import read_policy, read_state
from harness_runtime.session.state import Accepted, Pending, State
from harness_runtime.session.store import Store, StoreFault
from tests.session.conftest import SESSION, fresh_state
from tests.support.disks import fill, small_disk
from tests.support.processes import in_process, was_killed

PLAN = "a" * 64
PENDING = Pending(kind="plan", sha256=PLAN, turn="turn-1", since="2026-01-01T00:00:00Z", revision=1, person_turn=True)
Work = Callable[[Store], object]


def loaded(store: Store) -> State:
    state = store.load()
    assert state is not None
    return state


def activate(store: Store) -> None:
    with store.locked():
        store.arm()
        store.commit(fresh_state(), "activated")


def open_gate(store: Store) -> None:
    with store.locked():
        store.put_artifact(b"# Plan\n", PLAN)
        store.commit(loaded(store).model_copy(update={"phase": "plan_pending", "pending": PENDING}), "gate_opened")


def approve(store: Store) -> None:
    with store.locked():
        granted = {
            "phase": "implement",
            "pending": None,
            "accepted": Accepted(plan=PLAN),
            "policy_sha256": store.seal(b"{}"),
        }
        store.commit(loaded(store).model_copy(update=granted), "approved")


def end(store: Store) -> None:
    with store.locked():
        store.commit(loaded(store).model_copy(update={"phase": "completed", "policy_sha256": None}), "completed")


def release(store: Store) -> None:
    with store.locked():
        store.commit(loaded(store), "released")
        store.release()


STORY: list[Work] = [activate, open_gate, approve, end, release]


def told(store: Store, works: list[Work]) -> None:
    for work in works:
        work(store)


def kill_at(step: int) -> None:
    """From here on the process dies at the `step`-th failpoint that it reaches, whichever that is."""
    steps = count(1)

    def reach(place: str) -> None:
        assert place in failpoints.PLACES
        if next(steps) == step:
            os.kill(os.getpid(), signal.SIGKILL)

    failpoints.reach = reach


def phase_of(store: Store) -> str | None:
    state = store.load()
    return state.phase if state else None


def check_what_is_left(store: Store, before: str | None, after: str) -> None:
    """Old or new, readable by the hot path, its ledger whole, its authority sealed."""
    state = store.load()
    assert (state.phase if state else None) in (before, after)
    if state is None:
        return
    assert read_state(store.data, SESSION)["phase"] == state.phase
    assert ledger.verify(store.ledger_path, state.ledger).ok
    if state.policy_sha256:
        assert state.phase == "implement"
        assert read_policy(store.data, SESSION, state.policy_sha256) == {}
    else:
        assert state.phase != "implement"


@pytest.mark.parametrize("chapter", range(len(STORY)), ids=[work.__name__ for work in STORY])
def test_a_kill_at_every_step_leaves_the_old_state_or_the_new(tmp_path: Path, chapter: int) -> None:
    for step in count(1):
        store = Store(str(tmp_path / f"data-{step}"), SESSION)
        told(store, STORY[:chapter])
        before = phase_of(store)

        def killed_work(store: Store = store, step: int = step) -> None:
            kill_at(step)
            STORY[chapter](store)

        status = in_process(killed_work)
        whole = Store(str(tmp_path / f"whole-{step}"), SESSION)
        told(whole, STORY[: chapter + 1])
        check_what_is_left(store, before, phase_of(whole) or "")
        if chapter < STORY.index(release) and before:
            assert store.is_armed()  # the marker goes only with the release
        STORY[chapter](store)  # the same work again, as the next event would do it
        assert phase_of(store) == phase_of(whole)
        assert store.is_armed() is (chapter < STORY.index(release))
        assert ledger.verify(store.ledger_path, loaded(store).ledger).ok
        if not was_killed(status):
            assert status == 0
            assert step > 5  # all the places were on the way
            return


def test_kill_after_kill_is_survived(run: Store) -> None:
    """Ten commits, each killed at another step; the eleventh finds a whole ledger."""
    for step in (1, 2, 3, 4, 1, 1, 2, 3, 2, 1):

        def killed_work(step: int = step) -> None:
            kill_at(step)
            open_gate(run)

        assert was_killed(in_process(killed_work))
        check_what_is_left(run, "planning", "plan_pending")
    open_gate(run)
    assert ledger.verify(run.ledger_path, loaded(run).ledger).ok
    assert [record["event"] for record in ledger.read(run.ledger_path)] == ["activated", "gate_opened"]


@pytest.mark.parametrize("place", failpoints.PLACES)
def test_the_variable_names_the_place(run: Store, place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def whole_life() -> None:
        run.arm()
        open_gate(run)
        release(run)

    monkeypatch.setenv(failpoints.VARIABLE, place)
    assert was_killed(in_process(whole_life))


def test_without_the_variable_nothing_ends(run: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(failpoints.VARIABLE, "nowhere")
    assert in_process(lambda: open_gate(run)) == 0


# --- a disk that is full -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("room", [0, 1, 50, 200])
def test_a_ledger_that_the_disk_takes_only_in_part_changes_nothing(run: Store, room: int) -> None:
    limit = run.ledger_path.stat().st_size + room

    def work_with_little_room() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
        with run.locked(), pytest.raises(OSError) as caught:
            run.commit(loaded(run).model_copy(update={"phase": "cancelled"}), "cancelled")
        assert caught.value.errno == errno.EFBIG

    assert in_process(work_with_little_room) == 0
    check_what_is_left(run, "planning", "planning")
    open_gate(run)
    check_what_is_left(run, "plan_pending", "plan_pending")


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Path]:
    with small_disk(tmp_path / "disk") as mounted:
        yield mounted


@pytest.mark.parametrize("chapter", range(1, len(STORY)), ids=[work.__name__ for work in STORY[1:]])
def test_a_full_disk_leaves_the_old_state_or_the_new(disk: Path, chapter: int) -> None:
    store = Store(str(disk / "data"), SESSION)
    told(store, STORY[:chapter])
    before = phase_of(store)
    failed = 0
    for pages in range(6):
        filler = fill(disk, pages)
        try:
            STORY[chapter](store)
        except (OSError, StoreFault):
            failed += 1
            assert phase_of(store) == before
            assert store.is_armed()
        filler.unlink()
        check_what_is_left(store, before, phase_of(store) or "")
        if phase_of(store) != before:
            break
    assert failed
    if phase_of(store) == before and store.is_armed():
        STORY[chapter](store)
    check_what_is_left(store, before, phase_of(store) or "")
