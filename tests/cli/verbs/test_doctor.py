"""`doctor` as a whole where no host is on the machine: the answer's shape, and what it adds up to."""

import json

import jsonschema
import pytest

from tests.cli.conftest import SCHEMAS


@pytest.fixture(autouse=True)
def no_programs(monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", str(tmp_path))


def by_name(told: dict) -> dict[str, dict]:
    return {check["name"]: check for check in told["checks"]}


def test_answer_fits_its_schema_and_names_are_unique(new_run, answer):
    new_run("a").approved()
    new_run("b").approved()
    told, code = answer("doctor")
    jsonschema.validate(told, json.loads((SCHEMAS / "checks.json").read_text()))
    assert (code, len(by_name(told))) == (1, len(told["checks"]))


def test_whatever_is_wrong_comes_with_its_mend(answer):
    told, _ = answer("doctor")
    assert all(check["mend"] for check in told["checks"] if check["status"] != "ok")


def test_no_host_at_all_is_one_error(answer):
    told, _ = answer("doctor")
    assert [check["name"] for check in told["checks"] if check["status"] == "error"] == ["installation"]


def test_armed_sessions_of_a_host_that_is_gone_are_listed(new_run, answer):
    new_run().approved()
    assert "session-1: implement" in by_name(answer("doctor")[0])["codex_sessions"]["detail"]


def test_a_named_data_folder_is_examined_once(data, new_run, answer):
    new_run().approved()
    names = [check["name"] for check in answer("doctor", "--data", str(data))[0]["checks"]]
    assert [name for name in names if name.endswith("_sessions")] == ["named_sessions"]


def test_a_fault_of_the_settings_is_told_once(data, answer):
    (data / "config.json").write_text('{"langage": "ko"}')
    told, code = answer("doctor")
    assert [name for name, check in by_name(told).items() if "langage" in check["detail"]] == ["codex_settings"]
    assert code == 1


def test_people_read_the_mend(harness_state):
    assert "→ `harness-state install codex`" in harness_state("doctor").stdout
