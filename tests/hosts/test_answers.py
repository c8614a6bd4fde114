"""Both real hosts: what a person's answers and commands do to a run, and what the model is told of it."""

from __future__ import annotations

import pytest

from tests.support.artifacts import REPAIR_PROMPT, repair_plan, tiny_plan

from .scripted import Say
from .stage import Stage
from .story import GREETING, INSIDE, OUTSIDE, PLAN, REQUEST

pytestmark = pytest.mark.usefixtures("forked_hooks")

LATER = Say("I stop here")
MORE = ("def greet():", "def greet(name):")


@pytest.fixture
def asked(stage: Stage) -> Stage:
    """A Plan waits for its answer."""
    stage.say(REQUEST, stage.hands.read("README.md"), Say(PLAN))
    assert stage.phase == "plan_pending"
    return stage


@pytest.fixture
def approved(asked: Stage) -> Stage:
    """The Plan is approved and its file is written."""
    asked.say("y", asked.hands.write(INSIDE, GREETING), Say("written"))
    assert (asked.phase, INSIDE in asked.files) == ("implement", True)
    return asked


def deviation(stage: Stage, more: str) -> str:
    """A Repair Plan that wants one file more."""
    source = stage.state["accepted"]["plan"]
    return repair_plan(source, INSIDE, more, add=(more,), trigger="plan_deviation")


def test_a_revision_voids_the_plan_and_each_new_one_needs_its_own_y(asked: Stage):
    first = asked.state["pending"]["sha256"]
    revised = asked.say("revise: only the other file", asked.hands.write(INSIDE, GREETING), LATER)
    assert (asked.phase, asked.state["pending"]) == ("planning", None)
    assert "[no_authority, planning]" in revised.heard()
    assert asked.say("y", asked.hands.write(INSIDE, GREETING), LATER).heard().count("[no_authority, planning]") == 2
    asked.say("go on", Say(tiny_plan(OUTSIDE)))
    second = asked.state["pending"]["sha256"]
    assert second != first

    shown = asked.say("and its test?", Say(tiny_plan(OUTSIDE, "tests/test_other.py")))
    assert asked.ledger[-1]["supersedes"] == second
    assert "+ tests/test_other.py" in shown.told("Stop")
    asked.say("y", asked.hands.write(INSIDE, GREETING), asked.hands.write(OUTSIDE, GREETING), Say("written"))
    assert (INSIDE in asked.files, OUTSIDE in asked.files) == (False, True)


def test_a_deviation_gives_the_authority_back_and_asks_for_more(approved: Stage):
    shown = approved.say("go on", Say(deviation(approved, OUTSIDE)))
    assert (approved.phase, approved.state["policy_sha256"]) == ("repair_pending", None)
    assert approved.events[-2:] == ["authority_revoked", "gate_opened"]
    assert f"+ {OUTSIDE}" in shown.told("Stop")
    asked = approved.say("why?", approved.hands.write(OUTSIDE, GREETING), Say(f"It needs it.\n\n{REPAIR_PROMPT}"))
    assert "[no_authority, repair_pending" in asked.heard()
    assert OUTSIDE not in approved.files
    approved.say("y", approved.hands.write(OUTSIDE, GREETING), Say("written"))
    assert (approved.phase, OUTSIDE in approved.files) == ("repair_implement", True)


def test_a_declined_repair_does_not_bring_the_first_plan_back(approved: Stage):
    approved.say("go on", Say(deviation(approved, OUTSIDE)))
    declined = approved.say("n", approved.hands.edit(INSIDE, *MORE), LATER)
    assert "[held, cancelled" in declined.heard()
    assert declined.told("UserPromptSubmit")
    assert (approved.phase, approved.state["held"]) == ("cancelled", True)


def test_n_leaves_the_session_held_until_it_is_switched_off(asked: Stage):
    refused = asked.say("n", asked.hands.write(INSIDE, GREETING), LATER)
    pressed = asked.say("go on", asked.hands.write(INSIDE, GREETING), LATER)
    assert "[held, cancelled" in refused.heard() and "[held, cancelled" in pressed.heard()
    assert (asked.phase, asked.state["held"], INSIDE in asked.files) == ("cancelled", True, False)
    off = asked.say("$harness:off")
    assert off.requests == (), "the prompt goes no further"
    assert off.told("UserPromptSubmit")
    assert not (asked.data / "armed" / asked.talk.session).exists()
    asked.say("go on", asked.hands.write(INSIDE, GREETING), Say("written"))
    assert INSIDE in asked.files


def test_a_new_request_supersedes_the_run_and_cancel_ends_it_outside_a_gate(approved: Stage):
    again = approved.say("$harness and now another", approved.hands.write(OUTSIDE, GREETING), Say("Which one?"))
    assert "[no_authority, planning" in again.heard()
    assert (approved.phase, approved.state["revision"]) == ("planning", 2)
    assert approved.state["accepted"]["plan"] is None
    activated = [record for record in approved.ledger if record["event"] == "activated"]
    assert activated[-1]["superseded"]["phase"] == "implement"

    cancelled = approved.say("cancel", approved.hands.write(OUTSIDE, GREETING), LATER)
    assert "[held, cancelled" in cancelled.heard()
    assert cancelled.told("UserPromptSubmit")
    assert (approved.phase, approved.events[-1]) == ("cancelled", "cancelled")


def test_a_plan_with_faults_is_asked_for_with_the_next_prompt_and_not_read_before(stage: Stage):
    broken = PLAN.replace("## In Scope", "## Scope")
    refused = stage.say(REQUEST, stage.hands.read("README.md"), Say(broken), Say(PLAN))
    assert (stage.phase, stage.state["pending"]) == ("planning", None)
    assert "In Scope" in refused.heard()
    assert refused.told("Stop"), "the person is told why no gate opened"

    early = stage.say("y", stage.hands.write(INSIDE, GREETING), Say("I may not, and show it again."))
    assert "[no_authority, planning]" in early.heard()
    assert any(hook.added for hook in early.hooks if hook.event == "UserPromptSubmit"), "the model is asked for it"
    stage.say("go on", Say(PLAN))
    assert (stage.phase, INSIDE in stage.files) == ("plan_pending", False)


def test_no_y_counts_before_the_agent_has_called_a_tool(stage: Stage):
    stage.say(REQUEST, Say(PLAN))
    early = stage.say("y", Say("I may not"))
    assert (stage.phase, stage.ledger[-2]["reason"]) == ("plan_pending", "guard_silent")
    assert "PreToolUse" in early.told("UserPromptSubmit")
    stage.say("why?", stage.hands.read("README.md"), Say(PLAN))
    stage.say("y", stage.hands.write(INSIDE, GREETING), Say("written"))
    assert INSIDE in stage.files
