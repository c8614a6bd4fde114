"""Attacks in which a confined command plants what a program outside obeys, at the same moment or later."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from harness_runtime.boundary.shell_loading import is_library
from tests.attacks.carrying import carry_out, implementing, put
from tests.support.artifacts import small_plan
from tests.support.piped import PipedHost

NAME = ("-c", "user.name=someone", "-c", "user.email=someone@example.org")
LINK = "src/lib"


def git(folder: Path, *words: str) -> str:
    done = subprocess.run(["git", *NAME, *words], cwd=folder, check=True, capture_output=True, text=True)
    return done.stdout.strip()


class Trap:
    """A program that would be seen if it ever started."""

    def __init__(self, host: PipedHost) -> None:
        self.trace = host.workspace.parent / "pwned"
        self.text = f"#!/bin/sh\ntouch {self.trace}\n"

    def put(self, path: Path) -> Path:
        put(path, self.text).chmod(0o755)
        return path

    @property
    def sprung(self) -> bool:
        return self.trace.exists()


@pytest.fixture
def trap(codex: PipedHost) -> Trap:
    return Trap(codex)


# A submodule that was never filled: git status asks whatever repository stands there


def with_link(host: PipedHost) -> None:
    git(host.workspace, "init", "-q")
    git(host.workspace, "commit", "-q", "--allow-empty", "-m", "x")
    commit = git(host.workspace, "rev-parse", "HEAD")
    git(host.workspace, "update-index", "--add", "--cacheinfo", f"160000,{commit},{LINK}")
    git(host.workspace, "commit", "-q", "-m", "a link")
    (host.workspace / LINK).mkdir(parents=True)


def plant(host: PipedHost, trap: Trap) -> None:
    """A repository in the link that runs the trap whenever git asks how it stands."""
    folder = host.workspace / LINK
    folder.mkdir(parents=True, exist_ok=True)
    git(folder, "init", "-q")
    put(folder / "x")
    git(folder, "add", "x")
    git(folder, "commit", "-q", "-m", "x")
    git(folder, "config", "core.fsmonitor", str(trap.put(folder / "hook")))


READERS = (
    "git status",
    "git status -s --ignore-submodules=none",
    "git diff",
    "git diff --submodule=diff HEAD",
    "git describe --always --dirty",
)


@pytest.mark.parametrize("command", READERS)
def test_git_asks_a_repository_that_was_planted_in_a_submodule(codex: PipedHost, trap: Trap, command: str) -> None:
    with_link(codex)
    implementing(codex)
    carry_out(codex, command, meanwhile=lambda: plant(codex, trap))
    assert not trap.sprung
    codex.prompt("cancel")
    carry_out(codex, command)
    assert not trap.sprung


def test_git_asks_a_repository_that_was_planted_in_a_submodule_of_a_submodule(codex: PipedHost, trap: Trap) -> None:
    inner = codex.workspace / "src/outer"
    inner.mkdir()
    with_link(replace(codex, workspace=inner))
    (inner / LINK).rmdir()
    (inner / "src").rmdir()
    git(codex.workspace, "init", "-q")
    git(codex.workspace, "add", "src/outer")
    git(codex.workspace, "commit", "-q", "-m", "a submodule")
    implementing(codex)
    assert codex.state["repository"]["hollow_links"] == [f"src/outer/{LINK}"]
    carry_out(codex, "git status", meanwhile=lambda: plant(replace(codex, workspace=inner), trap))
    assert not trap.sprung


def test_the_way_out_of_an_empty_submodule_asks_nothing(codex: PipedHost, trap: Trap) -> None:
    with_link(codex)
    assert codex.prompt("$harness x") and codex.shell("git status").silent  # nothing has been opened yet
    implementing(codex)
    carry_out(codex, "git status --ignore-submodules=all", meanwhile=lambda: plant(codex, trap))
    assert (codex.workspace / LINK / ".git").exists() and not trap.sprung
    assert carry_out(codex, "git diff --ignore-submodules=all HEAD") == "" and not trap.sprung
    assert codex.shell("git log --oneline").silent


def test_a_submodule_outside_the_boundary_changes_nothing(codex: PipedHost) -> None:
    with_link(codex)
    implementing(codex, "docs/**")
    assert codex.shell("git status").silent


# A repository of another name, which shares the objects of a second one


def shared_repository(host: PipedHost, trap: Trap) -> None:
    put(host.workspace / "src/x/HEAD", "ref: refs/heads/main\n")
    put(host.workspace / "src/x/commondir", "../c\n")
    put(host.workspace / "src/x/config.worktree", "[core]\n\tbare = false\n\tworktree = ..\n")
    for name in ("objects", "refs"):
        (host.workspace / "src/c" / name).mkdir(parents=True)
    settings = f"[core]\n\trepositoryformatversion = 1\n\tfsmonitor = {trap.put(host.workspace / 'src/hook')}\n"
    put(host.workspace / "src/c/config", f"{settings}[extensions]\n\tworktreeConfig = true\n")


@pytest.mark.parametrize(
    "line", ["touch src/HEAD", "mkdir src/objects src/refs; cp src/app.py src/HEAD", "mv src/app.py src/HEAD"]
)
def test_no_wildcard_opens_what_makes_a_folder_a_repository(codex: PipedHost, line: str) -> None:
    """The rest of it may come about in any order, and somebody else's git runs what it says."""
    codex.approve(small_plan("src/**"))
    assert "listed_only" in codex.shell(line).reason
    assert "listed_only" in codex.write("src/deep/HEAD").reason


