"""The section as the model reads it: the sensors' marks, the policy's lines word for word, the warnings."""

from __future__ import annotations

import pytest

from harness_runtime.guides.section import policy_lines, section
from tests.guides.conftest import Project

# The table of completion policies of the document.
LINES = {
    "require_fast_sensors": "Fast blocking sensors must pass.",
    "require_reproduction_or_note": "Reproduction evidence or an explicit no-reproduction note is required.",
    "require_changed_scope_summary": "Changed-file scope must be summarized.",
    "require_failing_test_first_or_waiver": "Failing-test-first evidence or an explicit behavior waiver is required.",
}
POLICY = """\
[defaults]
workflow = 'W'
[[workflows]]
name = 'W'
completion_policy = 'P'
[[completion_policies]]
name = 'P'
"""


def shown(project: Project, text: str, language: str = "en") -> str:
    return section(project.harness(text).trust().resolve(), language)


def test_nothing_to_say_is_no_section(project: Project) -> None:
    assert shown(project, POLICY) == ""


@pytest.mark.parametrize(("key", "line"), LINES.items())
def test_a_requirement_is_one_line(project: Project, key: str, line: str) -> None:
    assert shown(project, f"{POLICY}{key} = true").endswith(f"Before you say that the work is done:\n\n- {line}\n")


@pytest.mark.parametrize("key", [*LINES, "require_all_workers_validated", "require_campaign_validation"])
def test_a_requirement_that_is_false_says_nothing(project: Project, key: str) -> None:
    assert shown(project, f"{POLICY}{key} = false") == ""


def test_the_lines_keep_the_order_of_the_table(project: Project) -> None:
    keys = "".join(f"{key} = true\n" for key in reversed(LINES))
    policy = (
        project.harness(f"{POLICY}{keys}required_validation_steps = ['run it']").trust().resolve().selection.policy
    )
    assert policy is not None
    assert policy_lines(policy, "en") == [*LINES.values(), "Required validation step: run it"]


@pytest.mark.parametrize(
    ("keys", "marks"),
    [
        ("", "(non-blocking, fast, computational)"),
        ("blocking = true", "(blocking, fast, computational)"),
        ("timing = 'slow'\nkind = 'judged'", "(non-blocking, slow, judged)"),
    ],
)
def test_a_sensor_is_marked(project: Project, keys: str, marks: str) -> None:
    text = shown(project, f"[[sensors]]\nname = 'S'\ncommand = 'make check'\nfix_hint = 'secret hint'\n{keys}")
    assert text.endswith(f"- S {marks}: `make check`\n")
    assert "secret hint" not in text


@pytest.mark.parametrize(
    ("command", "code"),
    [
        ("'echo `date`'", "`` echo `date` ``"),
        ('"a\\nb ```"', "\n  ````sh\n  a\n  b ```\n  ````"),
    ],
)
def test_a_command_reads_as_it_is(project: Project, command: str, code: str) -> None:
    assert shown(project, f"[[sensors]]\nname = 'S'\ncommand = {command}").endswith(f": {code}\n")


def test_warnings_come_last(project: Project) -> None:
    text = shown(project, "[[guides]]\nname = 'G'\npath = 'g.md'\n[[guides]]\nname = 'H'\ntext = 'h'")
    assert text.endswith('### Warnings\n\n- guide "G" (g.md): the file is missing, or lies outside the project\n')


def test_the_heading_is_the_same_in_korean(project: Project) -> None:
    text = shown(project, f"{POLICY}require_fast_sensors = true", "ko")
    assert text.startswith("## Project Harness Guides\n") and "통과해야" in text
