"""Where git keeps what activation has to know of: the contents of secrets that it tracks."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from harness_runtime.boundary.decision import Places
from harness_runtime.events.run.repository import look_at
from harness_runtime.session.git_folder import find_git_folder
from harness_runtime.session.state import Repository

NAMED = ("-c", "user.name=n", "-c", "user.email=e", "-c", "protocol.file.allow=always")


def git(folder: Path, *words: str) -> None:
    subprocess.run(["git", *NAMED, *words], cwd=folder, check=True, capture_output=True)


def made(folder: Path, *files: str) -> Path:
    folder.mkdir()
    git(folder, "init", "-q")
    for name in ("README", *files):
        (folder / name).write_bytes(os.fsencode(name))
    git(folder, "add", ".")
    git(folder, "commit", "-qm", "first")
    return folder


def looked(root: Path) -> Repository:
    return look_at(str(root), find_git_folder(str(root)), Places("/data", "/plugin", "", "", "", ""))


def found(root: Path) -> list[str]:
    return looked(root).object_folders


@pytest.fixture
def base(tmp_path: Path) -> Path:
    return tmp_path.resolve()


def test_nothing_where_no_secret_is_tracked(base: Path) -> None:
    made(base / "a")
    (base / "a/.env").write_text("x", "utf-8")
    assert found(base / "a") == []


def test_the_repositorys_own_also_for_a_worktree_of_it(base: Path) -> None:
    made(base / "a", ".env")
    git(base / "a", "worktree", "add", "-q", "../b")
    assert found(base / "a") == found(base / "b") == [str(base / "a/.git/objects")]


def test_those_that_it_borrows_from(base: Path) -> None:
    made(base / "a", ".env")
    git(base, "clone", "-qs", "a", "b")
    assert found(base / "b") == [str(base / "a/.git/objects"), str(base / "b/.git/objects")]


def test_those_of_a_submodule(base: Path) -> None:
    made(base / "inner", "server.pem")
    git(made(base / "a"), "submodule", "add", "-q", "../inner", "part")
    assert found(base / "a") == [str(base / "a/.git/modules/part/objects")]


def test_names_that_are_no_text_can_be_stored_and_hide_no_secret(base: Path) -> None:
    odd = os.fsdecode(b"caf\xe9")
    try:
        made(base / "a", f"{odd}.pem")
    except OSError:
        pytest.skip("this file system takes text only")
    git(made(base / "inner"), "status")
    git(base / "a", "submodule", "add", "-q", "../inner", odd)
    shutil.rmtree(base / "a" / odd)
    facts = looked(base / "a")
    assert [secret.path for secret in facts.secrets] == [f"{base}/a/caf\\xe9.pem"]
    assert facts.more_secrets
    assert facts.hollow_links == ["caf\\xe9"]
    assert Repository.model_validate_json(facts.model_dump_json()) == facts
