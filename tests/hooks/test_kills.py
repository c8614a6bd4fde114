"""kill -9 at every step of a hook, and a full disk under it: the old state or the new, and a grant only for a `y`."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from harness_runtime.session import failpoints, ledger
from harness_runtime.session.state import LedgerHead
from tests.hooks.conftest import Bench, Stages
from tests.support.artifacts import tiny_completion, tiny_plan
from tests.support.disks import fill, small_disk
from tests.support.piped import Reply

Work = Callable[[Bench], Reply]
WORKS: dict[str, tuple[str, Work, str, str]] = {
    "a Plan": ("planning", lambda host: host.stop(tiny_plan("src/app.py")), "planning", "plan_pending"),
    "the y": ("pending", lambda host: host.prompt("y"), "plan_pending", "implement"),
    "a Completion": ("implement", lambda host: host.stop(tiny_completion()), "implement", "completed"),
    "the way out": ("implement", lambda host: host.prompt("$harness:off"), "implement", "cancelled"),
}
# The store's own tests know every step; here the first commit of a hook is enough, and the grant's own in full.
PLACES = {
    "a Plan": ("temporary_synced", "renamed", "ledger_written"),
    "the y": ("temporary_written", "temporary_synced", "renamed", "ledger_written", "ledger_synced", "committed"),
    "a Completion": ("ledger_written", "committed"),
    "the way out": ("ledger_synced", "committed", "marker_removed"),
}
ON_THE_WAY = [
    pytest.param(*work, place, id=f"{name}, {place}") for name, work in WORKS.items() for place in PLACES[name]
]


def verified(host: Bench) -> bool:
    return ledger.verify(host.folder / "ledger.jsonl", LedgerHead(**host.state["ledger"])).ok


@pytest.mark.parametrize(("stage", "work", "before", "after", "place"), ON_THE_WAY)
def test_a_killed_hook_leaves_the_old_state_or_the_new(
    stages: Stages, stage: str, work: Work, before: str, after: str, place: str
) -> None:
    host = stages.at(stage)
    host.extra, host.may_die = {failpoints.VARIABLE: place}, True
    work(host)
    host.extra, host.may_die = {}, False
    phase = host.state["phase"]
    assert phase in (before, after)
    assert verified(host)
    assert host.write("src/app.py").silent is (phase == "implement" or not host.armed)
    if phase == "implement":
        assert host.write("src/other.py").denied
    work(host)  # said again
    assert host.state["phase"] == after
    assert verified(host)


def test_a_first_command_that_is_killed_never_leaves_an_armed_session_unguarded(codex: Bench) -> None:
    for place in ("marker_made", "ledger_synced", "temporary_synced", "committed"):
        codex.extra = {failpoints.VARIABLE: place}
        codex.prompt("$harness x")
        codex.extra = {}
        assert codex.write("src/app.py").denied is codex.armed
    assert codex.prompt("$harness x").context
    assert codex.write("src/app.py").denied


@pytest.fixture
def full(stages: Stages, tmp_path: Path) -> Iterator[Callable[[str], Bench]]:
    """The host at a stage, its data folder on a disk without room."""
    with small_disk(tmp_path / "disk") as disk:

        def at(stage: str) -> Bench:
            host = stages.at(stage)
            shutil.copytree(host.data, disk / "data", symlinks=True)
            host.data = disk / "data"
            fill(disk)
            return host

        yield at


def test_on_a_full_disk_no_write_passes_that_cannot_be_recorded(full: Callable[[str], Bench]) -> None:
    host = full("implement")
    host.turn = "turn-300"
    assert "unrecorded" in host.write("src/app.py").reason
    assert host.shell("cat src/app.py").silent
    (host.data.parent / "filler").unlink()
    assert host.write("src/app.py").silent


def test_on_a_full_disk_a_y_grants_nothing_and_counts_once_there_is_room(full: Callable[[str], Bench]) -> None:
    host = full("pending")
    before = host.state
    assert host.prompt("y").answer["decision"] == "block"
    assert host.state == before
    (host.data.parent / "filler").unlink()
    assert host.prompt("y").context
    assert host.state["phase"] == "implement"
    assert verified(host)


def test_on_a_full_disk_no_gate_opens(full: Callable[[str], Bench]) -> None:
    host = full("planning")
    host.stop(tiny_plan("src/app.py"))
    assert host.state["phase"] == "planning"


def test_on_a_full_disk_the_way_out_is_open(full: Callable[[str], Bench]) -> None:
    host = full("implement")
    host.prompt("$harness:off")
    assert not host.armed
    assert host.write("anything.py").silent
