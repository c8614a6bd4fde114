"""`sessions`: which sessions there are, and in which data folders they are sought."""

import json
import os
from datetime import UTC, datetime

import jsonschema
import pytest
from rich.console import Group

from harness_runtime.cli.render import to_text
from harness_runtime.cli.verbs.sessions import age, listing, shortest, tail
from tests.cli.conftest import SCHEMAS, Run
from tests.cli.pseudo_terminal import talk


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
OTHER = "0199f3c2-1f7b-7c20-9d5e-2b7c3f1a9e44"
NOW = datetime(2026, 1, 2, 6, 4, 5, tzinfo=UTC)
ROWS = [
    (SESSION, "armed", "completed_with_residual_risk", "2026-01-02T03:04:05Z", "/srv/me/codes/a-project"),
    (OTHER, "-", "planning", "2026-01-02T06:04:00Z", "/srv/me/codes/a-project/with/a/very/long/way/to/it"),
]


def listed(wide: int) -> list[str]:
    return to_text(Group(*listing(ROWS, wide, NOW)), wide).split("\n")


@pytest.mark.parametrize(("wide", "lines"), [(80, 3), (200, 3), (60, 4)])
def test_a_line_for_each_session_however_narrow_it_is(wide, lines):
    shown = listed(wide)
    assert (len(shown), max(map(len, shown)) <= wide) == (lines, True)
    assert "completed_with_residual_risk" in "\n".join(shown)


def test_at_80_columns_ids_are_short_ages_are_told_and_folders_keep_their_end():
    assert listed(80) == [
        "Session        Hooks  Phase                         Updated  Workspace",
        "0199f3c2-1f7a  armed  completed_with_residual_risk  3 h ago  …/codes/a-project",
        "0199f3c2-1f7b  -      planning                      now      …/long/way/to/it",
    ]


def test_an_id_as_shown_is_enough_for_the_other_commands(new_run, answer):
    for session in (SESSION, OTHER):
        new_run(session).pending()
    assert answer("inspect", SESSION[: shortest([SESSION, OTHER])])[0]["session_id"] == SESSION


@pytest.mark.parametrize(("at", "said"), [
    ("2026-01-02T06:04:00Z", "now"), ("2026-01-02T06:00:00Z", "4 min ago"), ("2026-01-02T04:05:00Z", "1 h ago"),
    ("2025-12-01T00:00:00Z", "32 d ago"), ("2027-01-01T00:00:00Z", "now"), ("once", "once"), ("", ""),
])  # fmt: skip
def test_how_long_ago(at, said):
    assert age(at, NOW) == said


@pytest.mark.parametrize(("path", "room", "shown"), [
    ("/a/b", 20, "/a/b"), ("/one/two/three", 10, "…/three"), ("/one/two/three", 12, "…/two/three"),
    ("/one/" + "n" * 30, 10, "…" + "n" * 9),
])  # fmt: skip
def test_a_folder_is_cut_at_its_beginning(path, room, shown):
    assert tail(path, room) == shown


def test_piped_everything_is_whole(data, workspace, harness_state):
    run = Run(data, SESSION, workspace).approved()
    shown = harness_state("sessions").stdout
    assert all(text in shown for text in (SESSION, str(workspace), run.state.updated_at))


def test_on_a_terminal_of_80_columns(data, workspace):
    Run(data, SESSION, workspace).approved()
    shown = talk("sessions", environ=os.environ, columns=80).shown
    assert "0199f3c2" in shown and SESSION not in shown and "/project" in shown
    assert max(map(len, shown.splitlines())) <= 80
