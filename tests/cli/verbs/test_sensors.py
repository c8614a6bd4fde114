"""`sensors list` and `sensors run`: what is trusted is run, confined, and what cannot be confined is not."""

from __future__ import annotations

import json
import os

import jsonschema
import pytest

from harness_runtime.confinement.probe import choose
from tests.cli.conftest import SCHEMAS
from tests.cli.pseudo_terminal import talk
from tests.cli.trusting import HARNESS, trust, write_harness


@pytest.fixture
def no_engine(monkeypatch):
    monkeypatch.setattr("harness_runtime.events.guides.launch.choose", lambda network, environ: None)


@pytest.fixture
def best_effort(data):
    (data / "config.json").write_text('{"confinement": "best_effort"}')


@pytest.fixture
def unconfined(no_engine, best_effort):
    """So that these tests say the same where no engine works."""


@pytest.fixture
def ask(answer, data, workspace):
    trust(data, write_harness(workspace))

    def call(verb: str, *words: str) -> tuple[dict, int]:
        found, code = answer("sensors", verb, "--workspace", str(workspace), *words)
        jsonschema.validate(found, json.loads((SCHEMAS / f"sensors-{verb}.json").read_text()))
        return found, code

    return call


@pytest.mark.parametrize(
    ("words", "workflow", "names"),
    [((), "everyday", ["good", "bad"]), (("--task-type", "docs"), "writing", ["good"])],
)
def test_the_list_is_that_of_the_workflow(ask, words, workflow, names):
    found, code = ask("list", *words)
    assert (found["workflow"], [sensor["name"] for sensor in found["sensors"]], code) == (workflow, names, 0)


def test_a_run_tells_what_came_of_each(ask, unconfined):
    found, code = ask("run")
    good, bad = found["results"]
    assert (good["outcome"], good["exit_code"], good["tail"]) == ("passed", 0, ["fine"])
    assert (bad["outcome"], bad["exit_code"], bad["tail"], bad["fix_hint"]) == (
        "failed",
        4,
        ["1", "2", "3"],
        "count to two",
    )
    assert code == 1


def test_named_sensors_are_run_also_from_another_workflow(ask, unconfined):
    found, code = ask("run", "good", "good")
    assert ([result["name"] for result in found["results"]], code) == (["good"], 0)


def test_an_unknown_name_is_bad_input_and_nothing_runs(harness_state, data, workspace, unconfined):
    trust(data, write_harness(workspace, HARNESS.replace("echo fine", "touch here")))
    result = harness_state("sensors", "run", "good", "nobody", "--workspace", str(workspace))
    assert (result.exit_code, "nobody" in result.stderr) == (2, True)
    assert not (workspace / "here").exists()


@pytest.mark.parametrize("verb", ["list", "run"])
def test_what_nobody_trusts_is_not_run(harness_state, data, workspace, unconfined, verb):
    write_harness(workspace)
    result = harness_state("sensors", verb, "--workspace", str(workspace))
    assert (result.exit_code, result.stdout) == (2, "")


def test_a_person_reads_the_output_of_a_failure_and_its_hint(harness_state, ask, workspace, unconfined):
    shown = harness_state("sensors", "run", "--workspace", str(workspace))
    assert "passed: good" in shown.stdout and "fine" not in shown.stdout
    assert "  3\n" in shown.stdout and "fix: count to two" in shown.stdout
    assert "started: good" in shown.stderr and "passed" not in shown.stderr


def test_without_a_workflow_s_sensors_that_is_said(harness_state, data, workspace, unconfined):
    trust(data, write_harness(workspace, ""))
    result = harness_state("sensors", "run", "--workspace", str(workspace))
    assert (result.exit_code, "no sensors" in result.stdout) == (0, True)


def test_retries_are_those_of_the_file(answer, data, workspace, unconfined):
    text = "[defaults]\nmax_sensor_retries = 2\n[[sensors]]\nname = 'S'\ncommand = 'false'\n"
    trust(data, write_harness(workspace, text))
    found, _ = answer("sensors", "run", "--workspace", str(workspace))
    assert found["results"][0]["attempts"] == 3


def test_on_a_terminal_a_person_sees_each_result_once(data, workspace, best_effort):
    trust(data, write_harness(workspace))
    said = talk("sensors", "run", "--workspace", str(workspace), environ=os.environ)
    assert (said.exit_code, said.shown.count("passed: good"), said.shown.count("failed: bad")) == (1, 1, 1)


# What confines them


def test_with_an_engine_they_run_confined(ask):
    if choose("none", os.environ) is None:
        pytest.skip("no confinement engine works here")
    found, _ = ask("run")
    assert [result["outcome"] for result in found["results"]] == ["passed", "failed"]
    assert {result["engine"] for result in found["results"]} <= {"bubblewrap", "landlock", "seatbelt"}


def test_without_an_engine_nothing_is_started(ask, no_engine, workspace):
    found, code = ask("run")
    assert {(result["outcome"], result["engine"]) for result in found["results"]} == {("not_started", "")}
    assert "engine" in found["results"][0]["why"]
    assert code == 1


def test_without_an_engine_best_effort_runs_unconfined_and_says_so(harness_state, ask, unconfined, workspace):
    found, _ = ask("run", "good")
    assert (found["results"][0]["outcome"], found["results"][0]["engine"]) == ("passed", "unconfined")
    assert "unconfined" in harness_state("sensors", "run", "good", "--workspace", str(workspace)).stderr


def test_one_config_that_asks_for_confinement_is_enough(answer, person, ask, unconfined, workspace):
    (person / ".claude/plugins/data/harness-harness").mkdir(parents=True)
    found, _ = answer("sensors", "run", "good", "--workspace", str(workspace))
    assert found["results"][0]["outcome"] == "not_started"
