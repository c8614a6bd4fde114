"""Whether a host pursues a goal of its own, from what it keeps."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from harness_runtime.session.host_goal import host_goal_is_active

SESSION = "session-1"


def set_by_person(status: str) -> dict[str, object]:
    return {"type": "event_msg", "payload": {"type": "thread_goal_updated", "goal": {"status": status}}}


def turn(trigger: str) -> dict[str, object]:
    return {"type": "event_msg", "payload": {"type": "task_started", "turn_attribution": {"turn_trigger": trigger}}}


def condition(*, met: bool) -> dict[str, object]:
    return {"type": "attachment", "attachment": {"type": "goal_status", "met": met}}


SAID = {"type": "response_item", "payload": {"type": "message", "content": json.dumps(set_by_person("active"))}}


@pytest.mark.parametrize(
    ("host", "records", "active"),
    [
        ("codex", [], False),
        ("codex", [set_by_person("active")], True),
        ("codex", [set_by_person("active"), set_by_person("complete")], False),
        ("codex", [set_by_person("paused")], False),
        ("codex", [turn("user"), turn("goal")], True),
        ("codex", [turn("goal"), set_by_person("complete"), turn("user")], False),
        ("codex", [SAID], False),
        ("claude", [condition(met=False)], True),
        ("claude", [condition(met=False), condition(met=True)], False),
        ("claude", [condition(met=True), condition(met=False)], True),
        ("claude", [{"type": "user", "message": {"content": '"goal_status" met false'}}], False),
    ],
)
def test_the_transcript_tells(tmp_path: Path, host: str, records: list[dict[str, object]], active: bool) -> None:
    path = tmp_path / "transcript.jsonl"
    path.write_text("".join(f"{json.dumps(record)}\n" for record in [*records, {"type": "x"}]) + "{", "utf-8")
    data = tmp_path / "home/plugins/data/harness"
    assert host_goal_is_active(host, str(data), SESSION, str(path)) is active


@pytest.mark.parametrize(
    ("rows", "active"), [([(SESSION, "active")], True), ([(SESSION, "paused")], False), ([("x", "active")], False)]
)
def test_codexs_own_store_says_more_than_its_transcript(
    tmp_path: Path, rows: list[tuple[str, str]], active: bool
) -> None:
    """It alone knows that a goal was cleared."""
    with closing(sqlite3.connect(tmp_path / "goals_1.sqlite")) as store:
        store.execute("CREATE TABLE thread_goals (thread_id TEXT PRIMARY KEY, status TEXT)")
        store.executemany("INSERT INTO thread_goals VALUES (?, ?)", rows)
        store.commit()
    path = tmp_path / "transcript.jsonl"
    path.write_text(json.dumps(set_by_person("active")), "utf-8")
    data = tmp_path / "plugins/data/harness"
    assert host_goal_is_active("codex", str(data), SESSION, str(path)) is active


def test_a_store_that_is_none_leaves_it_to_the_transcript(tmp_path: Path) -> None:
    (tmp_path / "goals_1.sqlite").write_bytes(b"no database")
    path = tmp_path / "transcript.jsonl"
    path.write_text(json.dumps(set_by_person("active")), "utf-8")
    assert host_goal_is_active("codex", str(tmp_path / "plugins/data/harness"), SESSION, str(path))


def test_nothing_to_read_says_no(tmp_path: Path) -> None:
    assert not host_goal_is_active("codex", "/nowhere/a/b/c", SESSION, "")
    assert not host_goal_is_active("claude", "/nowhere/a/b/c", SESSION, "/nowhere")
