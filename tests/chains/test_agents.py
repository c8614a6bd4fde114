"""Whose instructions an agent gets, and from where."""

from __future__ import annotations

from pathlib import Path

import pytest

from harness_runtime.chains.agents import MAX_FILE, OURS, AgentFault, Places, find_agent
from harness_runtime.chains.builtin import BUILT_IN
from harness_runtime.messages.chains import AGENT_FILES
from tests.support.piped import ROOT

FILES = {
    "project claude": ("project/.claude/agents/test.md", "---\nname: test\ntools: Read\n---\n\ntold {}\n"),
    "project codex": (
        "project/.codex/agents/test.toml",
        'name = "test"\ndeveloper_instructions = """\ntold {}\n"""\n',
    ),
    "person claude": ("claude/agents/test.md", "told {}"),
    "person codex": ("codex/agents/test.toml", 'developer_instructions = "told {}"'),
    "ours": (f"plugin/{OURS}/test.md", "---\nname: test\n---\ntold {}\n"),
}
ORDER = {
    "claude": ["project claude", "project codex", "person claude", "person codex", "ours"],
    "codex": ["project codex", "project claude", "person codex", "person claude", "ours"],
}


@pytest.fixture
def world(tmp_path: Path) -> Path:
    (tmp_path / "project").mkdir()
    return tmp_path


def places(world: Path, host: str = "claude") -> Places:
    return Places(host, *(str(world / name) for name in ("project", "codex", "claude", "plugin")))


def put(world: Path, which: str) -> Path:
    name, text = FILES[which]
    path = world / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text.replace("{}", which), "utf-8")
    return path


@pytest.mark.parametrize("host", ORDER)
def test_the_nearest_file_wins(world: Path, host: str):
    for which in reversed(ORDER[host]):
        put(world, which)
        found = find_agent("test", places(world, host))
        assert found is not None
        assert found.text == f"told {which}"
        assert found.source.endswith(FILES[which][0].partition("/")[2])


def test_nobody_has_instructions_for_an_agent_without_a_file(world: Path):
    assert find_agent("test", places(world)) is None


FAULTS = [
    ("project claude", "---\nname: test\n---\n  \n", "empty"),
    ("project codex", "developer_instructions = 3", "form"),
    ("project codex", "name = 'test'", "form"),
    ("project codex", "= =", "form"),
    ("project claude", "x" * (MAX_FILE + 1), "too_large"),
]


@pytest.mark.parametrize(("which", "text", "why"), FAULTS)
def test_a_file_that_cannot_be_used_is_named_and_hides_nothing_behind_it(
    world: Path, which: str, text: str, why: str
):
    put(world, "ours")
    put(world, which).write_text(text, "utf-8")
    with pytest.raises(AgentFault) as caught:
        find_agent("test", places(world))
    assert (caught.value.path, caught.value.why) == (FILES[which][0].partition("/")[2], why)


def test_every_fault_has_its_words():
    assert set(AGENT_FILES) == {why for _, _, why in FAULTS} | {"outside", "not_regular", "unreadable"}


def test_bytes_that_are_no_text_are_a_fault(world: Path):
    put(world, "project claude").write_bytes(b"\xff")
    with pytest.raises(AgentFault):
        find_agent("test", places(world))


def test_a_link_out_of_the_project_is_a_fault(world: Path):
    path = put(world, "project claude")
    path.rename(world / "outside.md")
    path.symlink_to(world / "outside.md")
    with pytest.raises(AgentFault) as caught:
        find_agent("test", places(world))
    assert caught.value.why == "outside"


@pytest.mark.parametrize("agent", sorted({stage.agent for chain in BUILT_IN.values() for stage in chain.stages}))
def test_the_built_in_chains_find_their_agents(world: Path, agent: str):
    ours = Places("codex", str(world / "project"), "", "", str(ROOT))
    assert find_agent(agent, ours) is not None


def test_a_link_of_the_persons_own_may_lead_anywhere(world: Path):
    path = put(world, "person claude")
    (world / "dotfiles").mkdir()
    path.parent.rename(world / "dotfiles/agents")
    path.parent.symlink_to(world / "dotfiles/agents")
    found = find_agent("test", places(world))
    assert found is not None and found.text == "told person claude"
    (world / "dotfiles/agents/test.md").unlink()
    (world / "dotfiles/agents/test.md").symlink_to(world / "gone")
    assert find_agent("test", places(world)) is None
