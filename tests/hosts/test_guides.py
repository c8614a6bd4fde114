"""Both real hosts: a project's guides reach the model, and its blocking sensor stops a Completion once."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.trusting import trust
from tests.support.artifacts import tiny_completion, tiny_plan

from .claude import Claude
from .codex import Codex
from .scratch import make_workspace
from .screen import at_the_screen
from .scripted import ROOT, Say
from .stage import Stage, resumed_stage
from .story import GREETING, INSIDE

pytestmark = pytest.mark.usefixtures("forked_hooks")

HEADING = "## Project Harness Guides"
EVERYDAY, MENDING, HINT = "Small steps, always.", "Reproduce it before you mend it.", "The greeting says hello."
HARNESS = f"""
[defaults]
workflow = "everyday"
[[guides]]
name = "Everyday"
path = "docs/everyday.md"
[[guides]]
name = "Mending"
text = "{MENDING}"
[[sensors]]
name = "greets"
command = "grep hello {INSIDE}"
blocking = true
fix_hint = "{HINT}"
[[workflows]]
name = "everyday"
guides = ["Everyday"]
[[workflows]]
name = "mending"
task_types = ["bugfix"]
guides = ["Mending"]
sensors = ["greets"]
"""
PLAN = tiny_plan(INSIDE)
COMPLETION = tiny_completion().replace("src/app.py", INSIDE)
WRONG = GREETING.replace("hello", "good morning")


def guide(data: Path, workspace: Path, toml: str = HARNESS) -> None:
    """The project has these guides, and the person trusts them."""
    for name, text in ((".o4/harness.toml", toml), ("docs/everyday.md", f"{EVERYDAY}\n")):
        (workspace / name).parent.mkdir(exist_ok=True)
        (workspace / name).write_text(text, "utf-8")
    trust(data, workspace)


@pytest.fixture
def guided(stage: Stage) -> Stage:
    guide(stage.data, stage.talk.workspace)
    return stage


def test_codex_puts_the_default_workflow_before_the_model_when_a_session_starts(codex: Codex, name: str):
    talk = codex.live_conversation(name)
    guide(codex.data, talk.workspace)
    told = talk.say("hello", Say("hello"))
    talk.close()
    assert told.heard().count(HEADING) == 1
    assert (EVERYDAY in told.heard(), MENDING in told.heard()) == (True, False)


def test_claude_code_puts_the_default_workflow_before_the_model_when_a_session_starts(claude: Claude, name: str):
    workspace = make_workspace(claude.root / "work" / name)
    guide(claude.data, workspace)
    with at_the_screen(claude, workspace, "hello", Say("hello")) as model:
        model.wait_for_request(speaker=ROOT)
        told = "\n".join(next(request.said for request in model.requests if request.speaker == ROOT))
    assert told.count(HEADING) == 1
    assert (EVERYDAY in told, MENDING in told) == (True, False)


def test_a_request_to_harness_brings_the_guides_of_its_task(guided: Stage):
    told = guided.say("$harness fix the greeting", Say("In which language?"))
    assert MENDING in told.heard()
    assert guided.state["checks"]["task_type"] == "bugfix"


@pytest.mark.parametrize("host", ["codex", "claude"])
def test_where_nobody_sits_at_the_screen_each_prompt_brings_them(
    request: pytest.FixtureRequest, host: str, name: str
):
    alone = resumed_stage(request.getfixturevalue(host), name)
    guide(alone.data, alone.talk.workspace)
    told = alone.say("fix the greeting", Say("fixed"))
    assert (MENDING in told.heard(), EVERYDAY in told.heard()) == (True, False)


def test_codex_passes_a_long_section_on_as_it_was_made(codex: Codex, name: str):
    """Above 2,500 tokens it would show the beginning of a file in its place."""
    talk = codex.live_conversation(name)
    long = "".join(f'[[guides]]\nname = "Guide {number}"\ntext = "{"가나다 " * 300}"\n' for number in range(5))
    guide(codex.data, talk.workspace, f'{long}[[guides]]\nname = "Last"\ntext = "the last words"\n')
    told = talk.say("$harness look around", Say("I have looked"))
    talk.close()
    assert (told.heard().count(HEADING), told.heard().count("the last words")) == (2, 2)
    assert "Full hook output saved to" not in told.heard()


def test_a_blocking_sensor_stops_a_completion_once_and_passes_after_the_fix(guided: Stage):
    hands = guided.hands
    guided.say("$harness fix the greeting", hands.read("README.md"), Say(PLAN))
    stopped = guided.say("y", hands.write(INSIDE, WRONG), Say(COMPLETION), Say("It does not say hello yet."))
    assert (guided.phase, stopped.said) == ("implement", "It does not say hello yet.")
    assert stopped.heard().count(HINT) == 1
    assert guided.events[-2:] == ["completion_stopped", "stopped"]
    fixed = hands.edit(INSIDE, '    return "good morning"', '    return "hello"')
    ended = guided.say("go on", hands.read(INSIDE), fixed, Say(COMPLETION))
    assert "greets" in "\n".join(hook.added for hook in ended.hooks), "the prompt asks for the report again"
    assert (guided.phase, guided.ledger[-1]["sensors"][0]["outcome"]) == ("completed", "passed")
    assert "greets" in ended.told("Stop")


def test_a_report_that_is_shown_again_is_recorded_as_it_says(guided: Stage):
    hands = guided.hands
    guided.say("$harness fix the greeting", hands.read("README.md"), Say(PLAN))
    again = guided.say("y", hands.write(INSIDE, WRONG), Say(COMPLETION), Say(COMPLETION))
    assert (guided.phase, again.heard().count(HINT)) == ("implement", 1), "the second one is not read"
    guided.say("go on", Say(COMPLETION))
    assert (guided.phase, guided.ledger[-1]["sensors"][0]["outcome"]) == ("completed", "failed")
