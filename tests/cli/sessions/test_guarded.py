"""A session that is guarded without a run, in the list and by itself; and what of notes and undo is shown."""

import pytest

from harness_runtime.cli.diagnosis import data as diagnosis
from harness_runtime.loop.steering import queue
from harness_runtime.session.guarded import drop, write_guarded
from harness_runtime.session.store import Store
from harness_runtime.session.undo import ABSENT, Record, UndoFolder


@pytest.fixture
def guarded(data, workspace):
    store = Store(str(data), "session-1")
    fields = {
        "session_id": "session-1",
        "host": "codex",
        "language": "en",
        "workspace_root": str(workspace),
        "turn": "",
        "ended_turn": "",
    }
    write_guarded(store.data, store.session_id, fields)
    store.arm()
    return store


def test_it_is_listed_as_a_session_without_a_run(guarded, harness_state, answer, workspace):
    done = harness_state("sessions")
    assert done.exit_code == 0
    assert "(no run)" in done.stdout
    given, code = answer("sessions")
    row = given["sessions"][0]
    assert (code, row["phase"], row["armed"], row["workspace_root"]) == (0, None, True, str(workspace))


def test_doctor_takes_it_for_no_fault(guarded, data):
    check = {check.name: check for check in diagnosis.examine("x", data, False)}["x_sessions"]
    assert (check.status, "(no run)" in check.detail) == ("ok", True)


def test_off_finds_it_without_its_name(guarded, harness_state, monkeypatch, workspace):
    monkeypatch.setattr("harness_runtime.cli.verbs.off.require_person", lambda: None)
    done = harness_state("off", "--workspace", str(workspace))
    assert (done.exit_code, done.stderr) == (0, "")
    assert not guarded.is_armed()


def test_it_is_no_finding(guarded, harness_state, answer, workspace):
    done = harness_state("inspect", "--workspace", str(workspace))
    assert (done.exit_code, done.stderr) == (0, "")
    assert "without a run: writes are not restricted" in done.stdout
    assert answer("inspect")[1] == 0
    assert harness_state("ledger", "verify").exit_code == 0


def test_a_file_that_cannot_be_used_is_one(guarded, harness_state):
    (guarded.folder / "guarded.json").write_text("{")
    assert harness_state("sessions").exit_code == 1


def test_once_nothing_guards_it_it_is_no_finding_and_keeps_what_it_changed(guarded, harness_state, answer, workspace):
    (workspace / "new.txt").write_text("by the agent")
    undo = UndoFolder(guarded.data, "session-1")
    with undo:
        undo.append([Record(ABSENT, str(workspace), "new.txt", "-" * 16)], undo.records())
    guarded.release()
    drop(guarded.data, "session-1")
    done = harness_state("inspect", "--workspace", str(workspace))
    assert (done.exit_code, done.stderr, str(workspace) in done.stdout) == (0, "", True)
    given, code = answer("sessions")
    assert (code, given["sessions"][0]["workspace_root"]) == (0, str(workspace))
    assert harness_state("rollback", "--workspace", str(workspace)).exit_code == 0


def test_waiting_notes_are_counted(guarded, harness_state, answer):
    queue(guarded.data, "session-1", "one")
    queue(guarded.data, "session-1", "two")
    assert answer("inspect")[0]["notes_waiting"] == 2
    assert "2 waiting for the agent" in harness_state("inspect").stdout


def test_what_is_left_of_it_may_be_pruned(guarded, harness_state):
    """It never had a run: once guard is off nothing needs its folder."""
    assert "Nothing to remove" in harness_state("prune", "--max-size", "0").stdout
    assert guarded.folder.exists()
    (guarded.folder / "kept").write_text("what undo keeps")
    guarded.release()
    drop(guarded.data, "session-1")
    assert harness_state("prune", "--max-size", "0").exit_code == 0
    assert not guarded.folder.exists()
