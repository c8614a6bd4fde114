"""A stage's last message: which lines count, and what the brief is."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness_runtime.chains.outcome import Outcome, read_outcome

LINES = [
    ("Stage result: pass", Outcome("pass")),
    ("Stage result: fail", Outcome("fail")),
    ("stage Result: PASS", Outcome("pass")),
    ("**Stage result: pass**", Outcome("pass")),
    ("**Stage result:** pass", Outcome("pass")),
    ("`Stage result: fail`", Outcome("fail")),
    ("- Stage result: pass", Outcome("pass")),
    ("Stage result: pass.", Outcome("pass")),
    ("   Stage result: pass  ", Outcome("pass")),
    ("Stage result:pass", Outcome("pass")),
    ("Stage result: pass\r\n", Outcome("pass")),
    ("Handoff: review", Outcome(None, "review")),
    ("**Handoff:** `sec.audit-2`", Outcome(None, "sec.audit-2")),
    ("Handoff: review.", Outcome(None, "review")),
    ("Stage result: fail\nHandoff: planner", Outcome("fail", "planner")),
    ("Handoff: planner\nStage result: pass", Outcome("pass", "planner")),
    ("Stage result: fail\nStage result: pass", Outcome("pass")),
    ("Handoff: a\nHandoff: b", Outcome(None, "b")),
    # none
    ("", Outcome()),
    ("all tests pass", Outcome()),
    ("Stage result: passed", Outcome()),
    ("Stage result: pass or fail", Outcome()),
    ("Stage result: unclear", Outcome()),
    ("The Stage result: pass", Outcome()),
    ("End with `Stage result: pass` or `Stage result: fail`.", Outcome()),
    ("> Stage result: pass", Outcome()),
    ("    Stage result: pass", Outcome()),
    ("\tStage result: pass", Outcome()),
    ("```\nStage result: pass\n```", Outcome()),
    ("~~~\nStage result: pass\n~~~", Outcome()),
    ("```\nStage result: pass", Outcome()),
    ("````\n```\nStage result: pass\n````", Outcome()),
    ("Handoff: ../etc", Outcome()),
    ("Handoff: two words", Outcome()),
    ("Handoff:", Outcome()),
]


@pytest.mark.parametrize(("message", "outcome"), LINES, ids=ascii)
def test_which_lines_count(message: str, outcome: Outcome):
    found = read_outcome(message)
    assert (found.result, found.handoff) == (outcome.result, outcome.handoff)


def test_a_line_after_a_closed_fence_counts():
    assert read_outcome("```sh\nmake\n```\nStage result: pass").result == "pass"


def test_a_code_span_is_no_fence():
    assert read_outcome("```x``` is code\nStage result: pass").result == "pass"


@pytest.mark.parametrize(
    ("message", "brief"),
    [
        ("Done.\nStage result: pass\nTest the parser.", "Test the parser."),
        ("I built it.\n\nTest the parser.\n\nStage result: pass", "I built it.\n\nTest the parser."),
        ("I built it.\n\n## Brief\n\nTest it.\n\nStage result: pass\n", "Test it."),
        ("## Brief\nTest it.\nHandoff: review\nStage result: pass", "Test it."),
        ("Stage result: pass\n\n## Brief\nTest it.", "## Brief\nTest it."),
        ("Stage result: pass", ""),
        ("nothing said", ""),
        ("Why\nStage result: fail\n\n```\nlog\n```", "```\nlog\n```"),
    ],
)
def test_the_brief_is_what_follows_or_else_what_stands_before(message: str, brief: str):
    assert read_outcome(message).brief == brief


PARTS = ["Stage result: pass", "Handoff: a", "```", "~~~", "## Brief", "x", "", "\r", "\u2028"]


@given(st.lists(st.sampled_from(PARTS)))
def test_a_brief_is_a_part_of_a_message_that_says_its_outcome(lines: list[str]):
    message = "\n".join(lines)
    found = read_outcome(message)
    assert all(line in message for line in found.brief.split("\n"))
    assert not (found.is_missing and found.brief)
