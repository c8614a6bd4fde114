"""`report` in the terminal: the whole text of a real run, in both languages, in 80 columns and when it is piped."""

from __future__ import annotations

import pytest
from rich.console import Group

from harness_runtime.cli import language
from harness_runtime.cli.render import to_text
from harness_runtime.cli.report.text import parts
from tests.report.conftest import HERE, read_sample


def text(spoken: str, columns: int) -> str:
    language.choose(spoken)
    return to_text(Group(*parts(read_sample())), columns) + "\n"


@pytest.mark.parametrize("spoken", ["en", "ko"])
def test_a_run_as_a_person_reads_it(spoken):
    """Written anew by `python -m tests.report.test_text`."""
    assert text(spoken, 80) == (HERE / f"sample-{spoken}.txt").read_text("utf-8")


def test_piped_no_line_is_folded_and_none_has_colour():
    shown = text("en", 10_000)
    assert "session 11111111-2222-4333-8444-555555555555" in shown
    assert "\x1b" not in shown


if __name__ == "__main__":
    for each in ("en", "ko"):
        (HERE / f"sample-{each}.txt").write_text(text(each, 80), "utf-8")
