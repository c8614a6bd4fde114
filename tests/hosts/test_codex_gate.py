"""The real Codex at the gate: who may answer, what an answer allows, and what happens without Harness."""

from __future__ import annotations

from contextlib import closing

from tests.support.artifacts import PLAN_PROMPT

from .codex import Codex
from .hands import DirectHands
from .scratch import files_below, session_state
from .scripted import Pause, Say
from .story import INSIDE, PLAN, REQUEST

HANDS = DirectHands()
WRITE = HANDS.write(INSIDE, "hello\n")
SHOW_PLAN = (HANDS.read("README.md"), Say(PLAN))


def test_without_the_request_nothing_is_kept_or_said(codex: Codex, name: str):
    talk = codex.new_conversation(name, watched=True)
    turn = talk.say("add a greeting", WRITE, HANDS.shell("echo hello > more.txt"), Say("written"))
    assert {INSIDE, "more.txt"} <= files_below(talk.workspace)
    assert session_state(codex.data, talk.session) is None
    assert {(hook.outcome, hook.told, hook.added) for hook in turn.hooks} == {("Completed", "", "")}


def test_hooks_that_the_person_does_not_trust_arm_nothing(untrusting_codex: Codex, name: str):
    talk = untrusting_codex.new_conversation(name)
    turn = talk.say(REQUEST, *SHOW_PLAN)
    assert turn.hooks == ()
    assert PLAN_PROMPT not in turn.heard()
    assert files_below(untrusting_codex.data) == {"interpreter"}


def test_a_y_in_another_conversation_is_no_answer(codex: Codex, name: str):
    talks = (codex.live_conversation(name), codex.live_conversation(f"{name}-other"))
    with closing(talks[0]) as asked, closing(talks[1]) as other:
        asked.say(REQUEST, *SHOW_PLAN)
        other.say(REQUEST, Say("I am still reading"))
        other.say("y", WRITE, Say("I may not"))
        asked.say("what now?", WRITE, Say("I may not"))
    assert INSIDE not in files_below(asked.workspace) | files_below(other.workspace)
    assert session_state(codex.data, asked.session)["phase"] == "plan_pending"


def test_a_y_in_the_turn_that_shows_the_plan_is_no_answer(codex: Codex, name: str):
    talk = codex.new_conversation(name, watched=True)
    talk.steer = "y"
    turn = talk.say(REQUEST, [Pause(0.5), Say(PLAN)], WRITE, Say(PLAN))
    assert (len(turn.outcomes("UserPromptSubmit")), turn.outcomes("PreToolUse")) == (2, ["Blocked"])
    assert INSIDE not in files_below(talk.workspace)
    assert session_state(codex.data, talk.session)["phase"] == "plan_pending"


def test_a_y_without_a_plan_is_no_answer(codex: Codex, name: str):
    with closing(codex.live_conversation(name)) as talk:
        talk.say(REQUEST, Say("What kind of greeting?"))
        talk.say("y", WRITE, Say("I may not"))
    assert INSIDE not in files_below(talk.workspace)
