"""Both real hosts: a repetition is told and stopped, a note reaches the agent at work, a rollback puts all back."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from harness_runtime.loop.steering import queue
from harness_runtime.session.notes import waiting
from tests.support.artifacts import tiny_plan

from .scripted import Act, Say
from .stage import Stage
from .story import GREETING, INSIDE, OUTSIDE, REQUEST

pytestmark = pytest.mark.usefixtures("forked_hooks")

NOTE = "the bug is in the parser"
PLAN = tiny_plan(INSIDE, "README.md")


def approved(stage: Stage) -> Stage:
    stage.say(REQUEST, stage.hands.read("README.md"), Say(PLAN))
    return stage


def test_a_repetition_is_told_once_and_then_stops_the_turn(stage: Stage):
    approved(stage)
    again = [stage.hands.read("README.md")] * 6
    told = stage.say("y", *again, stage.hands.write(INSIDE, GREETING), Say("I am stuck"))
    assert told.heard().count("Harness [repeated]: ") == 1
    assert "[repeated_stop, implement]" in told.heard()
    assert "[turn_stopped, implement]" in told.heard()
    assert INSIDE not in stage.files
    assert "was stopped because" in told.told("Stop") or "멈췄습니다" in told.told("Stop")
    rules = [call["rule"] for call in stage.calls]
    assert (rules.count("repeated_stop"), rules.count("turn_stopped")) == (1, 1)
    after = stage.say("go on", stage.hands.write(INSIDE, GREETING), Say("written"))
    assert INSIDE in stage.files, after.heard()[-2000:]


def test_a_note_reaches_the_agent_after_its_current_call_and_once(stage: Stage):
    approved(stage)

    def steered(_: dict) -> Sequence[Act]:
        """The person speaks while the model thinks about its next call."""
        queue(str(stage.data), stage.talk.session, NOTE)
        return [stage.hands.write(INSIDE, GREETING)]

    told = stage.say("y", stage.hands.read("README.md"), steered, stage.hands.read("src/app.py"), Say("done"))
    requests = [text for request in told.requests for text in [" ".join(request.said)] if f"> {NOTE}" in text]
    assert told.heard().count(f"> {NOTE}") == 1
    assert len(requests) == 2  # the one after the call, and what followed it
    assert waiting(str(stage.data), stage.talk.session) == 0


def test_a_note_with_nothing_running_waits_for_the_next_turn(stage: Stage):
    approved(stage)
    mistyped = stage.say(f"$harness:ster {NOTE}")
    assert not mistyped.requests and "`$harness:steer`" in mistyped.told("UserPromptSubmit")
    answered = stage.say(f"$harness:steer {NOTE}")
    assert not answered.requests
    assert waiting(str(stage.data), stage.talk.session) == 1
    assert stage.phase == "plan_pending"
    told = stage.say("y", Say("done"))
    assert told.heard().count(f"> {NOTE}") == 1
    assert stage.phase == "implement"


def test_a_rollback_puts_back_what_the_run_changed(stage: Stage):
    before = {name: (stage.talk.workspace / name).read_bytes() for name in stage.files}
    approved(stage)
    first = before["README.md"].decode().splitlines()[0]
    stage.say(
        "y",
        stage.hands.write(INSIDE, GREETING),
        stage.hands.read("README.md"),
        stage.hands.edit("README.md", first, "changed"),
        Say("done"),
    )
    assert (stage.talk.workspace / INSIDE).exists()
    assert "changed" in (stage.talk.workspace / "README.md").read_text("utf-8")
    refused = stage.say("$harness:rollback all")
    assert not refused.requests
    assert (stage.talk.workspace / INSIDE).exists()
    stage.say("cancel", Say("cancelled"))
    listed = stage.say("$harness:rollback")
    assert not listed.requests
    assert "- README.md: " in listed.told("UserPromptSubmit")
    assert not stage.say("$harness:rollback all").requests
    assert {name: (stage.talk.workspace / name).read_bytes() for name in stage.files} == before
    assert "rolled_back" in stage.events


@pytest.mark.parametrize("text", ["$harness:guard on", "/harness:guard on"], ids=["own", "slash"])
def test_guard_without_a_run(stage: Stage, text: str):
    if text.startswith("/") and not hasattr(stage.hands, "workspace"):
        pytest.skip("Codex has no such spelling")
    assert not stage.say(text).requests
    told = stage.say("do it", *[stage.hands.read("README.md")] * 3, stage.hands.write(OUTSIDE, GREETING), Say("done"))
    assert told.heard().count("Harness [repeated]: ") == 1
    assert OUTSIDE in stage.files
    stage.say("$harness:rollback all")
    assert OUTSIDE not in stage.files


def test_a_confined_command_that_comes_again_is_told_and_runs(stage: Stage):
    """The host takes the changed input and the advice from one answer."""
    command = "python3 -c pass"
    stage.say(REQUEST, stage.hands.read("README.md"), Say(tiny_plan(INSIDE, commands=(command,))))
    if stage.state["engine"]["name"] == "none":
        pytest.skip("no engine confines commands here")
    told = stage.say("y", *[stage.hands.shell(command)] * 3, Say("done"))
    assert told.heard().count("Harness [repeated]: ") == 1
    assert [(run["command"], run["exit"]) for run in stage.evidence] == [(command, 0)] * 3
