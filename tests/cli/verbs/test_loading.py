"""`loading` and `schema`: what the plugin's own files say, in the checkout and in the wheel."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import jsonschema
import pytest

from harness_runtime.cli.contracts.schemas import SCHEMAS as MODELS
from harness_runtime.cli.installation import staging
from harness_runtime.workflow.loading import PHASES, TRIGGERS, parse_loading
from tests.cli.conftest import SCHEMAS

ROOT = SCHEMAS.parents[2]
SKILL = parse_loading((ROOT / "skills/harness/SKILL.md").read_text("utf-8"))


@pytest.mark.parametrize("phase", PHASES)
def test_the_active_graph_of_a_phase(answer, phase):
    told, code = answer("loading", "--phase", phase)
    jsonschema.validate(told, json.loads((SCHEMAS / "loading.json").read_text()))
    assert (told["files"], code) == (SKILL.active(phase), 0)


def test_with_every_true_trigger(answer):
    told, _ = answer("loading", "--phase", "review", *(word for name in TRIGGERS for word in ("--trigger", name)))
    assert told["files"] == SKILL.active("review", TRIGGERS)
    assert len(told["files"]) > len(SKILL.active("review"))


def test_one_file_a_line(harness_state):
    assert harness_state("loading", "--phase", "planning").stdout.splitlines() == SKILL.active("planning")


@pytest.mark.parametrize("words", [
    (), ("--phase", "nonsense"), ("--phase", "plan_pending"), ("--phase", "planning", "--trigger", "nonsense"),
    ("--trigger", TRIGGERS[0]), ("--phase", ""),
])  # fmt: skip
def test_unknown_names_are_bad_input(harness_state, words):
    result = harness_state("loading", *words)
    assert (result.exit_code, result.stdout, result.stderr.count("\n")) == (2, "", 1)


def test_a_schema_is_printed_as_it_is_published(harness_state):
    for path in SCHEMAS.glob("*.json"):
        result = harness_state("schema", path.stem)
        assert (result.exit_code, result.stdout) == (0, path.read_text("utf-8"))


def test_without_a_name_they_are_listed(harness_state, answer):
    told, _ = answer("schema")
    jsonschema.validate(told, json.loads((SCHEMAS / "schema.json").read_text()))
    assert set(MODELS) <= set(told["schemas"])
    assert harness_state("schema").stdout.splitlines() == told["schemas"]


@pytest.mark.parametrize("name", ["nonsense", "../harness-contract", "inspect.json", "/etc/hosts", ""])
def test_an_unknown_schema_is_bad_input(harness_state, name):
    result = harness_state("schema", name)
    assert (result.exit_code, result.stdout, result.stderr.count("\n")) == (2, "", 1)


@pytest.fixture
def wheel(tmp_path, monkeypatch) -> Path:
    """The package as the wheel lays it out, the plugin's files inside."""
    package = tmp_path / "site/harness_runtime"
    for name in ("docs/contracts", "skills"):
        shutil.copytree(ROOT / name, package / "_plugin" / name)
    monkeypatch.setattr(staging, "__file__", str(package / "cli/installation/staging.py"))
    return package


def test_in_the_wheel_the_files_are_those_it_carries(wheel, answer, harness_state):
    assert staging.plugin_source() == wheel / "_plugin"
    assert answer("loading", "--phase", "review")[0]["files"] == SKILL.active("review")
    assert harness_state("schema", "inspect").exit_code == 0