def test_git_obeys_a_repository_that_shares_another_ones_objects(codex: PipedHost, trap: Trap) -> None:
    git(codex.workspace, "init", "-q")
    codex.prompt("$harness something")
    shared_repository(codex, trap)
    assert "git_elsewhere" in codex.shell("cd src/x && git status").reason
    git(codex.workspace / "src/x", "status")
    assert trap.sprung, "git takes it for a repository"


@pytest.mark.parametrize("folder", ["src", "src/deep"])
def test_git_waits_until_a_repository_without_a_folder_of_its_own_is_planted(codex: PipedHost, folder: str) -> None:
    git(codex.workspace, "init", "-q")
    (codex.workspace / "src/deep").mkdir()
    implementing(codex, "src/*")
    assert codex.shell(f"cd {folder} && git status").denied
    assert codex.shell("git status -- src").silent


# A program of the project that git's own settings name


@pytest.mark.parametrize(
    ("setting", "place"),
    [
        ("core.hooksPath", "src/hooks/post-index-change"),
        ("core.fsmonitor", "src/ask"),
        ("include.path", "src/gitconfig"),
        ("filter.x.clean", "src/clean"),
        ("diff.x.textconv", "src/conv"),
        ("filter.x.clean", "conv.py"),
    ],
)
def test_a_program_that_git_runs_is_written_through_a_wildcard(codex: PipedHost, setting: str, place: str) -> None:
    git(codex.workspace, "init", "-q")
    value = "src/hooks" if "hooks" in place else f"../{place}" if "include" in setting else place
    git(codex.workspace, "config", setting, "python3 -m conv" if place == "conv.py" else value)
    implementing(codex, "src/**", "*.py")
    assert "listed_only" in codex.write(place).reason
    assert not codex.write("src/other").denied


# PATH leads into the boundary, where nothing is yet


def test_a_program_is_planted_in_a_folder_of_path_that_did_not_exist(codex: PipedHost) -> None:
    codex.extra["PATH"] = f"{codex.workspace}/src/bin:{Path(sys.executable).parent}:/usr/bin:/bin"
    command = "python src/plant.py"
    put(
        codex.workspace / "src/plant.py",
        "import os\nos.makedirs('src/bin', exist_ok=True)\nopen('src/bin/wc', 'w').write('x')\n",
    )
    codex.approve(small_plan("src/**", commands=(command,)))
    if codex.state["engine"]["name"] == "none":
        pytest.skip("nothing confines commands here")
    codex.run_shell(command)
    assert codex.evidence[-1]["exit"] == 1
    assert not (codex.workspace / "src/bin").exists()


# Variables that lead into the boundary


def test_a_module_is_planted_where_a_program_of_the_system_looks_first(codex: PipedHost, trap: Trap) -> None:
    codex.extra["PERL5LIB"] = f"{codex.workspace}/lib"
    implementing(codex, "lib/**")
    put(codex.workspace / "lib/strict.pm", f"package strict; system('touch {trap.trace}'); sub import {{}} 1;\n")
    carry_out(codex, "shasum README.md")
    assert not trap.sprung


def test_the_check_of_a_draft_runs_a_module_of_the_project(codex: PipedHost, trap: Trap) -> None:
    codex.extra["PYTHONPATH"] = "src"
    codex.prompt("$harness something")
    check = "harness-state check - <<'EOF'\n# Plan\nEOF"
    assert codex.shell(check).silent
    put(codex.workspace / "src/sitecustomize.py", f"open({str(trap.trace)!r}, 'w')\n")
    carry_out(codex, check)
    assert not trap.sprung


def test_a_library_of_the_system_is_planted(codex: PipedHost) -> None:
    codex.extra["LD_LIBRARY_PATH"] = f"{codex.workspace}/build"
    name = "libutil.so.1"  # nothing here loads it
    if not is_library(name, codex.extra):
        pytest.skip(f"there is no {name} here")
    implementing(codex, "build/**")
    assert codex.write(f"build/{name}").denied and codex.shell("ls src").silent
    put(codex.workspace / "build" / name)
    assert name in codex.shell("ls src").reason


# ripgrep's own settings


@pytest.mark.parametrize("place", ["src/rgrc", "rgrc", "{}/src/rgrc", "{}/../home/.ripgreprc"])
def test_rg_obeys_settings_in_the_workspace(codex: PipedHost, place: str) -> None:
    codex.extra["RIPGREP_CONFIG_PATH"] = place.format(codex.workspace)
    implementing(codex)
    assert codex.shell("rg hello src").denied
    assert codex.shell("rg --no-config hello src").silent
