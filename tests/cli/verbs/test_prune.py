"""`prune`: what has ended and was released goes by age and size; what is guarded or in progress never does."""

from __future__ import annotations

import json
import os
import threading
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path

import jsonschema
import pytest

from harness_runtime.cli.verbs import prune
from harness_runtime.session.keys import make_key
from harness_runtime.session.tickets import write_ticket
from tests.cli.conftest import SCHEMAS, Run
from tests.session.test_tickets import TICKET

ENDED = ["completed", "completed_with_residual_risk", "blocked", "degraded", "cancelled", "superseded"]
OPEN = ["planning", "plan_pending", "implement", "review", "repair_planning", "repair_pending", "repair_implement"]


def age(run: Run, days: float) -> Run:
    """As if nothing had happened to it for so long."""
    then = datetime.now(UTC) - timedelta(days=days)
    run.rewrite_state(updated_at=then.strftime("%Y-%m-%dT%H:%M:%SZ"))
    return run


def ended(run: Run, days: float = 100, phase: str = "completed", size: int = 0) -> Run:
    run.activated().commit("ended", phase=phase)
    run.store.release()
    (run.folder / "artifacts").mkdir()
    (run.folder / "artifacts/a.md").write_bytes(b"x" * size)
    return age(run, days)


def names(told: dict) -> list[str]:
    return [Path(row["path"]).name for row in told["removed"]]


@pytest.mark.parametrize("phase", ENDED)
def test_an_old_run_that_has_ended_and_was_released_goes(new_run, answer, phase):
    run = ended(new_run(), phase=phase)
    told, code = answer("prune", "--older-than", "30d")
    assert (names(told), code) == (["session-1"], 0)
    assert not run.folder.exists()
    assert os.listdir(run.folder.parent) == []


def test_its_key_and_its_tickets_go_with_it(new_run, answer, data):
    run, other = ended(new_run()), new_run("session-2").activated()
    for kept in (run, other):
        make_key(str(data), kept.store.session_id)
        write_ticket(str(data), TICKET | {"session_id": kept.store.session_id})
    answer("prune")
    assert os.listdir(data / "keys") == ["session-2"]
    assert os.listdir(data / "confined") == ["2.json"]


def test_answer_fits_its_schema(new_run, answer):
    ended(new_run(), size=500)
    told, _ = answer("prune", "--dry-run")
    jsonschema.validate(told, json.loads((SCHEMAS / "prune.json").read_text()))
    assert told["removed"][0]["bytes"] > 500


@pytest.mark.parametrize("days", [29, 31])
def test_without_a_word_it_is_thirty_days(new_run, answer, days):
    run = ended(new_run(), days=days)
    answer("prune")
    assert run.folder.exists() is (days < 30)


@pytest.mark.parametrize(
    ("given", "goes"), [("12h", True), ("23h", True), ("25h", False), ("1d", False), ("0h", True)]
)
def test_age_in_hours_and_days(new_run, answer, given, goes):
    ended(new_run(), days=0.99)
    assert bool(answer("prune", "--older-than", given)[0]["removed"]) is goes


@pytest.mark.parametrize("phase", OPEN)
def test_a_run_in_progress_stays(new_run, answer, phase):
    run = new_run().activated().commit("moved", phase=phase)
    run.store.release()
    age(run, 100)
    assert answer("prune", "--older-than", "0h", "--max-size", "0")[0]["removed"] == []
    assert run.folder.exists()


@pytest.mark.parametrize("phase", ENDED)
def test_a_session_that_is_armed_stays(new_run, answer, phase):
    run = ended(new_run(), phase=phase)
    run.store.arm()
    assert answer("prune", "--older-than", "0h", "--max-size", "0")[0]["removed"] == []
    assert run.folder.exists()


@pytest.mark.parametrize("content", ["{", "", None])
def test_what_cannot_be_told_stays(new_run, answer, content):
    run = ended(new_run())
    (run.folder / "state.json").unlink()
    if content is not None:
        (run.folder / "state.json").write_text(content)
    assert answer("prune", "--older-than", "0h", "--max-size", "0")[0]["removed"] == []


def test_a_dry_run_only_tells(new_run, answer):
    run = ended(new_run())
    told, _ = answer("prune", "--dry-run")
    assert (names(told), told["dry_run"], run.folder.exists()) == (["session-1"], True, True)
    assert not (run.folder.parent / "session-1.set-aside").exists()


def test_by_size_the_oldest_go_first_until_it_fits(new_run, answer):
    for number, days in enumerate((3, 1, 2)):
        ended(new_run(f"s{number}"), days=days, size=10_000)
    kept = new_run("open").activated()
    assert names(answer("prune", "--max-size", "30KB")[0]) == ["s0"]
    assert names(answer("prune", "--max-size", "8KB")[0]) == ["s2", "s1"]
    assert kept.folder.exists()


