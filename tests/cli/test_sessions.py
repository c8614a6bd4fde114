"""`sessions`: which sessions there are, and in which data folders they are sought."""

import json
import os

import jsonschema
import pytest
from rich.console import Group

from harness_runtime.cli.render import to_text
from harness_runtime.cli.verbs.sessions import listing

from .conftest import SCHEMAS, Run
from .pseudo_terminal import talk


def ids(told: dict) -> list[str]:
    return [row["session_id"] for row in told["sessions"]]


def test_answer_fits_its_schema(new_run, answer):
    new_run().approved()
    told, code = answer("sessions")
    jsonschema.validate(told, json.loads((SCHEMAS / "sessions.json").read_text()))
    assert code == 0


def test_a_row_tells_phase_workspace_time_and_marker(new_run, answer, workspace):
    run = new_run().approved()
    assert answer("sessions")[0]["sessions"] == [
        {
            "session_id": "session-1",
            "phase": "implement",
            "workspace_root": str(workspace),
            "updated_at": run.state.updated_at,
            "armed": True,
        }
    ]


def test_newest_first(new_run, answer):
    new_run("a").pending().rewrite_state(updated_at="2026-01-02T00:00:00Z")
    new_run("b").pending().rewrite_state(updated_at="2026-01-03T00:00:00Z")
    new_run("c").pending().rewrite_state(updated_at="2026-01-01T00:00:00Z")
    assert ids(answer("sessions")[0]) == ["b", "a", "c"]


def test_a_released_session_is_not_armed(new_run, answer):
    new_run().pending().store.release()
    assert answer("sessions")[0]["sessions"][0]["armed"] is False


def test_one_that_cannot_be_trusted_is_listed_and_a_finding(new_run, answer):
    new_run("good").pending()
    (new_run("bad").pending().folder / "state.json").write_text("{")
    told, code = answer("sessions")
    assert (sorted(ids(told)), code) == (["bad", "good"], 1)
    jsonschema.validate(told, json.loads((SCHEMAS / "sessions.json").read_text()))


def test_folders_set_aside_are_no_sessions(new_run, answer):
    new_run().pending().store.set_aside()
    new_run("other").pending()
    assert "set-aside" not in str(answer("sessions")[0])


def test_foreign_files_are_no_sessions(data, answer):
    (data / "runs").mkdir()
    (data / "runs" / ".hidden").touch()
    assert ids(answer("sessions")[0]) == []


def test_nothing_at_all_is_fine(harness_state):
    result = harness_state("sessions")
    assert (result.exit_code, result.stderr) == (0, "")


@pytest.mark.parametrize(
    ("variable", "below"),
    [(None, ".codex"), (None, ".claude"), ("CODEX_HOME", "cx"), ("CLAUDE_CONFIG_DIR", "cl")],
)
def test_data_folders_of_all_known_hosts_are_searched(person, workspace, answer, monkeypatch, variable, below):
    if variable:
        monkeypatch.setenv(variable, str(person / below))
    Run(person / below / "plugins/data/harness-some-market", "found", workspace).pending()
    assert ids(answer("sessions")[0]) == ["found"]


@pytest.mark.parametrize("variable", ["PLUGIN_DATA", "CLAUDE_PLUGIN_DATA"])
def test_a_named_folder_is_the_only_one(new_run, tmp_path, workspace, answer, monkeypatch, variable):
    new_run("in-the-home").pending()
    Run(tmp_path / "named", "named", workspace).pending()
    monkeypatch.setenv(variable, str(tmp_path / "named"))
    assert ids(answer("sessions")[0]) == ["named"]


def test_the_option_comes_first(tmp_path, workspace, answer, monkeypatch):
    Run(tmp_path / "named", "named", workspace).pending()
    Run(tmp_path / "chosen", "chosen", workspace).pending()
    monkeypatch.setenv("PLUGIN_DATA", str(tmp_path / "named"))
    assert ids(answer("sessions", "--data", str(tmp_path / "chosen"))[0]) == ["chosen"]


def test_an_absent_folder_is_bad_input(harness_state, tmp_path):
    result = harness_state("sessions", "--data", str(tmp_path / "absent"))
    assert (result.exit_code, result.stderr.count("\n")) == (2, 1)


SESSION = "0199f3c2-1f7a-7c20-9d5e-2b7c3f1a9e44"
ROWS = [(SESSION, "completed_with_residual_risk", "armed", "2026-01-02T03:04:05Z", "/srv/me/codes/a-project")]


@pytest.mark.parametrize(("wide", "lines"), [(80, 2), (200, 2), (60, 3)])
def test_ids_and_phases_stay_whole_however_narrow_it_is(wide, lines):
    shown = to_text(Group(*listing(ROWS, wide)), wide).split("\n")
    assert (len(shown), max(map(len, shown)) <= wide) == (lines, True)
    assert all(any(text in line for line in shown) for text in ROWS[0])


def test_a_wide_screen_gets_a_table_with_heads():
    assert "Workspace" in to_text(Group(*listing(ROWS, 200)), 200)
    assert "Workspace" not in to_text(Group(*listing(ROWS, 80)), 80)


def test_on_a_terminal_of_80_columns(data, workspace, person):
    Run(data, SESSION, workspace).approved()
    shown = talk("sessions", environ=os.environ, columns=80).shown
    assert SESSION in shown and str(workspace) in shown.replace("\n", "")
