"""The real Codex at the gate: a `y` that comes while the Plan is being written."""

from __future__ import annotations

from .codex import Codex
from .hands import DirectHands
from .scratch import PATIENCE, files_below, session_state
from .scripted import Act, Say
from .story import INSIDE, PLAN, REQUEST

HANDS = DirectHands()
WRITE = HANDS.write(INSIDE, "hello\n")
SHOW_PLAN = (HANDS.read("README.md"), Say(PLAN))


def test_a_y_in_the_turn_that_shows_the_plan_is_no_answer(codex: Codex, name: str):
    talk = codex.new_conversation(name, watched=True)
    talk.steer = "y"

    def plan_when_steered(_: dict) -> list[Act]:
        talk.steered.wait(PATIENCE)
        return [Say(PLAN)]

    turn = talk.say(REQUEST, plan_when_steered, WRITE, Say(PLAN))
    assert (len(turn.outcomes("UserPromptSubmit")), turn.outcomes("PreToolUse")) == (2, ["Blocked"])
    assert INSIDE not in files_below(talk.workspace)
    assert session_state(codex.data, talk.session)["phase"] == "plan_pending"
