"""Which processes descend from ours, also on a kernel that does not list children."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator

import pytest

from harness_runtime.confinement.engines.linux import processes


@pytest.fixture(params=["listed", "searched"], autouse=True)
def kernel(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(pid: int) -> list[int]:
        raise PermissionError(13, os.strerror(13))

    if request.param == "searched":
        monkeypatch.setattr(processes, "_children", missing)


@pytest.fixture
def family() -> Iterator[subprocess.Popen[bytes]]:
    """A child with two children of its own."""
    line = "sleep 60 & sleep 60 & echo; wait"
    child = subprocess.Popen(["sh", "-c", line], stdout=subprocess.PIPE, start_new_session=True)
    assert child.stdout
    child.stdout.readline()
    yield child
    os.killpg(child.pid, 9)
    child.wait()
    child.stdout.close()


def test_children_and_what_came_of_them(family: subprocess.Popen[bytes]) -> None:
    assert family.pid in processes.children()
    assert len(processes.below(family.pid)) == 2
    assert {processes.group_of(pid) for pid in processes.below(family.pid)} == {family.pid}
    assert processes.below(os.getpid()) >= {family.pid} | processes.below(family.pid)


def test_a_number_is_passed_or_not(family: subprocess.Popen[bytes]) -> None:
    count = len(processes.below(os.getpid()))
    assert count >= 3
    assert [processes.are_more(most) for most in (0, count - 1, count)] == [True, True, False]


def test_a_thread_belongs_to_its_process() -> None:
    assert processes.process_of(os.getpid()) == os.getpid()
    with pytest.raises(ProcessLookupError):
        processes.process_of(1 << 30)
