"""result.json: what is kept of a run's sensors, as published, and as the audit's history reads it again."""

from __future__ import annotations

import json
import os
from pathlib import Path

import jsonschema
import pytest

from harness_runtime.guides.history import read_history
from harness_runtime.guides.load import Harness
from harness_runtime.guides.record import record_of, write_record
from harness_runtime.guides.resolve import resolve
from harness_runtime.guides.schemas import SCHEMAS, schema
from harness_runtime.guides.sensors.launch import unconfined
from harness_runtime.guides.sensors.run import run_sensors
from harness_runtime.guides.trust import trust_path
from tests.guides.conftest import Project

PUBLISHED = Path(__file__).resolve().parents[2] / "docs/contracts/schemas"
TEXT = """
[[guides]]
name = "Shown"
text = "shown"
[[guides]]
name = "Repeated"
text = "known"
[[sensors]]
name = "bad"
command = "echo one; exit 3"
blocking = true
fix_hint = "mend it"
[[sensors]]
name = "elsewhere"
command = "true"
paths = ["docs/**"]
"""


@pytest.fixture
def written(project: Project, tmp_path: Path) -> Path:
    harness = project.holds("AGENTS.md", "known").harness(TEXT).trust().load()
    assert isinstance(harness, Harness)
    found = resolve(harness, "bugfix")
    report = run_sensors(found.selection.sensors, project.root, unconfined, changed=["a.py"])
    path = tmp_path / "result.json"
    write_record(path, record_of(found.selection, found.names, harness.sha256, report))
    return path


def test_the_record_says_all_of_it(written: Path) -> None:
    record = json.loads(written.read_text())
    jsonschema.validate(record, schema("sensor-results"))
    assert (record["task_type"], record["workflow"]) == ("bugfix", None)
    assert (record["guides"], record["left_out"]) == (["Shown", "Repeated"], ["elsewhere"])
    [bad] = record["results"]
    assert (bad["name"], bad["outcome"], bad["exit_code"], bad["tail"]) == ("bad", "failed", 3, ["one"])
    assert (bad["blocking"], bad["fix_hint"], bad["attempts"]) == (True, "mend it", 1)


def test_the_record_is_private(written: Path) -> None:
    assert os.stat(written).st_mode & 0o077 == 0


def test_records_are_a_history(written: Path) -> None:
    history = read_history(written.read_text() * 2)
    assert (history.failures, history.guides) == ({"bad": 2}, {"Shown", "Repeated"})


@pytest.mark.parametrize("name", SCHEMAS)
def test_a_published_schema_is_in_step(name: str) -> None:
    """Made anew by `python -m harness_runtime.guides.schemas docs/contracts/schemas`."""
    jsonschema.Draft202012Validator.check_schema(schema(name))
    assert json.loads((PUBLISHED / f"{name}.json").read_text("utf-8")) == schema(name)


def test_a_trust_record_is_as_published(project: Project) -> None:
    project.harness(TEXT).trust()
    jsonschema.validate(json.loads(trust_path(project.data, project.root).read_text()), schema("trust-record"))
