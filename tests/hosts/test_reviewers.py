"""Both real hosts: whose Review counts."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.support.artifacts import completion, handoff, review, small_plan, summary

from .codex import CODE_MODE, DIRECT_TOOLS, Codex
from .hands import CodeModeHands, DirectHands
from .scripted import CHILD, Say
from .stage import Stage
from .story import GREETING, INSIDE, REQUEST

pytestmark = pytest.mark.usefixtures("forked_hooks")

TASK = f"CHILD: review the change in {INSIDE}"
PASSED = review("PASS") + handoff()
REPORT = completion("completed", "clean_context_review_completed").replace("src/app.py", INSIDE)


def to_review(stage: Stage) -> Stage:
    """A Small run whose Implementation Summary was shown."""
    stage.say(REQUEST, stage.hands.read("README.md"), Say(small_plan(INSIDE)))
    stage.say("y", stage.hands.write(INSIDE, GREETING), Say(summary()))
    assert stage.phase == "review"
    return stage


@pytest.fixture
def reviewing(stage: Stage) -> Stage:
    return to_review(stage)


@pytest.fixture(params=[DirectHands, CodeModeHands], ids=[DIRECT_TOOLS, CODE_MODE])
def codex_reviewing(codex: Codex, request: pytest.FixtureRequest, name: str) -> Iterator[Stage]:
    hands = request.param()
    talk = codex.live_conversation(name, hands.model)
    yield to_review(Stage(codex, talk, hands))
    talk.close()


def last_review(stage: Stage) -> dict:
    return [record for record in stage.evidence if record["kind"] == "clean_context_review"][-1]


def test_a_child_that_forgets_its_summary_is_told_once_and_then_let_go(reviewing: Stage):
    unsigned = Say(review("PASS"))
    replies = (*reviewing.hands.delegate(TASK), Say(REPORT), Say("I will have it reviewed."))
    turn = reviewing.say("go on", *replies, child=(reviewing.hands.read(INSIDE), unsigned, unsigned))
    assert "SubagentStop Summary" in turn.heard(CHILD)
    assert len(turn.outcomes("SubagentStop")) == 2
    assert last_review(reviewing)["faults"]
    assert "counts" not in last_review(reviewing)
    assert "Review Status" in turn.heard(), "such a Review completes nothing"
    assert reviewing.phase == "review"


def test_a_reviewer_that_read_nothing_does_not_count(reviewing: Stage):
    reviewing.say("go on", *reviewing.hands.delegate(TASK), Say("reviewed"), child=(Say(PASSED),))
    assert last_review(reviewing)["lacks"] == ["change_unread"]


def test_a_reviewer_with_the_conversation_in_its_head_does_not_count(codex_reviewing: Stage):
    stage = codex_reviewing
    replies = (*stage.hands.fork(TASK), Say(REPORT), Say("I will ask a fresh one."))
    turn = stage.say("go on", *replies, child=(stage.hands.read(INSIDE), Say(PASSED)))
    assert "add a greeting" in turn.heard(CHILD)
    assert last_review(stage)["lacks"] == ["inherited_context"]
    assert stage.phase == "review"
