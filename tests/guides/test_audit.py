"""The audit: one crafted file with every fault of the document's table, and each fault without its neighbours."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from harness_runtime.guides.audit import audit, is_clean
from harness_runtime.guides.history import HistoryFault, read_history
from tests.guides.conftest import Project

CRAFTED = """
[defaults]
workflow = "nightly"

[[guides]]
name = "absolute"
path = "/etc/hosts"
[[guides]]
name = "upward"
path = "docs/../style.md"
[[guides]]
name = "required missing"
path = "missing.md"
required = true
[[guides]]
name = "required unreadable"
path = "binary.md"
required = true
[[guides]]
name = "required nothing"
required = true
[[guides]]
name = "missing"
path = "missing.md"
[[guides]]
name = "unreadable"
path = "folder"
[[guides]]
name = "nothing"
[[guides]]
name = "unused"
text = "fine"

[[sensors]]
name = "empty"
command = " "
[[sensors]]
name = "paths"
command = "true"
paths = ["src/[a"]
[[sensors]]
name = "excluded"
command = "true"
exclude_paths = ["a**"]
[[sensors]]
name = "absent"
command = "no-such-program --all"
[[sensors]]
name = "unused"
command = "true"

[[workflows]]
name = "everyday"
guides = ["absolute", "upward", "required missing", "required unreadable", "required nothing", "missing",
          "unreadable", "nothing", "a guide of nobody"]
