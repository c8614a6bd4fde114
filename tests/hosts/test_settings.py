"""Both real hosts: the person's settings, the project's policy file, and the effort rule."""

from __future__ import annotations

import re

import pytest

from tests.support.artifacts import small_plan

from .scripted import Say
from .stage import Stage, configured, live_stage
from .story import GREETING, INSIDE, PLAN, REQUEST
from .terminal import harness_state

pytestmark = pytest.mark.usefixtures("forked_hooks")

EFFORT = {"codex": ("-c", 'model_reasoning_effort="low"'), "claude": ("--effort", "low")}


def guard(stage: Stage, content: str) -> None:
    folder = stage.talk.workspace / ".harness"
    folder.mkdir(exist_ok=True)
    (folder / "guard.json").write_text(content, "utf-8")


def test_with_a_second_factor_authority_begins_in_a_terminal(stage: Stage):
    with configured(stage.data, approval="terminal"):
        stage.say(REQUEST, stage.hands.read("README.md"), Say(PLAN))
    answered = stage.say("y", stage.hands.write(INSIDE, GREETING), Say("I may not"))
    assert "harness-state approve" in answered.told("UserPromptSubmit")
    assert (answered.requests, stage.phase, stage.state["pending"]["answered"]) == ((), "plan_pending", True)
    itself = stage.hands.shell("harness-state approve")
    early = stage.say("go", stage.hands.write(INSIDE, GREETING), itself, Say("I may not"))
    assert re.findall(r"\[(\w+), plan_pending", early.heard()) == ["no_authority", "shell_unmodeled"]

    sha256 = stage.state["pending"]["sha256"]
    code, screen = harness_state(
        "approve", stage.talk.session, "--data", str(stage.data), typed=("y",), env=stage.host.env
    )
    assert code == 0, screen
    assert sha256 in screen and INSIDE in screen
    told = stage.say("go", stage.hands.write(INSIDE, GREETING), Say("written"))
    assert sha256 in "\n".join(hook.added for hook in told.hooks)
    assert (stage.phase, INSIDE in stage.files) == ("implement", True)


def test_a_policy_file_that_would_widen_refuses_to_begin(stage: Stage):
    guard(stage, '{"allowed_write_paths": ["**"]}')
    refused = stage.say(REQUEST)
    assert ".harness/guard.json" in refused.told("UserPromptSubmit")
    assert (refused.requests, stage.state) == ((), {})


def test_paths_that_the_project_denies_are_not_opened_by_a_wildcard(stage: Stage):
    guard(stage, '{"deny_write_paths": ["src/core/**"]}')
    stage.say(REQUEST, stage.hands.read("README.md"), Say(small_plan("src/**")))
    both = (stage.hands.write("src/core/greeting.py", GREETING), stage.hands.write(INSIDE, GREETING))
    told = stage.say("y", *both, Say("one is written")).heard()
    assert "[denied_by_project, implement" in told
    assert (INSIDE in stage.files, "src/core/greeting.py" in stage.files) == (True, False)
    guard(stage, "{}")
    assert "[guard_changed, implement" in stage.say("go on", stage.hands.write(INSIDE, "more\n"), Say("no")).heard()


@pytest.mark.parametrize("name_of_host", EFFORT)
def test_no_gate_opens_below_high_effort(request: pytest.FixtureRequest, name_of_host: str, name: str):
    stage = live_stage(request.getfixturevalue(name_of_host), name, EFFORT[name_of_host])
    refused = stage.say(REQUEST, stage.hands.read("README.md"), Say(PLAN), Say("I will show it again."))
    stage.talk.close()
    assert (stage.phase, stage.state["pending"]) == ("planning", None)
    assert "low" in refused.heard().rpartition("\n")[2] or "low" in refused.requests[-1].said[-1]
    assert refused.told("Stop"), "the person is told too"
