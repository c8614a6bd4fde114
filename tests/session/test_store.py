"""The store: one lock, atomic commits, private files, and a folder of markers that is there while one is armed."""

from __future__ import annotations

import json
import os
import signal
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from harness_runtime.session import ledger
from harness_runtime.session import store as store_module
from harness_runtime.session.layout import sha256
from harness_runtime.session.store import Store, StoreFault
from tests.session.conftest import SESSION, fresh_state
from tests.support.processes import in_process, in_processes, without_powers


def test_what_is_committed_is_loaded(run: Store) -> None:
    state = run.load()
    assert state is not None
    assert (state.phase, state.ledger.index) == ("planning", 1)
    assert ledger.verify(run.ledger_path, state.ledger).ok


def test_nothing_stored_is_no_fault(store: Store) -> None:
    assert store.load() is None
    assert store.get_artifact("0" * 64) is None
    assert not store.is_armed()


@pytest.mark.parametrize(
    ("damage", "rule"),
    [
        (lambda path: path.write_bytes(b""), "state_unreadable"),
        (lambda path: path.write_bytes(path.read_bytes()[:-10]), "state_unreadable"),
        (lambda path: path.write_bytes(path.read_bytes().replace(SESSION.encode(), b"other")), "state_foreign"),
        (lambda path: path.write_bytes(path.read_bytes().replace(b'_version":1', b'_version":9')), "schema_unknown"),
        (lambda path: path.write_bytes(path.read_bytes().replace(b"{", b'{"more":1,', 1)), "state_unreadable"),
        (lambda path: (path.unlink(), path.symlink_to("/nowhere")), "state_unreadable"),
        (lambda path: (path.unlink(), path.mkdir()), "state_unreadable"),
    ],
    ids=["empty", "truncated", "foreign", "another schema", "an unknown key", "a dangling link", "a folder"],
)
def test_a_state_that_cannot_be_trusted_is_not_loaded(run: Store, damage: object, rule: str) -> None:
    damage(run.folder / "state.json")  # type: ignore[operator]
    with pytest.raises(StoreFault) as caught:
        run.load()
    assert caught.value.rule == rule


def test_a_ledger_that_was_cut_stops_every_commit_and_leaves_the_state(run: Store) -> None:
    before = run.load()
    assert before is not None
    run.ledger_path.write_bytes(run.ledger_path.read_bytes()[:-9])
    with pytest.raises(StoreFault, match="ledger_broken"):
        run.commit(before, "next")
    assert run.load() == before


def test_an_artifact_and_a_policy_are_kept_under_their_hash(run: Store) -> None:
    run.put_artifact(b"# Plan\n", "a" * 64)
    assert run.get_artifact("a" * 64) == b"# Plan\n"
    digest = run.seal(b"{}")
    assert digest == sha256(b"{}")
    assert (run.folder / "policies" / f"{digest}.json").read_bytes() == b"{}"


def test_a_folder_that_cannot_be_used_is_set_aside_whole(run: Store) -> None:
    stored = {path.name for path in run.folder.iterdir()}
    kept = run.set_aside()
    assert kept is not None
    assert {path.name for path in kept.iterdir()} == stored
    assert run.load() is None
    assert run.set_aside() is None


# --- private ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("umask", [0o000, 0o022, 0o077])
def test_folders_are_0700_and_files_0600_whatever_the_umask(store: Store, umask: int) -> None:
    before = os.umask(umask)
    try:
        with store.locked():
            store.arm()
            store.commit(fresh_state(), "activated")
            store.put_artifact(b"x", "a" * 64)
            store.seal(b"{}")
    finally:
        os.umask(before)
    found = {path: stat.S_IMODE(path.lstat().st_mode) for path in [Path(store.data), *Path(store.data).rglob("*")]}
    assert {path: mode for path, mode in found.items() if mode != (0o700 if path.is_dir() else 0o600)} == {}


def test_nothing_temporary_stays(run: Store) -> None:
    assert sorted(path.name for path in run.folder.iterdir()) == ["ledger.jsonl", "lock", "state.json"]


