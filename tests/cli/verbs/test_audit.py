"""`audit`: findings as text and JSON, exit codes, another folder, a history; who may audit what nobody trusts."""

from __future__ import annotations

import json

import jsonschema
import pytest

from tests.cli.conftest import SCHEMAS
from tests.cli.trusting import HARNESS, trust, write_harness

WARNED = HARNESS + "[[guides]]\nname = 'Gone'\npath = 'gone.md'\n"
UNUSED = HARNESS + "[[guides]]\nname = 'Spare'\ntext = 'x'\n"
FAULTY = HARNESS.replace('workflow = "everyday"', 'workflow = "nightly"')


@pytest.fixture
def audit(answer, data, workspace):
    def call(toml: str, *words: str) -> tuple[list[tuple[str, str]], int]:
        write_harness(workspace, toml)
        found, code = answer("audit", "--project-path", str(workspace), *words)
        jsonschema.validate(found, json.loads((SCHEMAS / "audit.json").read_text()))
        return [(finding["severity"], finding["code"]) for finding in found["findings"]], code

    return call


@pytest.mark.parametrize(
    ("toml", "findings", "code"),
    [
        (HARNESS, [], 0),
        (UNUSED, [("suggestion", "guide_unused")], 0),
        (WARNED, [("warning", "file_missing"), ("suggestion", "guide_unused")], 1),
        (FAULTY, [("error", "workflow_unknown")], 1),
        ("[[guides", [("error", "toml")], 1),
    ],
)
def test_an_error_or_a_warning_is_exit_1(audit, toml, findings, code):
    assert audit(toml) == (findings, code)


def test_a_history_adds_its_findings(audit, tmp_path):
    past = {"guides": ["Style", "Commits", "Writing"], "results": [{"name": "bad", "outcome": "failed"}]}
    (tmp_path / "past").write_text(json.dumps(past) * 2)
    assert audit(HARNESS, "--history", str(tmp_path / "past")) == (
        [("warning", "sensor_failing"), ("suggestion", "sensor_not_seen")],
        1,
    )


@pytest.mark.parametrize("content", [None, "{", "\udcff"])
def test_a_history_that_cannot_be_read_is_bad_input(harness_state, workspace, tmp_path, content):
    write_harness(workspace)
    if content is not None:
        (tmp_path / "past").write_bytes(content.encode("utf-8", "surrogateescape"))
    words = ("--project-path", str(workspace), "--history", str(tmp_path / "past"))
    result = harness_state("audit", *words)
    assert (result.exit_code, result.stdout, "past" in result.stderr) == (2, "", True)


def test_a_person_reads_a_table(harness_state, workspace):
    write_harness(workspace, FAULTY)
    result = harness_state("audit", "--project-path", str(workspace))
    assert (result.exit_code, "defaults.workflow" in result.stdout, "nightly" in result.stdout) == (1, True, True)


def test_a_clean_file_is_said_to_be_clean(harness_state, data, workspace):
    trust(data, write_harness(workspace, HARNESS))
    result = harness_state("audit", "--project-path", str(workspace))
    assert (result.exit_code, result.stdout.count("\n")) == (0, 1)


def test_the_current_folder_is_the_default(harness_state, workspace, monkeypatch):
    monkeypatch.chdir(write_harness(workspace, FAULTY))
    assert harness_state("audit").exit_code == 1


def test_a_folder_without_a_file_is_bad_input(harness_state, workspace):
    result = harness_state("audit", "--project-path", str(workspace))
    assert (result.exit_code, "no harness file was found" in result.stderr) == (2, True)


def test_a_person_may_audit_before_trusting_and_is_told(harness_state, data, workspace):
    write_harness(workspace, HARNESS)
    assert "not trusted yet" in harness_state("audit", "--project-path", str(workspace)).stdout


@pytest.mark.parametrize("variable", ["CODEX_THREAD_ID", "CLAUDE_CODE_SESSION_ID"])
@pytest.mark.parametrize(("is_trusted", "code"), [(False, 2), (True, 1)])
def test_for_an_agent_a_file_that_nobody_trusts_is_no_file(
    harness_state, data, workspace, monkeypatch, variable, is_trusted, code
):
    monkeypatch.setenv(variable, "x")
    write_harness(workspace, FAULTY)
    if is_trusted:
        trust(data, workspace)
    result = harness_state("audit", "--project-path", str(workspace))
    assert (result.exit_code, "no harness file was found" in result.stderr) == (code, not is_trusted)
