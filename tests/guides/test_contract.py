"""The contract's page says what the code does, and its example works."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import jsonschema
import pytest
from markdown_it import MarkdownIt

from harness_runtime.guides.audit import audit
from harness_runtime.guides.document import DEFAULT_TIMEOUT
from harness_runtime.guides.load import Harness
from harness_runtime.guides.parse import TABLES, read_toml, unknown_keys
from harness_runtime.guides.schemas import schema
from harness_runtime.guides.section import section
from harness_runtime.guides.sensors.launch import unconfined
from harness_runtime.guides.sensors.run import run_sensors
from harness_runtime.guides.tasks import KEYWORDS, TASK_TYPES
from harness_runtime.messages.guides import ESCALATIONS, FAULTS, POLICY
from tests.guides.conftest import Project

DOCS = Path(__file__).resolve().parents[2] / "docs/contracts"
PAGE = (DOCS / "guides-and-sensors.md").read_text("utf-8")
EXAMPLE = (DOCS / "examples/harness.toml").read_text("utf-8")


def rows(heading: str) -> list[list[str]]:
    """The cells of all tables below this heading, heads left out."""
    tokens = MarkdownIt("commonmark").enable("table").parse(PAGE)
    found: list[list[str]] = []
    inside = False
    for position, token in enumerate(tokens):
        if token.type == "heading_open":
            inside = tokens[position + 1].content == heading
        elif inside and token.type == "tr_open":
            found.append([])
        elif inside and token.type == "td_open":
            found[-1].append(tokens[position + 1].content)
    return [row for row in found if row]


def test_the_task_types_stand_there_in_their_order() -> None:
    assert rows("Task types") == [
        *([f"`{kind}`", ", ".join(words)] for kind, words in KEYWORDS),
        [f"`{TASK_TYPES[-1]}`", "everything else"],
    ]


@pytest.mark.parametrize("table", TABLES)
def test_every_key_stands_there(table: str) -> None:
    keys = [row[0].strip("`") for row in rows(table)]
    assert keys[: len(TABLES[table].model_fields)] == list(TABLES[table].model_fields)


@pytest.mark.parametrize("table", [table for table in TABLES if table != "completion_policies"])
def test_every_default_stands_there(table: str) -> None:
    words = {"None": "none", "[]": "all|none", "": "none|the condition's own words", "False": "false"}
    for row in rows(table)[: len(TABLES[table].model_fields)]:
        field = TABLES[table].model_fields[row[0].strip("`")]
        default = "required" if field.is_required() else str(field.default)
        assert re.fullmatch(words.get(default, re.escape(default)), row[1].strip("`")), row


def test_the_default_time_is_that_of_the_document() -> None:
    assert DEFAULT_TIMEOUT == 300


def test_the_lines_of_a_policy_stand_there_word_for_word() -> None:
    lines = {row[0].strip("`"): row[1] for row in rows("completion_policies")}
    assert {key: line for key, line in lines.items() if key.startswith("require_")} == {
        key: entry["en"] for key, entry in POLICY.items() if key.startswith("require_")
    }


def test_every_condition_stands_there() -> None:
    assert [row[0].strip("`") for row in rows("escalation_rules")][4:] == list(ESCALATIONS)


def test_every_code_of_the_audit_stands_there() -> None:
    named = {code for row in rows("Audit") for code in re.findall("`([a-z_]+)`", row[2])}
    assert named == set(FAULTS) - {"file_outside", "guide_changed"}  # those two are said elsewhere


@pytest.fixture
def example(project: Project) -> Project:
    project.holds("docs/python-style.md", "Four blanks.\n").holds("src/app.py", "print('x')\n")
    project.holds(
        "tests/test_app.py",
        "import unittest\n\n\nclass Case(unittest.TestCase):\n    def test(self):\n        pass\n",
    )
    return project.harness(EXAMPLE).trust()


def test_the_example_uses_every_key_but_those_for_chains_and_a_default() -> None:
    tables = tomllib.loads(EXAMPLE)
    used = {
        key for name in TABLES for entry in ([tables[name]] if name == "defaults" else tables[name]) for key in entry
    }
    all_keys = {key for model in TABLES.values() for key in model.model_fields}
    assert all_keys - used == {"action", "require_all_workers_validated", "require_campaign_validation"}


def test_the_example_is_as_published_and_has_no_unknown_key() -> None:
    jsonschema.validate(tomllib.loads(EXAMPLE), schema("harness-toml"))
    assert list(unknown_keys(read_toml(EXAMPLE.encode()))) == []


def test_the_audit_finds_nothing_in_the_example(example: Project, tmp_path: Path) -> None:
    for name in ("python3", "grep"):
        (tmp_path / name).touch(0o755)
    assert audit(example.root, example.raw, str(tmp_path)) == []


@pytest.mark.parametrize(
    ("task_type", "workflow", "guides"),
    [
        (None, "everyday", ["Python style", "Commit messages"]),
        ("bugfix", "mending", ["Bug reports", "Python style", "Commit messages"]),
        ("docs", "writing", ["Documentation"]),
        ("feature", "everyday", ["Python style", "Commit messages"]),
    ],
)
def test_the_example_s_workflows(example: Project, task_type: str | None, workflow: str, guides: list[str]) -> None:
    found = example.resolve(task_type)
    assert (found.selection.workflow, [guide.guide.name for guide in found.guides]) == (workflow, guides)
    assert found.warnings == () and "Four blanks." in section(example.resolve(), "en")


def test_the_example_s_sensors_pass_and_fail_where_they_should(example: Project) -> None:
    harness = example.load()
    assert isinstance(harness, Harness)
    assert run_sensors(harness.file.sensors, example.root, unconfined).passed
    example.holds("src/app.py", "<<<<<<< ours\n")
    report = run_sensors(harness.file.sensors, example.root, unconfined, changed=["docs/a.md"])
    assert [(result.sensor.name, result.passed) for result in report.results] == [("no conflict marks", False)]
    report = run_sensors(harness.file.sensors, example.root, unconfined, changed=["src/app.py"])
    assert [result.passed for result in report.results] == [False, True, False]