# --- the lock -----------------------------------------------------------------------------------------------------


@contextmanager
def held_elsewhere(store: Store) -> Iterator[int]:
    """Another process holds the lock; yields its pid."""
    told, tell = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            with store.locked():
                os.write(tell, b"x")
                signal.pause()
        finally:
            os._exit(1)
    os.read(told, 1)
    try:
        yield child
    finally:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        os.close(told)
        os.close(tell)


def test_a_lock_that_a_living_process_holds_is_busy(run: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store_module, "LOCK_SECONDS", 0.1)
    with held_elsewhere(run), pytest.raises(StoreFault, match="busy"), run.locked():
        pass


def test_a_lock_of_another_session_is_not_in_the_way(run: Store) -> None:
    with held_elsewhere(run), Store(run.data, "another").locked():
        pass


def test_a_lock_that_a_dead_process_held_is_free(run: Store) -> None:
    with held_elsewhere(run):
        pass
    with run.locked():
        assert run.load()


def test_many_processes_commit_one_after_the_other(run: Store) -> None:
    def commit(number: int) -> None:
        with run.locked():
            state = run.load()
            assert state is not None
            run.commit(state, f"commit {number}")

    assert in_processes(16, commit) == [0] * 16
    state = run.load()
    assert state is not None
    assert ledger.verify(run.ledger_path, state.ledger) == ledger.Verdict(True, 17, 0, None)
    assert {record["event"] for record in ledger.read(run.ledger_path)} >= {f"commit {n}" for n in range(16)}


# --- arming -------------------------------------------------------------------------------------------------------


def test_the_folder_of_markers_is_there_exactly_while_one_is_armed(store: Store) -> None:
    other = Store(store.data, "other")
    store.arm()
    other.arm()
    store.release()
    assert not store.is_armed()
    assert other.is_armed()
    other.release()
    assert not os.path.lexists(f"{store.data}/armed")


def test_arming_and_releasing_twice_changes_nothing(store: Store) -> None:
    store.arm()
    store.arm()
    assert store.is_armed()
    store.release()
    store.release()
    assert not store.is_armed()


def test_a_race_of_arming_and_releasing_leaves_each_session_as_it_ended(store: Store) -> None:
    def back_and_forth(number: int) -> None:
        mine = Store(store.data, f"session-{number}")
        for _ in range(40):
            mine.arm()
            assert mine.is_armed()
            mine.release()
        if number % 2:
            mine.arm()

    assert in_processes(8, back_and_forth) == [0] * 8
    assert sorted(os.listdir(f"{store.data}/armed")) == [f"session-{number}" for number in (1, 3, 5, 7)]


def test_a_race_in_which_all_release_leaves_nothing_armed(store: Store) -> None:
    def back_and_forth(number: int) -> None:
        mine = Store(store.data, f"session-{number}")
        for _ in range(40):
            mine.arm()
            mine.release()

    assert in_processes(8, back_and_forth) == [0] * 8
    assert not os.path.lexists(f"{store.data}/armed")


# --- a disk that does not take it -----------------------------------------------------------------------------------


def test_a_read_only_folder_refuses_the_commit_and_keeps_the_state(run: Store) -> None:
    before = (run.folder / "state.json").read_bytes()

    def try_to_commit() -> None:
        without_powers()
        with run.locked():
            state = run.load()
            assert state is not None
            with pytest.raises(OSError):
                run.commit(state.model_copy(update={"phase": "cancelled"}), "cancelled")

    run.folder.chmod(0o500)
    try:
        assert in_process(try_to_commit) == 0
    finally:
        run.folder.chmod(0o700)
    assert (run.folder / "state.json").read_bytes() == before
    with run.locked():
        state = run.load()
        assert state is not None
        after = run.commit(state, "next")
    assert ledger.verify(run.ledger_path, after.ledger).ok
    assert json.loads(run.ledger_path.read_bytes().splitlines()[-1]).get("voids") == 1
