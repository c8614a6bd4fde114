"""The real Claude Code: the spine of a gated run."""

from __future__ import annotations

import re

import pytest

from tests.support.artifacts import PLAN_PROMPT

from .claude import Claude
from .hands import ClaudeHands
from .scratch import files_below, session_state
from .scripted import CHILD, Say
from .story import BY_CHILD, BY_SHELL, INSIDE, OUTSIDE, Scene, play

Scenes = dict[str, Scene]


@pytest.fixture(scope="module")
def scenes(claude: Claude) -> Scenes:
    talk = claude.new_conversation("story")
    return {scene.name: scene for scene in play(talk, ClaudeHands(talk.workspace), claude.data)}


def test_the_request_activates_harness_for_the_model(scenes: Scenes):
    assert PLAN_PROMPT in scenes["asked"].turn.heard()


def test_a_shown_plan_opens_the_gate_and_says_what_it_is_about(scenes: Scenes):
    state = scenes["asked"].state
    assert (state["phase"], state["host"]) == ("plan_pending", "claude")
    assert INSIDE in scenes["asked"].turn.told("Stop")


def test_nobody_writes_before_approval(scenes: Scenes):
    assert scenes["delegated"].files == scenes["asked"].files
    assert scenes["delegated"].state["phase"] == "plan_pending"
    assert "[child, " in scenes["delegated"].turn.heard(CHILD)


def test_y_lets_the_agent_write_inside_the_boundary(scenes: Scenes):
    assert INSIDE in scenes["approved"].files


def test_the_shell_writes_inside_the_boundary_too(scenes: Scenes):
    calls = [call for call in scenes["approved"].calls if call["tool"] == "Bash"]
    assert [call["rule"] for call in calls] == ["inside_boundary", "outside_boundary"]


@pytest.mark.parametrize("file", [OUTSIDE, BY_SHELL], ids=["write", "shell"])
def test_what_the_plan_does_not_allow_is_denied_with_its_reason(scenes: Scenes, file: str):
    assert file not in scenes["approved"].files
    assert re.search(rf"\[outside_boundary, implement\] [^\n]*{file}", scenes["approved"].turn.heard())


def test_a_child_writes_nothing_even_inside_an_approved_run(scenes: Scenes):
    assert BY_CHILD not in scenes["approved"].files
    assert "[child, " in scenes["approved"].turn.heard(CHILD)


def test_the_completion_report_ends_the_authority(scenes: Scenes):
    assert scenes["approved"].state["phase"] == "completed"


def test_the_next_prompt_releases_the_session_and_says_so(scenes: Scenes):
    assert OUTSIDE in scenes["released"].files
    assert "Harness" in scenes["released"].turn.told("UserPromptSubmit")


def test_without_the_request_nothing_is_kept_or_said(claude: Claude, name: str):
    talk = claude.new_conversation(name)
    hands = ClaudeHands(talk.workspace)
    turn = talk.say("add a greeting", hands.write(INSIDE, "hello\n"), hands.shell("echo hello > more.txt"), Say("ok"))
    assert {INSIDE, "more.txt"} <= files_below(talk.workspace)
    assert session_state(claude.data, talk.session) is None
    assert {(hook.outcome, hook.told, hook.added) for hook in turn.hooks} == {("success", "", "")}
