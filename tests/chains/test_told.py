"""What stands around a stage's message: guides of its task, and what it is for who judges the turn's end."""

from __future__ import annotations

from hashlib import sha256

import pytest

from harness_runtime.events.chain.job import stage_job
from harness_runtime.guides.trust import Trusted, give_trust
from tests.chains.talk import Talk

BEGIN, PASS = "$harness:chain loop fix it", "Stage result: pass"
GUIDES = """
[[workflows]]
name = "all"
task_types = ["interactive", "bugfix", "feature", "general"]
guides = [{names}]
[defaults]
workflow = "all"
"""


def guided(talk: Talk, *texts: str) -> None:
    file = talk.workspace / ".o4/harness.toml"
    file.parent.mkdir()
    named = {f'"{number}"': text for number, text in enumerate(texts or ["Write plainly."])}
    guides = [f'[[guides]]\nname = {name}\ntext = "{text}"\n' for name, text in named.items()]
    file.write_text("".join(guides) + GUIDES.format(names=", ".join(named)), "utf-8")
    give_trust(talk.data, talk.workspace, Trusted(sha256(file.read_bytes()).hexdigest(), {}))


def test_a_chains_task_brings_the_projects_guides_once_and_behind_the_stamp(talk: Talk):
    guided(talk)
    told = talk.prompt(BEGIN).context
    assert told.startswith("[harness:loop run 1 stage 1/3 implement]")
    assert told.count("Write plainly.") == 1
    talk.stop(PASS)
    assert "Write plainly." not in talk.prompt("go on").context


def test_in_an_unattended_host_the_prompt_brings_them_and_the_stamp_comes_first(claude_talk: Talk):
    guided(claude_talk)
    claude_talk.environ["CLAUDE_CODE_ENTRYPOINT"] = "sdk-cli"
    claude_talk.prompt("$harness:chain loop")
    told = claude_talk.prompt("fix it").context
    assert told.startswith("[harness:loop run 1 stage 1/3 implement]")
    assert told.count("Write plainly.") == 1


def test_in_an_unattended_host_a_command_with_its_task_brings_them_too(claude_talk: Talk):
    guided(claude_talk)
    claude_talk.environ["CLAUDE_CODE_ENTRYPOINT"] = "sdk-cli"
    assert claude_talk.prompt(BEGIN).context.count("Write plainly.") == 1


def test_a_goals_text_chooses_the_guides_and_brings_them_once(talk: Talk):
    guided(talk)
    told = talk.prompt("$harness:goal fix the parser").context
    assert "The task type of this request is bugfix." in told
    assert "Write plainly." not in talk.prompt("go on").context
    talk.prompt("$harness:chain loop")
    told = talk.prompt("$harness:goal add a button").context
    assert told.startswith("[harness:loop run 1 stage 1/3 implement]")
    assert (told.count("Write plainly."), told.count("The task type of this request is feature.")) == (1, 1)


def test_what_else_is_told_leaves_the_guides_their_room_in_codex(codex_talk: Talk):
    guided(codex_talk, *["Write plainly. " * 30] * 20)
    codex_talk.prompt("$harness:guard on")
    codex_talk.prompt("$harness:steer " + "look at the parser " * 150)
    codex_talk.prompt("$harness:goal fix it: " + "all of it " * 100)
    codex_talk.prompt("$harness:steer " + "look at the parser " * 150)
    told = codex_talk.prompt(BEGIN).context
    assert 9_000 < len(told.encode()) <= 10_000
    assert told.count("Write plainly.") and "look at the parser" in told and "all of it" in told


def test_a_chains_name_says_nothing_of_the_task(codex_talk: Talk):
    guided(codex_talk)
    codex_talk.defines(**{"fix-test": {"chain": ["implement"]}})
    told = codex_talk.prompt("$harness:chain fix-test add a button").context
    assert "The task type of this request is feature." in told


def test_a_goal_stands_behind_the_stage(codex_talk: Talk):
    codex_talk.prompt("$harness:goal the parser accepts tabs")
    told = codex_talk.prompt(BEGIN).context
    assert told.startswith("[harness:loop run 1 stage 1/3 implement]")
    assert "the parser accepts tabs" in told


def test_who_judges_a_turns_end_is_told_the_stages_job(codex_talk: Talk):
    test = {"agent": "test", "brief": "Prove it.", "done": "All is green."}
    codex_talk.defines(loop={"chain": ["implement", test]})
    assert stage_job(codex_talk.context("Stop")) == ""
    codex_talk.prompt(BEGIN)
    codex_talk.stop(PASS)
    told = stage_job(codex_talk.context("Stop"))
    assert "stage 2/2 `test` of the chain `loop`" in told
    assert told.endswith("This stage's job: Prove it.\nDone when: All is green.")
    codex_talk.stop(PASS)
    assert stage_job(codex_talk.context("Stop")) == ""


@pytest.mark.parametrize("change", ["untrusted", "stopped"])
def test_a_chain_that_does_not_count_gives_nobody_a_job(codex_talk: Talk, change: str):
    codex_talk.prompt(BEGIN)
    if change == "untrusted":
        codex_talk.defines(trusted=False, loop={"chain": ["review"]})
    else:
        codex_talk.prompt("$harness:chain stop")
    assert stage_job(codex_talk.context("Stop")) == ""
