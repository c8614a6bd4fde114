"""Both real hosts: a fork of a guarded conversation, and what follows a clear, is told that nothing guards it."""

from __future__ import annotations

from .claude import Claude
from .codex import Codex
from .hands import ClaudeHands, DirectHands
from .scratch import Turn
from .scripted import Say
from .stage import Stage
from .story import GREETING, INSIDE, OUTSIDE, PLAN, REQUEST


def told(turn: Turn) -> str:
    return "\n".join(hook.told for hook in turn.hooks if hook.told)


def is_told(turn: Turn, guarded: str) -> bool:
    """Person and model, that the run is another session's."""
    return all(f"{guarded} (phase plan_pending)" in text for text in (told(turn), turn.heard()))


def ask(stage: Stage) -> None:
    stage.say(REQUEST, stage.hands.read("README.md"), Say(PLAN))
    assert stage.phase == "plan_pending"


def answer(stage: Stage) -> None:
    """The gate of the guarded conversation is as it was."""
    assert stage.phase == "plan_pending"
    stage.say("y", stage.hands.write(INSIDE, GREETING), Say("written"))
    assert INSIDE in stage.files


def test_codex(codex: Codex, name: str):
    hands = DirectHands()
    stage = Stage(codex, codex.new_conversation(name, watched=True), hands)
    ask(stage)
    for made in (stage.talk.fork(), stage.talk.cleared()):
        assert is_told(made.say("y", hands.write(OUTSIDE, GREETING), Say("I say so and wait")), stage.talk.session)
        assert made.session != stage.talk.session
    answer(stage)


def test_claude(claude: Claude, name: str):
    talk = claude.live_conversation(name)
    stage = Stage(claude, talk, ClaudeHands(talk.workspace))
    ask(stage)
    guarded, fork = talk.session, talk.fork()
    assert is_told(fork.say("y", stage.hands.write(OUTSIDE, GREETING), Say("I say so and wait")), guarded)
    assert fork.session != guarded
    assert is_told(fork.say("and?", Say("nothing")), guarded), "its transcript still says where it came from"

    assert guarded in told(talk.say("/clear"))
    after = talk.say("y", Say("I say so and wait"))
    assert (talk.session != guarded, told(after)) == (True, "")
    assert guarded in after.heard()
    talk.close()
    talk.session = guarded
    answer(stage)
    talk.close()
