"""Folders made for a run: private, only where the Plan may have them, gone again unless something is in them."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from harness_runtime.confinement.scratch import make_temporary, make_trees, remove_empty, remove_tree
from tests.boundary.test_rules import Ruled


@pytest.fixture
def scene(tmp_path: Path) -> Ruled:
    return Ruled(tmp_path.resolve())


def test_the_temporary_folder_is_private_and_its_own(tmp_path: Path) -> None:
    made = [make_temporary({"TMPDIR": str(tmp_path)}) for _ in range(2)]
    assert made[0] != made[1]
    assert [Path(path).parent for path in made] == [tmp_path] * 2
    assert Path(made[0]).stat().st_mode & 0o777 == 0o700


@pytest.mark.parametrize("folder", ["relative", "/nonexistent/folder"])
def test_a_useless_tmpdir_is_passed_over(folder: str) -> None:
    made = make_temporary({"TMPDIR": folder})
    assert os.path.isdir(made)
    os.rmdir(made)


def test_a_temporary_folder_goes_with_all_that_is_in_it(tmp_path: Path) -> None:
    temporary, outside = tmp_path / "t", tmp_path / "outside"
    (temporary / "a/b").mkdir(parents=True)
    (temporary / "a/b/file").touch()
    outside.mkdir()
    (outside / "kept").touch()
    (temporary / "a/link").symlink_to(outside)
    (temporary / "a/b").chmod(0)
    (temporary / "a").chmod(0o500)
    remove_tree(str(temporary))
    assert os.listdir(tmp_path) == ["outside"] and os.listdir(outside) == ["kept"]


TREES = {
    ".pytest_cache/**": [".pytest_cache"],
    "build/out/**": ["build", "build/out"],
    "src/new/**": ["src/new"],
    "src/**": [],
    "**": [],
    "build/*": [],
    "pkg/*/dist/**": [],
    ".git/x/**": [],
    "src/.claude/x/**": [],
    ".husky/x/**": [],
    ".ssh/x/**": [],
    "closed/**": [],
    "link/x/**": [],
    "file/x/**": [],
}


@pytest.mark.parametrize("glob", TREES)
def test_missing_folders_of_a_tree_are_made_and_taken_away_when_empty(scene: Ruled, glob: str) -> None:
    scene.rules.deny_write = ["closed/**"]
    scene.file("file")
    (scene.root / "link").symlink_to("src")
    before = sorted(scene.root.rglob("*"))
    made = make_trees(str(scene.root), [glob], scene.places)
    assert [os.path.relpath(path, scene.root) for path in made] == TREES[glob]
    remove_empty(made)
    assert sorted(scene.root.rglob("*")) == before


def test_a_folder_that_was_used_stays(scene: Ruled) -> None:
    made = make_trees(str(scene.root), ["build/out/**"], scene.places)
    scene.file("build/out/app")
    remove_empty(made)
    assert (scene.root / "build/out/app").exists()
