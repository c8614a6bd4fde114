"""The walk finds just what the boundary's patterns cover, and says when it left something out."""

from __future__ import annotations

import os
from pathlib import Path
from time import monotonic

import pytest

from harness_runtime.boundary.patterns import first_match
from harness_runtime.loop.undo.walk import Walk
from tests.support.processes import in_process, without_powers

FILES = ["a.py", "b.txt", "src/a.py", "src/deep/er/a.py", "src/deep/b.txt", "tests/test_a.py", "t/x/y/z", ".hid/a.py"]
NEVER = [".git/config", "src/.git/HEAD", ".GIT/x", "sub/.claude/settings.json"]


@pytest.fixture
def root(tmp_path: Path) -> Path:
    for name in (*FILES, *NEVER):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    os.symlink("src", tmp_path / "way")
    return tmp_path


def walk(root: Path, *globs: str, seconds: float = 60, most: int = 1000) -> Walk:
    return Walk(str(root), list(globs), monotonic() + seconds, most)


@pytest.mark.parametrize(
    "globs",
    [
        ["**"], ["src/**"], ["*.py"], ["**/*.py"], ["src/*"], ["src/*/b.txt"], ["a.py", "t/x/y/z"], ["t/**/z"],
        ["src/**", "src/deep/**", "*.txt"], ["**/deep/**"], ["?.py"], ["way/**"],
        ["missing/**", "missing.py"], [".git/**"],
    ],
)  # fmt: skip
def test_all_that_is_covered_is_found(root: Path, globs: list[str]) -> None:
    found = walk(root, *globs)
    everything = [str(path.relative_to(root)) for path in root.rglob("*")]
    hidden = [name for name in everything if {".git", ".claude"} & {part.lower() for part in name.split("/")}]
    covered = {name for name in everything if first_match(globs, name)} - set(hidden)
    bases = {"src", "t", "way"} & {glob.partition("/")[0] for glob in globs}
    assert covered <= set(found.found) <= covered | bases
    assert found.complete


def test_a_link_is_found_and_not_followed(root: Path) -> None:
    assert walk(root, "**").found["way"].kind == "link"
    assert not any(path.startswith("way/") for path in walk(root, "**", "way/**").found)


def test_the_first_globs_come_first(root: Path) -> None:
    found = list(walk(root, "tests/**", "src/**", "**").found)
    assert found.index("tests/test_a.py") < found.index("src/a.py") < found.index("a.py")


def test_time_and_number_are_bounded(root: Path) -> None:
    assert not walk(root, "**", seconds=-1).complete
    few = walk(root, "**", most=3)
    assert not few.complete
    assert len(few.found) <= 3


def test_a_folder_that_cannot_be_listed_is_left_out_and_told(root: Path) -> None:
    def work() -> None:
        without_powers()
        (root / "src/deep").chmod(0o000)
        found = walk(root, "**")
        (root / "src/deep").chmod(0o755)
        assert not found.complete
        assert "a.py" in found.found

    assert in_process(work) == 0
