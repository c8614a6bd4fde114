"""Both real hosts: verification sends the agent back once; a goal goes on with its next step, and is met."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from threading import Event

import pytest

from tests.loop.models import DONE, MET, Scripted, missing, not_met

from .claude import Claude
from .codex import Codex
from .scripted import Act, Call, Say
from .stage import Stage, configured, live_stage

pytestmark = pytest.mark.usefixtures("forked_hooks")

GOAL = "write one.txt and two.txt"
SECOND = "two.txt was never written"


@pytest.fixture
def critic(tmp_path: Path) -> Scripted:
    return Scripted(tmp_path / "critic", missing(SECOND), DONE)


@pytest.fixture
def judge(tmp_path: Path) -> Scripted:
    return Scripted(tmp_path / "judge", not_met("write two.txt"), MET)


@pytest.fixture
def settled(stage: Stage, critic: Scripted, judge: Scripted) -> Iterator[Stage]:
    """With verification on, and both models in the person's config."""
    models = {"critic": critic.setting, "judge": judge.setting}
    with configured(stage.data, agent={"verify_replies": True}, model=models, language="en"):
        yield stage


def goal_of(stage: Stage) -> dict:
    return json.loads((stage.data / "runs" / str(stage.talk.session) / "goal.json").read_text("utf-8"))


def test_verification_sends_the_agent_back_once(settled: Stage, critic: Scripted):
    hands = settled.hands
    assert not settled.say("$harness:guard on").requests
    told = settled.say(
        "write one.txt and two.txt",
        hands.write("one.txt", "1"),
        Say("Both files are written."),
        hands.write("two.txt", "2"),
        Say("Now both are written."),
    )
    assert told.heard().count(f"Before finishing: {SECOND}") == 1
    assert {"one.txt", "two.txt"} <= settled.files
    assert "Now both" in told.said
    first, second = critic.asked
    assert "one.txt" in first and "] two.txt" not in first
    assert "two.txt" in second and "[ran]" in second


def test_a_goal_goes_on_with_its_next_step_and_is_met(stage: Stage, judge: Scripted):
    hands = stage.hands
    with configured(stage.data, model={"judge": judge.setting}, language="en"):
        told = stage.say(
            f"$harness:goal {GOAL}",
            hands.write("one.txt", "1"),
            Say("one.txt is written."),
            hands.write("two.txt", "2"),
            Say("Both are written."),
        )
    assert f"> {GOAL}" in told.heard()
    assert told.heard().count("Next step: write two.txt") == 1
    assert {"one.txt", "two.txt"} <= stage.files
    assert "the goal is met (iterations: 1)" in told.told("Stop")
    assert goal_of(stage)["state"] == "met"
    assert GOAL not in stage.say("thanks", Say("You are welcome.")).heard().rpartition("thanks")[2]


def test_a_goal_that_is_never_met_ends_at_its_cap(stage: Stage, tmp_path: Path):
    judge = Scripted(tmp_path / "never", *[not_met(f"step {number}") for number in range(9)])
    with configured(stage.data, model={"judge": judge.setting}, agent={"goal_max_iterations": 3}, language="en"):
        told = stage.say(f"$harness:goal {GOAL}", *[Say(f"done {number}") for number in range(9)])
    assert "its iterations (3) are used up" in told.told("Stop")
    assert told.said == "done 3"
    assert len(judge.asked) == 4
    assert goal_of(stage)["paused_by"] == "cap"
    assert not stage.say("$harness:goal status").requests


def test_a_goal_rests_while_codex_pursues_its_own(codex: Codex, name: str, judge: Scripted):
    stage, rested, seen = live_stage(codex, name), Event(), []

    def hosts_turn(_: dict) -> Sequence[Act]:
        """Codex has begun a turn for its goal by itself."""
        seen.append(goal_of(stage)["paused_by"])
        rested.set()
        return [Call("update_goal", {"status": "complete"})]

    with configured(stage.data, model={"judge": judge.setting}, language="en"):
        begun = (Call("create_goal", {"objective": "write three.txt"}), Say("begun"), hosts_turn, Say("finished"))
        told = stage.say(f"$harness:goal {GOAL}", *begun)
    assert "the host pursues a goal of its own" in told.told("Stop")
    assert rested.wait(60)
    stage.talk.close()
    assert seen == ["host"]


def test_claude_code_takes_the_bare_command_for_ours(claude: Claude, name: str, judge: Scripted):
    stage = live_stage(claude, name)
    with configured(stage.data, model={"judge": judge.setting}, language="en"):
        told = stage.say(f"/goal {GOAL}", Say("one.txt is written"), Say("two.txt too"))
    stage.talk.close()
    assert f"> {GOAL}" in told.heard()
    assert goal_of(stage)["state"] == "met"


def test_claude_code_takes_any_bare_command_for_ours(claude: Claude, name: str):
    stage = live_stage(claude, name)
    told = stage.say("/rollback", Say("unheard"))
    stage.talk.close()
    assert not told.requests
    assert "nothing to put back" in told.told("UserPromptSubmit")


def test_a_skill_of_the_persons_own_keeps_its_bare_name(claude: Claude, name: str):
    stage = live_stage(claude, name)
    skill = stage.talk.workspace / ".claude/skills/goal/SKILL.md"
    skill.parent.mkdir(parents=True)
    skill.write_text("---\nname: goal\ndescription: mine\n---\nKick the ball.\n", "utf-8")
    told = stage.say(f"/goal {GOAL}", Say("kicked"))
    stage.talk.close()
    assert "Kick the ball." in told.heard()
    assert not told.told("UserPromptSubmit")
    assert not (stage.data / "runs" / str(stage.talk.session)).exists()
