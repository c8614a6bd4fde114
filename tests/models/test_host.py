"""Which program is taken for the host, and what it is told; what the real ones make of that is tests/hosts."""

from __future__ import annotations

from pathlib import Path

import pytest

from harness_runtime.models.ask import ask
from harness_runtime.models.host import find_program
from harness_runtime.models.host_words import codex_words, mcp_servers
from harness_runtime.models.interface import Failure, HostModel, Question, Reply


def program(path: Path, lines: str = "cat\n") -> str:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\n{lines}", "utf-8")
    path.chmod(0o755)
    return str(path)


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "project/.git").mkdir(parents=True)
    (tmp_path / "project/src").mkdir()
    return tmp_path / "project"


def found(project: Path, *path: str, here: str = "src", **environ: str) -> str | None:
    home = str(project.parent / "home")
    return find_program("codex", {"PATH": ":".join(path), "HOME": home, **environ}, str(project / here))


def test_the_first_on_path_is_taken(project: Path, tmp_path: Path) -> None:
    first, second = (program(tmp_path / name / "codex") for name in ("one", "two"))
    assert found(project, str(tmp_path / "none"), str(tmp_path / "one"), str(tmp_path / "two")) == first
    assert found(project, str(tmp_path / "two"), str(tmp_path / "one")) == second


def test_none_that_the_project_holds(project: Path, tmp_path: Path) -> None:
    inside = program(project / ".venv/bin/codex")
    (tmp_path / "links").mkdir()
    (tmp_path / "links/codex").symlink_to(inside)
    (tmp_path / "linked").symlink_to(project / ".venv/bin")
    places = [str(project / ".venv/bin"), str(tmp_path / "links"), str(tmp_path / "linked"), ".venv/bin", ".", ""]
    assert found(project, *places) is None
    assert found(project, *places, here=".") is None


def test_nor_one_of_the_whole_project_from_a_repository_within(project: Path) -> None:
    program(project / "bin/codex")
    (project / "vendor/.git").mkdir(parents=True)
    (project / ".git").rmdir()
    assert found(project, str(project / "bin"), here="vendor") == str(project / "bin/codex")  # not seen to be one
    assert found(project, str(project / "bin"), here="vendor", CLAUDE_PROJECT_DIR=str(project)) is None
    (project / ".git").mkdir()
    assert found(project, str(project / "bin"), here="vendor") is None


def test_a_home_folder_is_no_project(project: Path) -> None:
    home = project.parent / "home"
    (home / ".git").mkdir(parents=True)
    mine = program(home / ".local/bin/codex")
    assert found(home, str(home / ".local/bin"), here=".") == mine
    (home / "code").mkdir()
    assert found(home, str(home / ".local/bin"), here="code") == mine


def test_the_persons_own_choice_wins(project: Path, tmp_path: Path) -> None:
    chosen = program(tmp_path / "mine/other-name")
    program(tmp_path / "one/codex")
    assert found(project, str(tmp_path / "one"), CODEX_BIN=chosen) == chosen
    assert found(project, str(tmp_path / "one"), CODEX_BIN="other-name") is None


def test_without_a_program_there_is_no_answer(tmp_path: Path) -> None:
    said = ask(HostModel("claude"), Question("", "x"), seconds=1, environ={"PATH": str(tmp_path)})
    assert said == Failure("claude", "no_host", "claude")


@pytest.mark.parametrize("host", ["codex", "claude"])
def test_the_question_is_on_stdin_and_on_no_command_line(tmp_path: Path, host: str) -> None:
    program(tmp_path / host, 'echo "$@"; env; pwd; ls; echo ---; cat\n')
    environ = {"PATH": f"{tmp_path}:/usr/bin:/bin", "HOME": str(tmp_path), "CODEX_THREAD_ID": "t", "PLUGIN_ROOT": "p"}
    said = ask(HostModel(host), Question("Judge.", "THE-TEXT"), seconds=30, environ=environ)
    assert isinstance(said, Reply)
    around, _, given = said.text.partition("---\n")
    assert "THE-TEXT" not in around and given.endswith("Judge.\n\n---\n\nTHE-TEXT")
    assert "HARNESS_NESTED=1" in around
    assert "CODEX_THREAD_ID" not in around and "PLUGIN_ROOT" not in around
    assert ("CLAUDE_CODE_DISABLE_ATTACHMENTS=1" in around) is (host == "claude")


def test_every_server_of_a_configuration_is_named(tmp_path: Path) -> None:
    config = tmp_path / "config.toml"
    config.write_text('[mcp_servers.one]\ncommand = "a"\n[mcp_servers."an \\"other\\""]\ncommand = "b"\n', "utf-8")
    broken = tmp_path / "broken.toml"
    broken.write_text("[mcp_servers", "utf-8")
    assert mcp_servers((str(tmp_path / "none"), str(broken), str(config))) == ["one", 'an "other"']
    words = codex_words(str(tmp_path))
    assert words[-2] == 'mcp_servers={"one"={enabled=false}, "an \\"other\\""={enabled=false}}'
    assert words[-1] == "-"
