"""Counting what may happen only so often in a turn: a kill costs one of the times, and never adds one."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from harness_runtime.session.layout import run_folder
from harness_runtime.session.tally import RECORD_BYTES, count, times
from tests.loop.kills import killed_everywhere

SESSION, NOW = "session-1", "2026-01-02T03:04:05Z"


def made(tmp_path: Path, step: int = 0) -> str:
    data = str(tmp_path / str(step))
    Path(run_folder(data, SESSION)).mkdir(parents=True)
    return data


def test_turns_and_kinds_are_counted_apart(tmp_path: Path) -> None:
    data = made(tmp_path)
    for _ in range(3):
        count(data, SESSION, "sent_back", "t1", NOW)
    count(data, SESSION, "model_calls", "t1", NOW)
    count(data, SESSION, "sent_back", "t/2", NOW)
    assert [times(data, SESSION, "sent_back", turn) for turn in ("t1", "t/2", "t3")] == [3, 1, 0]
    assert times(data, SESSION, "model_calls", "t1") == 1


def test_what_was_written_in_part_counts(tmp_path: Path) -> None:
    data = made(tmp_path)
    count(data, SESSION, "sent_back", "t1", NOW)
    path = Path(run_folder(data, SESSION), "sent_back", "t1")
    path.write_bytes(path.read_bytes() + b"x")
    assert path.stat().st_size == RECORD_BYTES + 1
    assert times(data, SESSION, "sent_back", "t1") == 2


def test_it_is_private_and_follows_no_link(tmp_path: Path) -> None:
    data = made(tmp_path)
    count(data, SESSION, "sent_back", "t1", NOW)
    path = Path(run_folder(data, SESSION), "sent_back", "t1")
    assert (path.stat().st_mode & 0o777, path.parent.stat().st_mode & 0o777) == (0o600, 0o700)
    path.unlink()
    path.symlink_to(tmp_path / "elsewhere")
    with pytest.raises(OSError):
        count(data, SESSION, "sent_back", "t1", NOW)
    assert not os.path.lexists(tmp_path / "elsewhere")


def test_a_kill_at_any_moment_leaves_the_count_or_one_more(tmp_path: Path) -> None:
    def prepare(step: int) -> str:
        data = made(tmp_path, step)
        count(data, SESSION, "sent_back", "t1", NOW)
        return data

    kills = killed_everywhere(
        prepare,
        lambda data: count(data, SESSION, "sent_back", "t1", NOW),
        lambda data: (
            times(data, SESSION, "sent_back", "t1") in (1, 2) or pytest.fail("neither the one nor the other")
        ),
    )
    assert kills >= 2
