"""Whose a bare `/verb` is: on Claude Code the person's own skill or command comes first, as it does for that host."""

from __future__ import annotations

from pathlib import Path

import pytest

from harness_runtime.events.commands.typed import command_of
from harness_runtime.events.context import Context
from harness_runtime.wire.events import hook_event
from harness_runtime.workflow.commands import Command

SKILL = "---\nname: {name}\ndescription: mine\n---\nMine.\n"
MINE = Command("learn", "x")


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A folder in a repository; the home lies beside it."""
    folder = tmp_path / "repository" / "packages" / "app"
    folder.mkdir(parents=True)
    (tmp_path / "repository" / ".git").mkdir()
    return folder


def typed(project: Path, prompt: str = "/learn x", **environ: str) -> Command | None:
    home = project.parents[2] / "home"
    raw = {"session_id": "s", "hook_event_name": "UserPromptSubmit", "cwd": str(project), "prompt": prompt}
    environ = {"HOME": str(home), "CLAUDE_PROJECT_DIR": str(project)} | environ
    return command_of(Context(hook_event(raw, environ), environ, str(home / "data")))


def put(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")


def test_with_none_of_that_name_it_is_ours(project: Path) -> None:
    put(project / ".claude/skills/deploy/SKILL.md", SKILL.format(name="deploy"))
    put(project / ".claude/commands/deploy.md", "Deploy.\n")
    assert typed(project) == MINE


@pytest.mark.parametrize(
    "file",
    [
        "repository/packages/app/.claude/skills/learn/SKILL.md",
        "repository/packages/app/.claude/commands/learn.md",
        "repository/packages/app/.claude/commands/learn/SKILL.md",
        "repository/packages/.claude/skills/learn/SKILL.md",
        "repository/.claude/commands/learn.md",
        "home/.claude/skills/learn/SKILL.md",
        "home/.claude/commands/learn.md",
    ],
)
def test_one_of_that_name_is_the_persons(project: Path, file: str) -> None:
    put(project.parents[2] / file, "Mine.\n")
    assert typed(project) is None
    assert typed(project, "/harness:learn x") == typed(project, "$harness:learn x") == MINE
    assert typed(project, "/panel x") == Command("panel", "x")


@pytest.mark.parametrize(
    "file",
    [
        ".claude/skills/learn/SKILL.md",  # outside the repository
        "repository/packages/app/src/.claude/skills/learn/SKILL.md",
        "repository/.claude/skills/learn/notes.md",
        "repository/.claude/skills/a/learn/SKILL.md",
        "repository/.claude/commands/a/learn.md",
    ],
)
def test_where_the_host_does_not_look_it_is_nobodys(project: Path, file: str) -> None:
    put(project.parents[2] / file, "Mine.\n")
    assert typed(project) == MINE


def test_without_a_repository_only_the_folder_itself_counts(project: Path) -> None:
    (project.parents[1] / ".git").rmdir()
    put(project.parent / ".claude/skills/learn/SKILL.md", "Mine.\n")
    assert typed(project) == MINE


@pytest.mark.parametrize("name", ["learn", '"learn"', "'learn'", "learn # mine"])
def test_a_skill_is_called_by_its_name_too(project: Path, name: str) -> None:
    put(project / ".claude/skills/deploy/SKILL.md", SKILL.format(name=name))
    assert typed(project) is None


@pytest.mark.parametrize("text", ["name: learn\n", "---\nname: learning\n---\n", "---\ntitle: x\n---\nname: learn\n"])
def test_another_text_is_no_name(project: Path, text: str) -> None:
    put(project / ".claude/skills/deploy/SKILL.md", text)
    assert typed(project) == MINE


def test_the_hosts_folder_is_where_its_variable_says(project: Path, tmp_path: Path) -> None:
    put(tmp_path / "elsewhere/skills/learn/SKILL.md", "Mine.\n")
    assert typed(project, CLAUDE_CONFIG_DIR=str(tmp_path / "elsewhere")) is None


def test_codex_passes_it_on_and_it_counts_where_harness_is_on(project: Path, tmp_path: Path) -> None:
    assert typed(project, PLUGIN_ROOT="/plugin") is None
    put(tmp_path / "home/data/armed/s", "")
    put(project / ".claude/skills/learn/SKILL.md", "Mine.\n")
    assert typed(project, PLUGIN_ROOT="/plugin") == MINE
