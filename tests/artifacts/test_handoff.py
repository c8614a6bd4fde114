"""The `## SubagentStop Summary` of a child's artifact."""

from __future__ import annotations

import pytest

from harness_runtime.artifacts.canonical import canonical_bytes
from harness_runtime.artifacts.handoff import FIELDS, handoff_faults
from tests.artifacts.texts import changed, found
from tests.support.artifacts import review

LINES = {
    "Role": "Role: reviewer",
    "Result": "Result: completed",
    "Inputs": "Inputs: the diff",
    "Files changed": "Files changed: none",
    "Open points": "Open points: none",
}
SUMMARY = "## SubagentStop Summary\n\n" + "\n".join(LINES.values())


def faults(summary: str) -> list[tuple[str, str]]:
    return found(handoff_faults(canonical_bytes(f"{review()}\n{summary}\n")))


@pytest.mark.parametrize(
    "summary",
    [
        SUMMARY,
        SUMMARY.replace("## SubagentStop Summary", "## subagentstop summary"),
        SUMMARY.replace("\n", "\n\n"),
        "## SubagentStop Summary\n\n" + "\n".join(f"- **{name}:** x" for name in FIELDS),
        "## SubagentStop Summary\n\n" + "\n".join(f"* `{name}`: x" for name in FIELDS),
        "## SubagentStop Summary\n\n" + "\n".join(f"{name.lower()}: x: y" for name in reversed(FIELDS)),
    ],
)
def test_a_summary_with_every_field(summary: str) -> None:
    assert faults(summary) == []


@pytest.mark.parametrize("summary", ["", "Role: reviewer", SUMMARY.replace("## ", "### "), f"```\n{SUMMARY}\n```"])
def test_no_summary(summary: str) -> None:
    assert faults(summary) == [("", "handoff_missing")]


@pytest.mark.parametrize("name", FIELDS)
@pytest.mark.parametrize("line", ["", "{}", "{}:", "{}: ", "The {}: x", "{} x"])
def test_a_field_without_a_value(name: str, line: str) -> None:
    text = changed(SUMMARY, LINES[name], line.format(name))
    assert faults(text) == [("SubagentStop Summary", "handoff_field")]


def test_of_a_text_that_cannot_be_read_only_that_is_said() -> None:
    assert found(handoff_faults(b"\xff")) == [("", "encoding")]
