"""The forms of the templates, filled in, are what the hooks accept; and the notes cannot be taken for artifacts."""

from __future__ import annotations

import re

import pytest
from click.testing import CliRunner

from harness_runtime.artifacts.handoff import handoff_faults
from harness_runtime.artifacts.kinds import BY_NAME, KINDS, kind_of, shows_gated_heading
from harness_runtime.artifacts.repair import Source
from harness_runtime.cli.verbs.check import verb as check
from harness_runtime.events.gate.artifact_check import Checked, check_artifact
from tests.skill.texts import TEMPLATES, TEXTS, fill, forms, text_of

CANONICAL = ("plan", "repair-plan", "implement", "review", "completion-report")
NOTES = [
    name.removeprefix(f"{TEMPLATES}/").removesuffix(".md")
    for name in TEXTS
    if name.startswith(TEMPLATES) and name.split("/")[-1].removesuffix(".md") not in CANONICAL
]
HANDOFF = forms("review")[0].split("## SubagentStop Summary")[1]


def judged(form: str, *, tiny: bool = False, source: Source | None = None) -> Checked:
    kind = kind_of(form)
    assert kind is not None
    return check_artifact(kind, fill(form), tiny=tiny, source=source)


def plan_example() -> Checked:
    return judged(forms("plan")[0])


def repair_source() -> Source:
    plan = plan_example()
    assert plan.terms is not None
    return Source("0" * 64, plan.terms)


@pytest.mark.parametrize("index", [0, 1], ids=["Small", "Tiny"])
def test_a_plan(index: int) -> None:
    assert judged(forms("plan")[index]).faults == ()


def test_a_repair_plan_of_the_plan_beside_it() -> None:
    assert judged(forms("repair-plan")[0], source=repair_source()).faults == ()


def test_an_implementation_summary() -> None:
    assert judged(forms("implement")[0]).faults == ()


def test_a_review_with_its_handoff() -> None:
    review = judged(forms("review")[0])
    assert (review.faults, handoff_faults(review.canonical)) == ((), [])


def test_a_planner_s_plan_with_the_same_handoff() -> None:
    """[H-SUB-4] As plan.md says: right before the gate section."""
    text = forms("plan")[0].replace("## Approval Gate", f"## SubagentStop Summary{HANDOFF}\n## Approval Gate")
    plan = judged(text)
    assert (plan.faults, handoff_faults(plan.canonical)) == ((), [])


@pytest.mark.parametrize(("index", "tiny"), [(0, False), (1, True), (0, True)], ids=["Small", "Tiny", "Tiny in full"])
def test_a_completion_report(index: int, tiny: bool) -> None:
    assert judged(forms("completion-report")[index], tiny=tiny).faults == ()


ROWS = re.findall(r"`(\| \w+ (?:plan |exception )?approval \|[^`]+\|)`", text_of(f"{TEMPLATES}/completion-report.md"))


def test_the_rows_that_replace_others_are_told() -> None:
    assert [row.split("|")[1].strip() for row in ROWS] == [
        "Repair plan approval",
        "Verification exception approval",
        "Plan approval",
    ]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.split("|")[1].strip())
def test_a_row_that_replaces_another_fits(row: str) -> None:
    name = row.split("|")[1]
    form = re.sub(rf"^\|{re.escape(name)}\|.*$", row, forms("completion-report")[0], flags=re.MULTILINE)
    assert judged(form).faults == ()


@pytest.mark.parametrize("template", CANONICAL)
def test_a_form_with_a_blank_left_in_a_sentence_is_no_artifact(template: str) -> None:
    """A `<blank of several words>` is HTML, which no artifact may hold: forgetting one is noticed."""
    form = forms(template)[0]
    kind = kind_of(form)
    assert kind is not None
    checked = check_artifact(kind, form, source=repair_source())
    assert "html" in {fault.code for fault in checked.faults}


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_every_kind_has_its_form(kind: object) -> None:
    assert kind in [kind_of(form) for template in CANONICAL for form in forms(template)]


@pytest.mark.parametrize("template", NOTES)
def test_a_note_has_one_form(template: str) -> None:
    assert len(forms(template)) == 1


@pytest.mark.parametrize("template", NOTES)
def test_a_note_is_no_artifact_and_opens_no_gate(template: str) -> None:
    form = fill(forms(template)[0])
    assert kind_of(form) is None
    assert not shows_gated_heading(form)
    assert not [kind for kind in KINDS if kind.prompt and kind.prompt in form]


@pytest.mark.parametrize("template", [*CANONICAL, *NOTES])
def test_a_template_says_what_it_is(template: str) -> None:
    assert text_of(f"{TEMPLATES}/{template}.md").startswith("# Template: ")


def test_the_skill_s_five_lines_are_those_of_the_form() -> None:
    from tests.skill.texts import SKILL, fences

    five = next(block for block in fences(text_of(SKILL), "text") if block.startswith("mode:"))
    assert five in forms("plan")[0]
    assert BY_NAME["plan"].prompt in fences(text_of(SKILL), "text")[2]


@pytest.mark.parametrize("template", ["plan", "implement", "review", "completion-report"])
def test_a_draft_without_faults_is_said_to_be_so_and_another_is_not(template: str) -> None:
    """[H-CHECK-1] Outside a run; inside one a Repair Plan has its lineage too."""
    runner = CliRunner()
    draft = fill(forms(template)[0])
    assert runner.invoke(check, ["-", "--json"], input=draft).exit_code == 0
    assert runner.invoke(check, ["-", "--json"], input=forms(template)[0]).exit_code == 1
