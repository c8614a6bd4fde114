"""The agents that ship for chains: one job each, said shortly, and ended in the form that the hook reads."""

from __future__ import annotations

import pytest

from tests.skill.test_front_matter import front_matter
from tests.skill.texts import CHAINS, ROOT, text_of

FOLDER = "skills/chain/assets/agents"
NAMES = ("planner", "implement", "test", "review")
MAX_BYTES = 1_500  # the stage's message carries it, beside the brief


def instructions(name: str) -> str:
    return text_of(f"{FOLDER}/{name}.md").split("---\n", 2)[2]


def test_these_agents_ship_and_no_other() -> None:
    assert sorted(path.name for path in (ROOT / FOLDER).iterdir()) == sorted(f"{name}.md" for name in NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_an_agent_is_named_as_its_file_and_asks_for_no_tool(name: str) -> None:
    front = front_matter(f"{FOLDER}/{name}.md")
    assert set(front) == {"name", "description"}
    assert front["name"] == name


@pytest.mark.parametrize("name", NAMES)
def test_an_agent_is_short(name: str) -> None:
    assert len(text_of(f"{FOLDER}/{name}.md").encode()) <= MAX_BYTES


@pytest.mark.parametrize("name", NAMES)
def test_an_agent_has_one_job_a_finish_condition_and_the_ending(name: str) -> None:
    text = " ".join(instructions(name).split())
    assert text.count("Your one job is") == text.count("You are done when") == 1
    ending = text.partition("End your last message with ")[2]
    assert ending.startswith("`## Brief`: ")
    for line in ("`Stage result: pass`", "`Stage result: fail`", "`Handoff: <agent>`"):
        assert line in ending


@pytest.mark.parametrize("name", NAMES)
def test_an_agent_claims_nothing_that_did_not_run(name: str) -> None:
    text = " ".join(instructions(name).split())
    said = {
        "planner": "nothing about a command that you have not run",
        "implement": "what you did not run, you call not run",
        "test": "Never report a result from memory or from another stage",
        "review": "If none did, say that it is not proven",
    }
    assert said[name] in text


def test_no_host_takes_them_for_its_own_agents() -> None:
    """Claude Code loads the plugin's agents/*.md; Codex none. These lie where neither looks."""
    assert not {f"{name}.md" for name in NAMES[1:]} & {path.name for path in (ROOT / "agents").iterdir()}


def test_the_command_s_skill_names_the_rules() -> None:
    assert CHAINS in text_of("skills/chain/SKILL.md")
