"""The git folder of a workspace, compared with what git itself finds."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from harness_runtime.session.git_folder import find_git_folder

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")


def git(folder: Path, *words: str) -> str:
    identity = ("-c", "user.name=x", "-c", "user.email=x@x", "-c", "init.defaultBranch=main")
    env = {"PATH": os.environ["PATH"], "HOME": str(folder), "GIT_CONFIG_NOSYSTEM": "1", "LC_ALL": "C"}
    done = subprocess.run(
        ["git", *identity, *words], cwd=folder, env=env, capture_output=True, text=True, errors="replace", check=False
    )
    return done.stdout.strip() if done.returncode == 0 else ""


def by_git(folder: Path) -> str | None:
    return os.path.realpath(found) if (found := git(folder, "rev-parse", "--absolute-git-dir")) else None


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    folder = tmp_path.resolve() / "repository"
    folder.mkdir()
    git(folder, "init", "-q")
    (folder / "packages/a").mkdir(parents=True)
    (folder / "x").write_text("x")
    git(folder, "add", "x")
    git(folder, "commit", "-qm", "x")
    return folder


def test_the_root_itself(repository: Path) -> None:
    assert find_git_folder(str(repository)) == by_git(repository) == f"{repository}/.git"


def test_a_workspace_below_the_repository(repository: Path) -> None:
    below = repository / "packages/a"
    assert find_git_folder(str(below)) == by_git(below) == f"{repository}/.git"


def test_a_workspace_reached_through_a_link(repository: Path) -> None:
    link = repository.parent / "link"
    link.symlink_to(repository / "packages")
    assert find_git_folder(f"{link}/a") == f"{repository}/.git"


def test_a_worktree_and_its_folders(repository: Path) -> None:
    git(repository, "worktree", "add", "-q", "../tree")
    tree = repository.parent / "tree"
    (tree / "inner").mkdir()
    for folder in (tree, tree / "inner"):
        assert find_git_folder(str(folder)) == by_git(folder) == f"{repository}/.git/worktrees/tree"


def test_a_submodule(repository: Path, tmp_path: Path) -> None:
    other = tmp_path.resolve() / "other"
    git(repository.parent, "clone", "-q", str(repository), str(other))
    git(repository, "-c", "protocol.file.allow=always", "submodule", "add", "-q", str(other), "sub")
    sub = repository / "sub"
    assert find_git_folder(str(sub)) == by_git(sub) == f"{repository}/.git/modules/sub"


def test_no_repository(tmp_path: Path) -> None:
    assert find_git_folder(str(tmp_path)) == by_git(tmp_path)
    assert find_git_folder(str(tmp_path / "missing")) is None


@pytest.mark.parametrize(
    "text",
    [
        "",
        "x",
        "gitdir: ",
        "gitdir: nowhere",
        "gitdir:.git-elsewhere",
        "gitdir: a\0b",
        "gitdir: \udcff",
        "gitdir: " + "x" * 9000,
    ],
)
def test_a_git_file_that_leads_nowhere_ends_the_search(repository: Path, text: str) -> None:
    below = repository / "packages/a"
    (below / ".git").write_bytes(text.encode("utf-8", "surrogateescape"))
    assert find_git_folder(str(below)) is None
    assert by_git(below) is None


def test_a_bare_repository_is_none(repository: Path) -> None:
    bare = repository / "packages/a"
    git(bare, "init", "-q", "--bare")
    assert by_git(bare) == str(bare), "git would take it"
    assert find_git_folder(str(bare)) is None
    assert find_git_folder(str(bare / "hooks")) is None


def test_an_odd_git_entry(repository: Path) -> None:
    below = repository / "packages/a"
    os.mkfifo(below / ".git")
    assert find_git_folder(str(below)) is None