sensors = ["empty", "paths", "excluded", "absent", "a sensor of nobody"]
completion_policy = "a policy of nobody"
"""

# The rows of the document's table, each with the subject in the crafted file.
TABLE = {
    "error": {
        ("path_absolute", 'guide "absolute"'),
        ("path_parent", 'guide "upward"'),
        ("file_missing", 'guide "required missing" (missing.md)'),
        ("encoding", 'guide "required unreadable" (binary.md)'),
        ("guide_nothing", 'guide "required nothing"'),
        ("workflow_unknown", "defaults.workflow"),
        ("guide_unknown", 'workflow "everyday"'),
        ("sensor_unknown", 'workflow "everyday"'),
        ("policy_unknown", 'workflow "everyday"'),
        ("sensor_command_empty", 'sensor "empty"'),
        ("pattern_invalid", 'sensor "paths"'),
        ("pattern_invalid", 'sensor "excluded"'),
    },
    "warning": {
        ("file_missing", 'guide "missing" (missing.md)'),
        ("file_not_regular", 'guide "unreadable" (folder)'),
        ("guide_nothing", 'guide "nothing"'),
        ("program_absent", 'sensor "absent"'),
    },
    "suggestion": {
        ("guide_unused", 'guide "unused"'),
        ("sensor_unused", 'sensor "unused"'),
    },
}


def found(
    project: Project, history: str | None = None, path: str = "/usr/bin:/bin"
) -> dict[str, set[tuple[str, str]]]:
    past = read_history(history) if history is not None else None
    sorted_in: dict[str, set[tuple[str, str]]] = {}
    for finding in audit(project.root, project.raw, path, past):
        sorted_in.setdefault(finding.severity, set()).add((finding.fault.code, finding.fault.subject))
    return sorted_in


def codes(project: Project, **options: str) -> set[tuple[str, str]]:
    return {(severity, code) for severity, rows in found(project, **options).items() for code, _ in rows}


def test_every_row_of_the_table_is_found_in_one_file_and_nothing_else(project: Project) -> None:
    project.holds("style.md", "fine").holds("binary.md", b"\xff").holds("folder/a", "").harness(CRAFTED)
    assert found(project) == TABLE


def test_nothing_is_changed_and_nothing_is_run(project: Project) -> None:
    project.harness("[[sensors]]\nname = 'S'\ncommand = 'touch here'\n[[guides]]\nname = 'G'\npath = 'g.md'")
    before = {path: path.stat().st_mtime_ns for path in project.root.rglob("*")}
    assert found(project)
    assert {path: path.stat().st_mtime_ns for path in project.root.rglob("*")} == before


def test_errors_come_first(project: Project) -> None:
    project.harness(CRAFTED)
    severities = [finding.severity for finding in audit(project.root, project.raw, "/bin")]
    assert severities == sorted(severities, key=["error", "warning", "suggestion"].index)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("[[guides", "toml"),
        ("[[guides]]\npath = 'a'", "missing"),
        ("[[sensors]]\nname = 'S'", "missing"),
        ("[[escalation_rules]]\nname = 'E'", "missing"),
        ("[defaults]\nworkflow = 1", "expected"),
    ],
)
def test_a_file_that_does_not_parse_is_its_parse_error(project: Project, text: str, code: str) -> None:
    assert codes(project.harness(text)) == {("error", code)}


SENSOR = "[[sensors]]\nname = 'S'\ncommand = '{}'\n"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (SENSOR.format("true"), set()),  # a builtin is on no PATH
        (SENSOR.format("cd web && no-such-thing"), {("warning", "program_absent")}),
        (SENSOR.format("./check.sh"), {("warning", "program_absent")}),
        (SENSOR.format("cd web && ./check.sh"), set()),  # nobody knows where
        (SENSOR.format("/bin/sh -c x"), set()),
        (SENSOR.format("$TOOL x"), set()),
        (SENSOR.format("true") * 2, {("error", "sensor_repeated")}),
        (SENSOR.format("true").replace("'S'", "''"), {("error", "sensor_name_empty")}),
        ("[[guides]]\nname = 'G'\ntext = 'g'\n", set()),  # no workflows: nothing is unused
        ("[[guides]]\nname = 'G'\ntext = 'g'\n[[workflows]]\nname = 'W'\n", {("suggestion", "guide_unused")}),
        ("[defaults]\nworkflow = 'W'\n", {("error", "workflow_unknown")}),
        ("[[escalation_rules]]\nname = 'E'\ncondition = 'x'\n", {("warning", "condition_unknown")}),
        (
            "[[escalation_rules]]\nname = 'E'\ncondition = 'unresolved_risks'\naction = 'x'\n",
            {("warning", "action_unknown")},
        ),
        ("colour = 'blue'\n", {("suggestion", "key_unknown")}),
        ("[[workflows]]\nname = 'W'\ntask_types = ['bugfixes']\n", {("suggestion", "task_type_unknown")}),
    ],
)
def test_one_fault_alone(project: Project, text: str, expected: set[tuple[str, str]]) -> None:
    assert codes(project.harness(text)) == expected


def test_a_program_of_the_project_counts_when_it_can_be_run(project: Project) -> None:
    project.harness(SENSOR.format("./check.sh")).holds("check.sh", "#!/bin/sh\n")
    (project.root / "check.sh").chmod(0o755)
    assert codes(project) == set()


def test_a_link_out_of_the_project_counts_as_missing(project: Project) -> None:
    project.harness("[[guides]]\nname = 'G'\npath = 'g.md'\nrequired = true")
    (project.root / "g.md").symlink_to("/etc/hosts")
    assert codes(project) == {("error", "file_missing")}


PAST = "[[guides]]\nname = 'G'\ntext = 'g'\n" + SENSOR.format("true")
RUN = '{{"guides": {guides}, "results": [{{"name": "S", "outcome": "{outcome}"}}]}}'


def past(*outcomes: str, guides: str = '["G"]') -> str:
    return "\n".join(RUN.format(outcome=outcome, guides=guides) for outcome in outcomes)


@pytest.mark.parametrize(
    ("history", "expected"),
    [
        (past("passed"), set()),
        (past("failed", "passed"), set()),
        (past("failed", "timed_out"), {("warning", "sensor_failing")}),
        (past("not_started", "not_started"), set()),
        (past("passed", guides="[]"), {("suggestion", "guide_not_seen")}),
        ('{"guides": ["G"], "results": []}', {("suggestion", "sensor_not_seen")}),
        ("{}", {("suggestion", "guide_not_seen"), ("suggestion", "sensor_not_seen")}),
        ("", set()),  # nothing says nothing
        ("[]", set()),
        (f"[{past('failed')}, {past('failed')}]", {("warning", "sensor_failing")}),
    ],
)
def test_what_a_history_adds(project: Project, history: str, expected: set[tuple[str, str]]) -> None:
    assert codes(project.harness(PAST), history=history) == expected


@pytest.mark.parametrize(
    "text",
    [
        "{",
        "nonsense",
        "[1]",
        '{"guides": "G"}',
        '{"results": [{"name": "S"}]}',
        '{"results": [{"name": "S", "outcome": "ok"}]}',
    ],
)
def test_another_text_is_no_history(text: str) -> None:
    with pytest.raises(HistoryFault):
        read_history(text)


def test_suggestions_alone_are_clean(project: Project, tmp_path: Path) -> None:
    project.harness("[[guides]]\nname = 'G'\ntext = 'g'\n[[workflows]]\nname = 'W'")
    assert is_clean(audit(project.root, project.raw, os.defpath))
