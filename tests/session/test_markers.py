"""Which markers may go without a person: only of what its own state calls over, and of a completed run only late."""

from __future__ import annotations

import time
from collections.abc import Callable
from itertools import product
from pathlib import Path

import pytest

from harness_runtime.session import markers
from harness_runtime.session.layout import folder_name
from harness_runtime.session.markers import IDLE_SECONDS, armed_sessions, finished, is_over
from harness_runtime.session.sealed import PHASES
from harness_runtime.session.store import Store
from harness_runtime.workflow.position import RELEASING, TERMINAL
from tests.session.conftest import fresh_state

NOW = 1_800_000_000.0
JUST_NOW, LONG_AGO = "2027-01-15T07:59:00Z", "2020-01-01T00:00:00Z"


def test_the_phases_are_the_workflows() -> None:
    assert (markers.ENDED, markers.RELEASING) == (TERMINAL, RELEASING)


@pytest.mark.parametrize(("phase", "held", "at"), list(product(sorted(PHASES), (True, False), (JUST_NOW, LONG_AGO))))
def test_what_is_over(phase: str, held: bool, at: str) -> None:
    over = is_over(phase, held, at, NOW)
    if held or phase not in TERMINAL:
        assert not over, "open or held: a person's"
    else:
        assert over is (phase not in RELEASING or at == LONG_AGO)


@pytest.mark.parametrize(
    ("age", "over"), [(-3600, False), (0, False), (IDLE_SECONDS - 1, False), (IDLE_SECONDS + 1, True)]
)
def test_a_completed_run_waits_a_day_for_its_person(age: int, over: bool) -> None:
    at = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(NOW - age))
    assert is_over("completed", False, at, NOW) is over


def turned_off(data: str, session_id: str) -> Store:
    """Killed between the commit and the removal of the marker."""
    store = Store(data, session_id)
    with store.locked():
        store.arm()
        store.commit(fresh_state(session_id=session_id, phase="cancelled", held=False), "turned_off")
    return store


@pytest.mark.parametrize("session_id", ["plain", "an id/with everything", "x" * 200])
def test_a_marker_is_told_by_its_state(tmp_path: Path, session_id: str) -> None:
    turned_off(str(tmp_path), session_id)
    assert armed_sessions(str(tmp_path)) == finished(str(tmp_path), NOW) == [session_id]


DAMAGES: dict[str, Callable[[Path], object]] = {
    "no folder": lambda folder: folder.rename(folder.with_name("elsewhere")),
    "no state": lambda folder: (folder / "state.json").unlink(),
    "half a state": lambda folder: (folder / "state.json").write_bytes((folder / "state.json").read_bytes()[:-20]),
    "another schema": lambda folder: rewrite(folder, b'"schema_version":1', b'"schema_version":2'),
    "another session": lambda folder: rewrite(folder, b"session-1", b"session-2"),
    "held is no truth value": lambda folder: rewrite(folder, b'"held":false', b'"held":0'),
    "no time": lambda folder: rewrite(folder, b'"updated_at":"', b'"updated":"'),
    "a link": lambda folder: (
        (folder / "state.json").rename(folder / "real") and (folder / "state.json").symlink_to("real")
    ),
}


def rewrite(folder: Path, old: bytes, new: bytes) -> None:
    whole = (folder / "state.json").read_bytes()
    assert old in whole
    (folder / "state.json").write_bytes(whole.replace(old, new))


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES.keys())
def test_what_cannot_be_told_is_not_over(tmp_path: Path, damage: Callable[[Path], object]) -> None:
    store = turned_off(str(tmp_path), "session-1")
    damage(store.folder)
    assert finished(str(tmp_path), NOW) == []
    assert store.is_armed()


def test_strangers_among_the_markers_are_left_alone(tmp_path: Path) -> None:
    store = turned_off(str(tmp_path), "session-1")
    for name in ("..x", folder_name("nobody"), "a b"):
        (tmp_path / "armed" / name).mkdir()
    assert finished(str(tmp_path), NOW) == ["session-1"]
    store.release()
    assert armed_sessions(str(tmp_path)) == []


@pytest.mark.parametrize(
    "make", [lambda path: None, lambda path: path.touch(), lambda path: path.symlink_to("nowhere")]
)
def test_without_a_folder_of_markers_there_is_nothing(tmp_path: Path, make: Callable[[Path], object]) -> None:
    make(tmp_path / "armed")
    assert finished(str(tmp_path), NOW) == []
