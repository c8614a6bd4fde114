"""Both real hosts: an approved command runs confined and its last line is evidence; a changed input is noticed."""

from __future__ import annotations

import json
from contextlib import closing

import pytest

from tests.support.artifacts import tiny_completion, tiny_plan

from .claude import Claude
from .hands import ClaudeHands
from .scripted import Call, Say, Shell
from .stage import Stage, live_stage, resumed_stage
from .story import GREETING, INSIDE, REQUEST

pytestmark = pytest.mark.usefixtures("forked_hooks")

COMMAND = "python3 -m unittest -q src/test_it.py"
TEST = """import sys, unittest

class It(unittest.TestCase):
    def test_it(self):
        print({output!r} * {times})
        self.assertEqual(1, {expected})
"""
PLAN = tiny_plan(INSIDE, "src/test_it.py", commands=(COMMAND,))
COMPLETION = tiny_completion().replace("src/app.py", INSIDE)


def approved(stage: Stage) -> Stage:
    stage.say(REQUEST, stage.hands.read("README.md"), Say(PLAN))
    if stage.state["engine"]["name"] == "none":
        pytest.skip("no engine confines commands here")
    return stage


def write_test(stage: Stage, times: int = 1, expected: int = 1) -> None:
    text = TEST.format(output="a line of output\n", times=times, expected=expected)
    (stage.talk.workspace / "src/test_it.py").write_text(text, "utf-8")


LENGTHS = pytest.mark.parametrize("times", [1, 20_000], ids=["short", "long"])


@LENGTHS
def test_a_passing_run_is_evidence_and_completed_needs_no_more(stage: Stage, times: int):
    write_test(stage, times)
    approved(stage)
    told = stage.say("y", stage.hands.write(INSIDE, GREETING), stage.hands.shell(COMMAND), Say(COMPLETION))
    assert [(run["command"], run["exit"]) for run in stage.evidence] == [(COMMAND, 0)], told.heard()[-2000:]
    assert stage.phase == "completed", told.told("Stop")
    assert "harness-confine: {" in told.heard() or times > 1


@LENGTHS
def test_a_failing_run_is_evidence_of_that(stage: Stage, times: int):
    """Claude Code cuts the end of a long output of a command that failed."""
    write_test(stage, times, expected=2)
    approved(stage)
    command = f"{COMMAND} 2>&1 | tail -3" if times == 1 else COMMAND
    told = stage.say("y", stage.hands.shell(command), Say(COMPLETION), Say("I will correct it."))
    assert [run["exit"] for run in stage.evidence] == [1], told.heard()[-2000:]
    assert stage.phase == "implement"
    assert "exit 1" in told.told("Stop") or "exit 1" in told.heard()


def test_what_claude_code_fills_in_is_no_change(claude: Claude, name: str):
    """Paths made absolute, defaults, numbers that were texts: it hands both hooks the input that it runs."""
    stage = live_stage(claude, name)
    write_test(stage)
    approved(stage)
    inside = f"{stage.talk.workspace}/{INSIDE}"
    stage.say(
        "y",
        Call("Write", {"file_path": INSIDE, "content": "a  \r\nb\n"}),
        Call("Read", {"file_path": INSIDE, "offset": "1", "limit": "2"}),
        Call("Edit", {"file_path": inside, "old_string": "b", "new_string": "c  \n"}),
        Shell("cd . && cat README.md", {"timeout": "5000"}),
        Shell("cat README.md", {"run_in_background": True}),
        Shell(f"sed -i s/c/d/ {INSIDE}"),
        Shell("cat absent.md"),
        Say("done"),
    )
    stage.talk.close()
    allowed = [call for call in stage.calls if call["verdict"] == "allow"]
    assert len(allowed) >= 7, stage.calls
    assert stage.phase == "implement", stage.events


OTHER = {"hookSpecificOutput": {"hookEventName": "PreToolUse", "updatedInput": {"command": "echo changed"}}}
REWRITES = f"""payload=$(cat)
sleep 0.5
case $payload in *README.md*) printf '%s' '{json.dumps(OTHER)}' ;; esac
"""


def test_a_call_that_another_hook_changed_costs_authority(claude: Claude, name: str):
    """Of two rewriting hooks the slower one wins."""
    stage = resumed_stage(claude, name)
    hook = stage.talk.workspace / "rewrite.sh"
    hook.write_text(REWRITES, "utf-8")
    group = {"matcher": "Bash", "hooks": [{"type": "command", "command": f"sh {hook}"}]}
    stage.talk.options = ("--settings", json.dumps({"hooks": {"PreToolUse": [group]}}))
    stage.say(REQUEST, stage.hands.read("README.md"), Say(PLAN))
    told = stage.say("y", stage.hands.shell("cat README.md"), stage.hands.write(INSIDE, GREETING), Say("stopped"))
    assert "input_changed" in stage.events
    assert (stage.phase, stage.files & {INSIDE}) == ("repair_planning", frozenset())
    assert "[input_changed]" in told.heard() and "[no_authority, repair_planning" in told.heard()
    assert "[input_changed]" in told.told("PostToolUse")


@pytest.mark.parametrize("allowed", [False, True])
def test_claude_code_asks_for_a_confined_command_unless_a_rule_names_its_program(
    claude: Claude, name: str, allowed: bool
):
    """docs/faq.md. Nobody answers here, so what it asks for does not run."""
    rule = f"Bash({claude.data}/bin/harness-confine *)"
    options = ("--permission-mode", "acceptEdits", *(("--allowedTools", rule) if allowed else ()))
    with closing(live_stage(claude, name, options).talk) as talk:
        stage = Stage(claude, talk, ClaudeHands(talk.workspace))
        write_test(stage)
        approved(stage)
        stage.say("y", stage.hands.write(INSIDE, GREETING), stage.hands.shell(COMMAND), Say("that is all"))
        assert bool(stage.evidence) is allowed