def test_age_and_size_together(new_run, answer):
    ended(new_run("old"), days=50, size=10)
    ended(new_run("big"), days=5, size=10_000)
    ended(new_run("new"), days=1, size=10)
    assert names(answer("prune", "--older-than", "30d", "--max-size", "9KB")[0]) == ["old", "big"]


def test_folders_set_aside_go_by_the_time_they_were_set_aside(new_run, answer, data):
    new_run().activated().store.set_aside()
    [fresh] = (data / "runs").iterdir()
    old = fresh.with_name("session-2.set-aside-20200102T030405000000")
    fresh.rename(old)
    new_run().activated().store.set_aside()
    assert names(answer("prune")[0]) == [old.name]
    assert len(list((data / "runs").iterdir())) == 1


def test_old_reports_of_bugs_go(answer, data):
    (data / "reports").mkdir()
    for name, days in (
        ("1700000000000000000-pre_tool_use.txt", 60),
        ("1700000000000000001-Stop.txt", 1),
        ("mine", 90),
    ):
        path = data / "reports" / name
        path.write_text("x")
        then = time.time() - days * 86400
        os.utime(path, (then, then))
    assert names(answer("prune")[0]) == ["1700000000000000000-pre_tool_use.txt"]
    assert sorted(path.name for path in (data / "reports").iterdir()) == ["1700000000000000001-Stop.txt", "mine"]


def test_a_link_in_place_of_a_folder_is_not_followed(data, answer, tmp_path):
    (tmp_path / "precious").mkdir()
    (tmp_path / "precious/file").touch()
    (data / "runs").mkdir()
    (data / "runs/s.set-aside-20200102T030405000000").symlink_to(tmp_path / "precious")
    answer("prune", "--older-than", "0h")
    assert (tmp_path / "precious/file").exists()


def test_links_inside_a_run_are_removed_and_not_followed(new_run, answer, tmp_path):
    (tmp_path / "precious").mkdir()
    (tmp_path / "precious/file").touch()
    run = ended(new_run())
    (run.folder / "link").symlink_to(tmp_path / "precious")
    answer("prune")
    assert (run.folder.exists(), (tmp_path / "precious/file").exists()) == (False, True)


def test_a_run_that_begins_anew_meanwhile_stays(new_run, answer):
    """It is looked at again under its lock."""
    run = ended(new_run())
    waiting = threading.Thread(target=lambda: answer("prune"))
    with run.store.locked():
        waiting.start()
        time.sleep(1)  # it has listed, and waits for the lock
        run.store.arm()
    waiting.join(30)
    assert run.folder.exists()


def test_a_lock_that_is_not_given_is_said(new_run, harness_state, monkeypatch):
    monkeypatch.setattr("harness_runtime.session.store.LOCK_SECONDS", 0.1)
    run = ended(new_run())
    with run.store.locked():
        result = harness_state("prune")
    assert (result.exit_code, run.folder.exists()) == (1, True)
    assert "busy" in result.stderr


def test_a_stop_in_the_middle_leaves_nothing_that_looks_like_a_session(new_run, harness_state, answer, monkeypatch):
    def die(_):
        raise KeyboardInterrupt

    run = ended(new_run())
    with monkeypatch.context() as patched:
        patched.setattr(prune, "_delete", die)
        assert harness_state("prune").exit_code == 2
    [left] = run.folder.parent.iterdir()
    assert ".set-aside-" in left.name
    assert answer("sessions")[0]["sessions"] == []
    assert names(answer("prune", "--older-than", "0h")[0]) == [left.name]


@pytest.mark.parametrize("words", [
    ("--older-than", "30"), ("--older-than", "d"), ("--older-than", "-1d"), ("--older-than", "1.5d"),
    ("--older-than", "30 d"), ("--older-than", "9999999999d"), ("--max-size", "big"), ("--max-size", "-1"),
    ("--max-size", "1TB"), ("--max-size", "1.5MB"), ("--older-than", ""), ("--older-than", "３d"),
])  # fmt: skip
def test_what_is_no_age_or_size_is_bad_input(new_run, harness_state, words):
    run = ended(new_run())
    result = harness_state("prune", *words)
    assert (result.exit_code, result.stderr.count("\n"), run.folder.exists()) == (2, 1, True)


@pytest.mark.parametrize(
    ("given", "size"), [("0", 0), ("500", 500), ("2KB", 2000), ("500MB", 5 * 10**8), ("1gb", 10**9)]
)
def test_sizes(given, size):
    assert prune.bytes_of(given) == size


def test_a_long_age_is_no_overflow(new_run, answer):
    ended(new_run())
    assert answer("prune", "--older-than", "999999999d")[0]["removed"] == []


def test_nothing_to_do_is_fine(harness_state):
    result = harness_state("prune")
    assert (result.exit_code, result.stderr) == (0, "")


def test_the_same_in_words(new_run, harness_state):
    run = ended(new_run(), size=2_000_000)
    shown = harness_state("prune", "--dry-run").stdout
    assert str(run.folder) in shown
    assert "2.0 MB" in shown.splitlines()[-1]
