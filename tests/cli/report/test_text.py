"""`report` in the terminal: the whole text of a real run, in both languages, in 80 columns and when it is piped."""

from __future__ import annotations

import pytest
from rich.console import Group

from harness_runtime.cli import language
from harness_runtime.cli.contracts.chain import ChainView
from harness_runtime.cli.contracts.goal import GoalView
from harness_runtime.cli.render import to_text
from harness_runtime.cli.report.text import parts
from tests.cli.report.conftest import HERE, read_sample


def text(spoken: str, columns: int) -> str:
    language.choose(spoken)
    return to_text(Group(*parts(read_sample())), columns) + "\n"


@pytest.mark.parametrize("spoken", ["en", "ko"])
def test_a_run_as_a_person_reads_it(spoken):
    """Written anew by `python -m tests.cli.report.test_text`."""
    assert text(spoken, 80) == (HERE / f"sample-{spoken}.txt").read_text("utf-8")


def test_piped_no_line_is_folded_and_none_has_colour():
    shown = text("en", 10_000)
    assert "session 11111111-2222-4333-8444-555555555555" in shown
    assert "\x1b" not in shown


def test_the_texts_are_shown_where_they_are_asked_for_and_cannot_act():
    sample = read_sample()
    assert sample.run is not None
    plan = sample.run.artifacts[0].model_copy(update={"text": "# Plan\n\tone \x1b[2J\u202e two\n"})
    run = sample.run.model_copy(update={"artifacts": [plan]})
    shown = to_text(Group(*parts(sample.model_copy(update={"run": run}), full=True)), 80).splitlines()
    at = shown.index("Texts")
    assert shown[at + 2 : at + 5] == [f"  sha256 {plan.sha256}", "    # Plan", "        one \\x1b[2J\\u202e two"]
    assert not any("--full" in line for line in shown)


def test_the_sessions_goal_and_chain_are_told():
    language.choose("en")
    goal = GoalView(
        goal="greet all", state="active", paused_by=None, reason="", iterations=2, max_iterations=9,
        last_verdict=None, next_step="",
    )  # fmt: skip
    chain = ChainView(
        chain="build", source="built-in", run=1, stage=2, stages=4, agent="implement", hops_left=7, state="running",
        halt_reason=None, halt_detail="",
    )  # fmt: skip
    shown = to_text(Group(*parts(read_sample().model_copy(update={"goal": goal, "chain": chain}))), 80)
    assert "greet all" in shown and "build (running, 2/4 implement)" in shown


if __name__ == "__main__":
    for each in ("en", "ko"):
        (HERE / f"sample-{each}.txt").write_text(text(each, 80), "utf-8")
