"""goal.json: whole, private, of its session, or a fault."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from harness_runtime.loop.goals import Happening, advanced, new_goal
from harness_runtime.session.goals import Goal, GoalFault, goal_path, has_goal, read_goal, write_goal
from harness_runtime.session.layout import run_folder
from tests.loop.kills import killed_everywhere

SESSION, NOW, LATER = "session-1", "2026-01-02T03:04:05Z", "2026-01-02T03:04:06Z"
GOAL = new_goal(SESSION, "make it green\n초록으로", 10, NOW)


def test_it_is_read_as_it_was_written(tmp_path: Path) -> None:
    assert read_goal(str(tmp_path), SESSION) is None
    assert not has_goal(str(tmp_path), SESSION)
    write_goal(str(tmp_path), GOAL)
    assert read_goal(str(tmp_path), SESSION) == GOAL
    assert os.stat(goal_path(str(tmp_path), SESSION)).st_mode & 0o777 == 0o600


def changed(**fields: object) -> str:
    return json.dumps({**GOAL.model_dump(), **fields})


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        "{}",
        changed(schema_version=2),
        changed(session_id="another"),
        changed(state="running"),
        changed(iterations=-1),
        changed(iterations="1"),
        changed(max_iterations=0),
        changed(more=1),
        "x" * 70_000,
    ],
)
def test_anything_else_is_a_fault(tmp_path: Path, text: str) -> None:
    write_goal(str(tmp_path), GOAL)
    Path(goal_path(str(tmp_path), SESSION)).write_text(text, "utf-8")
    with pytest.raises(GoalFault):
        read_goal(str(tmp_path), SESSION)


def test_a_link_is_a_fault(tmp_path: Path) -> None:
    write_goal(str(tmp_path), GOAL)
    path = Path(goal_path(str(tmp_path), SESSION))
    path.rename(tmp_path / "elsewhere")
    path.symlink_to(tmp_path / "elsewhere")
    assert has_goal(str(tmp_path), SESSION)
    with pytest.raises(GoalFault):
        read_goal(str(tmp_path), SESSION)


def test_a_kill_at_any_moment_leaves_the_old_goal_or_the_new_one(tmp_path: Path) -> None:
    after = advanced(GOAL, Happening.NOT_MET, now=LATER, step="run it")
    assert after is not None

    def prepare(step: int) -> str:
        data = str(tmp_path / str(step))
        Path(run_folder(data, SESSION)).mkdir(parents=True)
        write_goal(data, GOAL)
        return data

    def check(data: str) -> None:
        assert read_goal(data, SESSION) in (GOAL, after)

    assert killed_everywhere(prepare, lambda data: write_goal(data, after), check) >= 2


def test_its_schema_is_closed() -> None:
    assert Goal.model_config["extra"] == "forbid"
