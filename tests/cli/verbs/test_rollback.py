"""rollback: the list for everybody, putting back for a person at a terminal."""

import json
import os

import jsonschema
import pytest

from harness_runtime.cli.contracts.schemas import schema
from harness_runtime.loop.first_copy import capture, note_after
from harness_runtime.session.undo import UndoFolder
from tests.cli.pseudo_terminal import talk


@pytest.fixture
def changed(new_run, workspace):
    """A run that has ended, and in it a changed, a new and a large file."""
    run = new_run().approved()
    (workspace / "a.py").write_text("first\n")
    with (workspace / "big").open("wb") as file:
        file.truncate(21 << 20)
    undo = UndoFolder(run.store.data, run.store.session_id)
    names = ("a.py", "big", "new.py")
    capture(undo, str(workspace), [f"{workspace}/{name}" for name in names], "run-1", "call-1")
    for name in names:
        (workspace / name).write_text("changed\n")
    note_after(undo, "call-1")
    return run.commit("cancelled", phase="cancelled", policy_sha256=None, held=True)


@pytest.fixture
def environ(person, data):
    return {"HOME": str(person), "PATH": os.environ["PATH"], "HARNESS_LANG": "en", "PLUGIN_DATA": str(data)}


def test_the_list_changes_nothing(changed, harness_state, workspace):
    done = harness_state("rollback", "--workspace", str(workspace))
    assert done.exit_code == 0
    assert [line.split() for line in done.stdout.splitlines()] == [
        ["State", "Action", "Path"],
        ["restorable", "would", "be", "put", "back", "a.py"],
        ["not", "captured", "nothing", "big", "(larger", "than", "20", "MB)"],
        ["restorable", "new,", "would", "be", "deleted", "new.py"],
    ]
    assert (workspace / "a.py").read_text() == "changed\n"


def test_what_was_changed_since_is_listed_as_what_stays(changed, harness_state, workspace):
    (workspace / "a.py").write_text("by hand\n")
    shown = harness_state("rollback", "--workspace", str(workspace)).stdout
    assert ["changed", "since", "stays;", "`--force`", "puts", "it", "back", "a.py"] in [
        line.split()[:8] for line in shown.splitlines()
    ]


def test_its_json(changed, answer):
    given, code = answer("rollback", "--session", "session-1")
    assert code == 0
    assert given["files"] == [
        {"path": "a.py", "state": "restorable", "why": "", "action": "restore"},
        {"path": "big", "state": "not_captured", "why": "too_large", "action": "none"},
        {"path": "new.py", "state": "restorable", "why": "", "action": "delete"},
    ]
    jsonschema.validate(given, schema("rollback"))


def test_the_diff_is_a_patch_and_changes_nothing(changed, harness_state, workspace):
    done = harness_state("rollback", "--diff", "--workspace", str(workspace))
    assert (done.exit_code, done.stdout) == (
        0,
        "a.py  +1 -1\n--- a/a.py\n+++ b/a.py\n@@ -1 +1 @@\n-first\n+changed\n\n"
        "big  not captured  (larger than 20 MB)\n\n"
        "new.py  absent → file 644  +1 -0\n--- /dev/null\n+++ b/new.py\n@@ -0,0 +1 @@\n+changed\n",
    )
    assert (workspace / "a.py").read_text() == "changed\n"


def test_its_diff_in_json(changed, answer, workspace):
    given, code = answer("rollback", "--diff", "new.py", "a.py", "--workspace", str(workspace))
    jsonschema.validate(given, schema("rollback-diff"))
    assert code == 0
    assert [(file["path"], file["told"], file["lines"][2:]) for file in given["files"]] == [
        ("a.py", "diff", ["@@ -1 +1 @@", "-first", "+changed"]),
        ("new.py", "diff", ["@@ -0,0 +1 @@", "+changed"]),
    ]


def test_nothing_in_a_diff_acts_on_the_terminal(changed, harness_state, workspace):
    (workspace / "a.py").write_text("\tone\x1b[2J\u202e\r\n")
    shown = harness_state("rollback", "--diff", "a.py", "--workspace", str(workspace)).stdout
    assert "\n+\tone\\x1b[2J\\u202e\\r\n" in shown


@pytest.mark.parametrize("words", [("--diff", "--force"), ("--diff", "other.py"), ("a.py", "new.py")])
def test_words_that_do_not_go_together_are_one_line(changed, harness_state, workspace, words):
    done = harness_state("rollback", *words, "--workspace", str(workspace))
    assert (done.exit_code, done.stdout, done.stderr.count("\n")) == (2, "", 1)


@pytest.mark.parametrize(
    "words", [("rollback",), ("goal", "set", "x"), ("goal", "clear"), ("chain", "select", "react-js")]
)
def test_another_workspace_s_session_is_only_meant_where_it_is_named(changed, harness_state, tmp_path, words):
    empty = tmp_path / "empty"
    empty.mkdir()
    done = harness_state(*words, "--workspace", str(empty))
    assert (done.exit_code, done.stdout) == (2, "")
    assert f"no session of {empty}" in done.stderr


def test_nothing_changed(new_run, harness_state, workspace):
    new_run().approved()
    assert harness_state("rollback", "--workspace", str(workspace)).stdout.startswith("There is nothing to put back")


@pytest.mark.parametrize("words", [("rollback", "all"), ("rollback", "a.py", "--force")])
def test_without_a_terminal_nothing_is_put_back(changed, harness_state, workspace, words):
    assert harness_state(*words).exit_code == 2
    assert (workspace / "a.py").read_text() == "changed\n"


def test_force_needs_a_path(changed, harness_state):
    assert harness_state("rollback", "--force").exit_code == 2


def test_a_person_puts_one_path_back(changed, environ, workspace):
    done = talk("rollback", "a.py", "--session", "session-1", "--workspace", str(workspace), environ=environ)
    assert done.exit_code == 0
    assert "put back" in done.shown
    assert (workspace / "a.py").read_text() == "first\n"
    assert (workspace / "new.py").exists()


def test_what_stays_is_a_finding(changed, environ, workspace):
    (workspace / "a.py").write_text("by hand\n")
    done = talk("rollback", "all", "--json", "--workspace", str(workspace), environ=environ)
    assert done.exit_code == 1
    actions = {file["path"]: file["action"] for file in json.loads(done.shown)["files"]}
    assert actions == {"a.py": "kept", "big": "none", "new.py": "deleted"}
    assert (workspace / "a.py").read_text() == "by hand\n"
    forced = talk("rollback", "a.py", "--force", "--workspace", str(workspace), environ=environ)
    assert forced.exit_code == 0
    assert (workspace / "a.py").read_text() == "first\n"


def test_an_agent_puts_nothing_back(changed, environ, workspace):
    done = talk("rollback", "all", environ={**environ, "CODEX_THREAD_ID": "session-1"})
    assert done.exit_code == 2
    assert (workspace / "a.py").read_text() == "changed\n"


def test_a_run_at_work_stands_in_the_way(new_run, environ, workspace):
    run = new_run().approved()
    undo = UndoFolder(run.store.data, run.store.session_id)
    capture(undo, str(workspace), [f"{workspace}/new.py"], "run-1", "call-1")
    done = talk("rollback", "all", "--workspace", str(workspace), environ=environ)
    assert done.exit_code == 2
    assert "while a run works on its accepted plan (phase implement)" in " ".join(done.shown.split())
