"""`guides`: what the model would get, for a session, a task type or a prompt; nothing that nobody trusted."""

from __future__ import annotations

import json

import jsonschema
import pytest

from tests.cli.conftest import SCHEMAS
from tests.cli.trusting import HARNESS, trust, write_harness


@pytest.fixture
def told(answer, data, workspace):
    trust(data, write_harness(workspace))

    def ask(*words: str) -> dict:
        found, code = answer("guides", "--workspace", str(workspace), *words)
        jsonschema.validate(found, json.loads((SCHEMAS / "guides.json").read_text()))
        assert code == 0
        return found

    return ask


def test_an_interactive_session(told):
    found = told()
    assert (found["task_type"], found["workflow"]) == (None, "everyday")
    assert [(guide["name"], guide["priority"], guide["source"]) for guide in found["guides"]] == [
        ("Style", 1, "docs/style.md"),
        ("Commits", 0, "text"),
    ]
    assert [(sensor["name"], sensor["blocking"]) for sensor in found["sensors"]] == [("good", False), ("bad", True)]
    assert found["completion_policy"] == ["Fast blocking sensors must pass."]
    assert found["text"].startswith("## Project Harness Guides\n\n### Style\n\nTabs.\n")


@pytest.mark.parametrize(
    ("words", "task_type", "workflow"),
    [
        (("--task-type", "docs"), "docs", "writing"),
        (("--prompt", "write the README"), "docs", "writing"),
        (("--prompt", "fix the login"), "bugfix", "everyday"),
        (("--prompt", ""), "investigation", "everyday"),
    ],
)
def test_a_task(told, words, task_type, workflow):
    found = told(*words)
    assert (found["task_type"], found["workflow"]) == (task_type, workflow)


def test_a_changed_guide_is_a_warning(told, workspace):
    (workspace / "docs/style.md").write_text("Spaces.\n")
    found = told()
    assert ([guide["name"] for guide in found["guides"]], len(found["warnings"])) == (["Commits"], 1)


def test_what_the_instructions_say_already_is_named(told, workspace):
    (workspace / "AGENTS.md").write_text("Tabs.\n")
    assert told()["repeated"] == ["Style"]


def test_a_person_reads_the_section_itself(told, harness_state, workspace):
    shown = harness_state("guides", "--workspace", str(workspace)).stdout
    assert shown == told()["text"]


@pytest.mark.parametrize(
    ("toml", "is_trusted", "said"),
    [
        (None, False, "no harness file was found"),
        (HARNESS, False, "harness-state trust"),
        ("[[sensors]]\nname = 'S'\ncommand = ''\n", True, "the command is empty"),
        ("[[guides]]\nname = 'G'\nrequired = true\n", True, "neither `path` nor `text`"),
    ],
)
def test_what_does_not_count_is_one_line(harness_state, data, workspace, toml, is_trusted, said):
    if toml is not None:
        write_harness(workspace, toml)
    if is_trusted:
        trust(data, workspace)
    result = harness_state("guides", "--workspace", str(workspace))
    assert (result.exit_code, result.stdout, result.stderr.count("\n")) == (2, "", 1)
    assert said in result.stderr


def test_a_task_type_and_a_prompt_are_too_much(harness_state, workspace):
    words = ("--task-type", "docs", "--prompt", "x", "--workspace", str(workspace))
    trustless = harness_state("guides", *words)
    assert trustless.exit_code == 2


def test_it_is_said_that_codex_gets_less_of_a_long_section(harness_state, data, workspace, told):
    trust(data, write_harness(workspace, f"[[guides]]\nname = 'G'\ntext = '{'x' * 10_000}'\n"))
    result = harness_state("guides", "--workspace", str(workspace))
    assert (result.exit_code, "x" * 10_000 in result.stdout, "10,000 bytes" in result.stderr) == (0, True, True)


def test_nothing_to_say_is_said(harness_state, data, workspace):
    trust(data, write_harness(workspace, ""))
    assert "nothing" in harness_state("guides", "--workspace", str(workspace)).stdout
