"""The real Codex: a whole gated run, with a model that gets its tools directly and with one in code mode."""

from __future__ import annotations

import re

import pytest

from tests.support.artifacts import PLAN_PROMPT

from .codex import CODE_MODE, DIRECT_TOOLS, Codex
from .hands import CodeModeHands, DirectHands
from .scripted import CHILD, Say
from .story import BY_CHILD, BY_SHELL, INSIDE, OUTSIDE, PLAN, REQUEST, Scene, play

Scenes = dict[str, Scene]


@pytest.fixture(scope="module", params=[DirectHands, CodeModeHands], ids=[DIRECT_TOOLS, CODE_MODE])
def scenes(codex: Codex, request: pytest.FixtureRequest) -> Scenes:
    hands = request.param()
    talk = codex.new_conversation(f"story-{hands.model}", hands.model, watched=True)
    return {scene.name: scene for scene in play(talk, hands, codex.data)}


def test_the_request_activates_harness_for_the_model(scenes: Scenes):
    assert PLAN_PROMPT in scenes["asked"].turn.heard()


def test_reading_needs_no_approval(scenes: Scenes):
    assert "# A project" in scenes["asked"].turn.heard()


def test_a_shown_plan_opens_the_gate(scenes: Scenes):
    state = scenes["asked"].state
    assert state["phase"] == "plan_pending"
    assert state["pending"]["kind"] == "plan"


def test_the_person_is_shown_what_the_gate_is_about(scenes: Scenes):
    told = scenes["asked"].turn.told("Stop")
    assert INSIDE in told
    assert scenes["asked"].state["pending"]["sha256"][:8] in told


def test_a_resumed_conversation_is_told_what_is_open(scenes: Scenes):
    assert scenes["delegated"].turn.told("SessionStart")


def test_a_child_that_says_y_approves_nothing(scenes: Scenes):
    before, after = scenes["asked"].state, scenes["delegated"].state
    assert (after["phase"], after["pending"]["sha256"]) == ("plan_pending", before["pending"]["sha256"])


def test_nobody_writes_before_approval(scenes: Scenes):
    assert scenes["delegated"].files == scenes["asked"].files
    assert "[no_authority, " in scenes["delegated"].turn.heard()
    assert "[child, " in scenes["delegated"].turn.heard(CHILD)


def test_y_lets_the_agent_write_inside_the_boundary(scenes: Scenes):
    assert INSIDE in scenes["approved"].files


def test_the_shell_writes_inside_the_boundary_too(scenes: Scenes):
    calls = [call for call in scenes["approved"].calls if call["tool"] == "Bash"]
    assert [call["rule"] for call in calls] == ["inside_boundary", "outside_boundary"]


@pytest.mark.parametrize("file", [OUTSIDE, BY_SHELL], ids=["patch", "shell"])
def test_what_the_plan_does_not_allow_is_denied_with_its_reason(scenes: Scenes, file: str):
    assert file not in scenes["approved"].files
    assert re.search(rf"\[outside_boundary, implement\] [^\n]*{file}", scenes["approved"].turn.heard())


def test_a_child_writes_nothing_even_inside_an_approved_run(scenes: Scenes):
    assert BY_CHILD not in scenes["approved"].files
    assert "[child, " in scenes["approved"].turn.heard(CHILD)


def test_the_completion_report_ends_the_authority(scenes: Scenes):
    state = scenes["approved"].state
    assert state["phase"] == "completed"
    assert state["policy_sha256"] is None


def test_the_next_prompt_releases_the_session_and_says_so(scenes: Scenes, codex: Codex):
    assert OUTSIDE in scenes["released"].files
    assert "Harness" in scenes["released"].turn.told("UserPromptSubmit")
    assert not (codex.data / "armed" / scenes["released"].state["session_id"]).exists()


def test_each_denied_call_is_shown_as_blocked(scenes: Scenes):
    assert scenes["approved"].turn.outcomes("PreToolUse").count("Blocked") == 3


def test_the_same_run_works_without_a_terminal(codex: Codex, name: str):
    """`codex exec` and `codex exec resume`: no client to show anything to, the same gate."""
    hands, talk = DirectHands(), codex.new_conversation(name)
    talk.say(REQUEST, hands.read("README.md"), Say(PLAN))
    talk.say("y", hands.write(OUTSIDE, "no\n"), hands.write(INSIDE, "yes\n"), Say("written"))
    assert [(talk.workspace / file).exists() for file in (OUTSIDE, INSIDE)] == [False, True]
