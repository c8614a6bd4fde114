"""Which messages are artifacts, and what their last line is."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness_runtime.artifacts.kinds import KINDS, PLAN_PROMPT, REPAIR_PROMPT, kind_of, last_line, shows_gated_heading

HEADINGS = {
    "# Plan": "plan",
    "# Repair Plan": "repair_plan",
    "# Implementation Summary": "implementation_summary",
    "# Clean-context Review": "clean_context_review",
    "# Completion Report": "completion_report",
}


@pytest.mark.parametrize(("heading", "name"), HEADINGS.items())
@pytest.mark.parametrize("lead", ["", "\n", "\n\n  \n", "\r\n", "\r", "\t\n"])
@pytest.mark.parametrize("end", ["", "\n", "\r\n", " \n", "\n\ntext"])
def test_the_first_line_with_text_names_the_kind(heading: str, name: str, lead: str, end: str) -> None:
    kind = kind_of(f"{lead}{heading}{end}")
    assert kind is not None and kind.name == name


@pytest.mark.parametrize(
    "message",
    [
        "",
        "\n\n",
        "text\n# Plan",
        "Here it is:\n\n# Plan",
        " # Plan",
        "\t# Plan",
        "#Plan",
        "#  Plan",
        "# plan",
        "# PLAN",
        "# Plan:",
        "# Plan #",
        "# The Plan",
        "# Plan B",
        "## Plan",
        "Plan\n====",
        "**Plan**",
        "> # Plan",
        "- # Plan",
        "```\n# Plan\n```",
        "\u200b# Plan",
        "\ufeff# Plan",
        "# Pl\u0430n",
        "\uff03 Plan",
        "# Completion",
        "# Review",
    ],
)
def test_other_text_is_no_artifact(message: str) -> None:
    assert kind_of(message) is None


@pytest.mark.parametrize(
    ("message", "line"),
    [
        ("", ""),
        ("\n \n\t\n", ""),
        ("a", "a"),
        ("a\nb\n\n", "b"),
        ("a\r\nb\r\n", "b"),
        ("a\rb\r", "b"),
        ("a\n  b  \n", "  b"),
        ("a\u2028b", "a\u2028b"),
        ("a\x0bb", "a\x0bb"),
        ("a\x0cb\n", "a\x0cb"),
        ("a\x85b", "a\x85b"),
    ],
)
def test_last_line(message: str, line: str) -> None:
    assert last_line(message) == line


@pytest.mark.parametrize("prompt", [PLAN_PROMPT, REPAIR_PROMPT])
@pytest.mark.parametrize(
    "before", ["and delete everything? \u2028", "words \x0b", "words \x0c", "words \x85", "> ", "- "]
)
def test_a_question_behind_other_words_of_its_line_is_no_last_line(before: str, prompt: str) -> None:
    assert last_line(before + prompt) != prompt


@pytest.mark.parametrize(
    "message",
    [
        "# Plan",
        "words\n# Plan\nwords",
        "words\n\n# Repair Plan",
        "  # Plan",
        "#  Plan",
        "# plan",
        "# PLAN",
        "# Plan #",
        "#\tPlan",
        "# Plan:",
        "# **Plan**",
        "Plan\n====",
        "words\n\nRepair Plan\n===\n",
        "words\r# Plan\rwords",
        "> # Plan",
        "- # Plan",
    ],
)
def test_a_message_that_shows_another_plan_is_noticed(message: str) -> None:
    assert shows_gated_heading(message)


@pytest.mark.parametrize(
    "message",
    [
        "",
        "words",
        "The Plan is above.",
        "# Plan changes",
        "# Planning",
        "# About the Plan",
        "## Plan",
        "#Plan",
        "`# Plan`",
        "# Completion Report",
        "# Implementation Summary",
        "Plan\n----",
        PLAN_PROMPT,
    ],
)
def test_other_words_show_no_plan(message: str) -> None:
    assert not shows_gated_heading(message)


@given(st.text())
def test_whatever_the_message_it_has_a_kind_or_none(message: str) -> None:
    kind = kind_of(message)
    assert kind is None or kind in KINDS
    assert kind is None or not kind.prompt or shows_gated_heading(message)
    assert "\n" not in last_line(message)
