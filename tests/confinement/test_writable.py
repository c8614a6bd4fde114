"""What the kernel may let a command write: the Plan's patterns as they match, narrower and never wider."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness_runtime.boundary.patterns import first_match
from harness_runtime.confinement import globs, secrets_mask, writable
from harness_runtime.confinement.aftermath import faults
from harness_runtime.confinement.writable import Writable, find_writable
from tests.boundary.test_rules import Ruled
from tests.confinement.ordinary import as_an_ordinary_user

FILES = """
    src/app.py src/sub/b.py src/.git/config src/AGENTS.md src/.env docs/a.md docs/b.txt docs/sub/c.md one.txt
    .github/workflows/ci.yml .github/workflows/other.yml .github/note.md .git/HEAD .harness/guard.json AGENTS.md
    pkg/a/dist/x pkg/b/dist/y
"""


@pytest.fixture
def scene(tmp_path: Path) -> Ruled:
    scene = Ruled(tmp_path.resolve())
    for path in FILES.split():
        scene.file(path)
    return scene


def found(scene: Ruled, *patterns: str) -> Writable:
    return find_writable(str(scene.root), list(patterns), scene.places)


def granted(scene: Ruled, *patterns: str) -> tuple[set[str], set[str]]:
    what = found(scene, *patterns)
    return {*(f"{tree}/" for tree in what.trees), *what.files}, set(what.read_only)


GRANTS: dict[str, tuple[set[str], set[str]]] = {
    "src/**": ({"src/"}, {"src/.git", "src/AGENTS.md"}),
    "src/**/*": ({"src/"}, {"src/.git", "src/AGENTS.md"}),
    "docs/*.md": ({"docs/a.md"}, set()),
    "**/*.md": ({"docs/a.md", "docs/sub/c.md", ".github/note.md"}, set()),
    "one.txt": ({"one.txt"}, set()),
    "docs": (set(), set()),
    "missing.txt": (set(), set()),
    "pkg/*/dist/**": ({"pkg/a/dist/", "pkg/b/dist/"}, set()),
    "AGENTS.md": ({"AGENTS.md"}, set()),
    ".github/workflows/ci.yml": ({".github/workflows/ci.yml"}, set()),
    "**": ({"/"}, {"src/.git", "src/AGENTS.md", ".github/workflows", ".git", ".harness", "AGENTS.md"}),
    "** AGENTS.md .github/workflows/ci.yml": (
        {"/"}, {"src/.git", "src/AGENTS.md", ".github/workflows/other.yml", ".git", ".harness"}),
    ".git/**": (set(), set()),
    ".git/HEAD": (set(), set()),
    "src/.git/*": (set(), set()),
}  # fmt: skip


@pytest.mark.parametrize("patterns", GRANTS)
def test_what_a_pattern_grants_and_what_stays_closed_in_it(scene: Ruled, patterns: str) -> None:
    assert granted(scene, *patterns.split()) == GRANTS[patterns]


def test_literal_files_that_are_not_there_are_told(scene: Ruled) -> None:
    assert found(scene, "src/**", "src/new.py", "docs/new.md", "one.txt").absent == ["docs/new.md"]


def link_outside(scene: Ruled) -> None:
    (scene.root / "one.txt").unlink()
    (scene.root / "one.txt").symlink_to(scene.outside / "x")


def hard_link(scene: Ruled) -> None:
    os.link(scene.root / "one.txt", scene.root / "src/linked.py")


def hard_link_inside(scene: Ruled) -> None:
    os.link(scene.root / "src/app.py", scene.root / "src/linked.py")


def bare_repository(scene: Ruled) -> None:
    for name in ("HEAD", "objects/x", "refs/x"):
        scene.file(f"src/bare/{name}")


def shared_repository(scene: Ruled) -> None:
    for name in ("HEAD", "commondir"):
        scene.file(f"src/bare/{name}")


def alias(scene: Ruled) -> None:
    scene.file("src/dot/settings.json")
    (scene.root / ".claude").symlink_to("src/dot")


CLOSED: dict[str, tuple[Any, str, set[str]]] = {
    "a link": (link_outside, "one.txt", set()),
    "a file with another name outside": (hard_link, "src/**", {"src/linked.py"}),
    "a file with another name inside": (hard_link_inside, "src/**", set()),
    "a file of two names alone": (hard_link, "one.txt", set()),
    "a repository of another name": (bare_repository, "src/**", {"src/bare"}),
    "a repository that shares another one's objects": (shared_repository, "src/**", {"src/bare"}),
    "a tree that is a repository": (bare_repository, "src/bare/**", set()),
    "a reserved place by another name": (alias, "src/**", {"src/dot"}),
}


@pytest.mark.parametrize("case", CLOSED)
def test_what_no_plan_means_is_not_granted(scene: Ruled, case: str) -> None:
    arrange, pattern, closed = CLOSED[case]
    arrange(scene)
    allowed, read_only = granted(scene, pattern)
    assert read_only - {"src/.git", "src/AGENTS.md"} == closed
    assert allowed == ({"src/"} if pattern == "src/**" else set())


def test_what_the_project_closes_stays_closed(scene: Ruled) -> None:
    scene.rules.deny_write = ["src/sub/**", "Docs/A.md"]
    scene.rules.listed_only = ["docs/sub/*"]
    assert granted(scene, "src/**", "docs/**", "docs/sub/c.md") == (
        {"src/", "docs/"}, {"src/.git", "src/AGENTS.md", "src/sub", "docs/a.md"},
    )  # fmt: skip


def test_a_folder_on_path_stays_closed_and_the_root_on_path_closes_all(scene: Ruled) -> None:
    scene.path = f"/usr/bin:{scene.root}/src/sub"
    assert "src/sub" in granted(scene, "src/**")[1]
    scene.path = f"{scene.root}:/usr/bin"
    assert granted(scene, "**", "one.txt") == (set(), set())


def test_a_workspace_in_a_host_s_folder_has_nothing_to_grant(scene: Ruled) -> None:
    scene.home = scene.root
    scene.data = scene.root / "src"
    assert "src" in granted(scene, "**")[1]
    assert granted(scene, "src/**") == (set(), set())


def test_a_tree_that_cannot_be_searched_whole_is_said(scene: Ruled, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(writable, "MAX_ENTRIES", 3)
    with pytest.raises(secrets_mask.WorkspaceTooLarge):
        found(scene, "**")


SEGMENTS = st.sampled_from(["a", "b", "ab", "*", "**", "a*", "?b", "*.py", "x.py"])
NAMES = st.sampled_from(["a", "b", "ab", "cb", "x.py", ".a"])


@given(st.lists(st.lists(SEGMENTS, min_size=1, max_size=4).map("/".join), max_size=3), st.lists(NAMES, min_size=1))
def test_walking_a_glob_means_what_the_boundary_s_pattern_means(patterns: list[str], path: list[str]) -> None:
    covered, states = False, globs.begin(patterns)
    for name in path:
        covered, states = globs.step(states, name)
    assert covered == bool(first_match(patterns, "/".join(path)))


# Aftermath


def new_repository(scene: Ruled) -> None:
    (scene.root / "src/sub/.git").mkdir()


def new_listed(scene: Ruled) -> None:
    scene.file("src/sub/CLAUDE.md")


def new_on_path(scene: Ruled) -> None:
    scene.file("src/bin/ls")


def new_link(scene: Ruled) -> None:
    (scene.root / "src/out").symlink_to("../../outside")


def new_link_to_a_secret(scene: Ruled) -> None:
    (scene.root / "src/out").symlink_to(".env")


def another_link(scene: Ruled) -> None:
    (scene.root / "src/old").unlink()
    (scene.root / "src/old").symlink_to("/usr")


def new_name(scene: Ruled) -> None:
    os.link(scene.outside / "file", scene.root / "src/out")


def ordinary(scene: Ruled) -> None:
    scene.file("src/new/deep.py")
    (scene.root / "src/near").symlink_to("app.py")
    os.link(scene.root / "src/app.py", scene.root / "src/twin.py")
    (scene.root / "src/gone").symlink_to("nowhere")


LEFT: dict[str, tuple[Any, list[str]]] = {
    "nothing": (lambda scene: None, []),
    "ordinary files and links": (ordinary, []),
    "a repository": (new_repository, ["src/sub/.git"]),
    "a bare one": (bare_repository, ["src/bare"]),
    "a file that agents obey": (new_listed, ["src/sub/CLAUDE.md"]),
    "a program on PATH": (new_on_path, ["src/bin"]),
    "a link that leaves": (new_link, ["src/out"]),
    "a link to a secret": (new_link_to_a_secret, ["src/out"]),
    "another end of a link": (another_link, ["src/old"]),
    "another name of a file outside": (new_name, ["src/out"]),
    "what the project closes": (lambda scene: scene.file("src/closed/x"), ["src/closed"]),
}


@pytest.mark.parametrize("case", LEFT)
def test_what_a_run_left_behind(scene: Ruled, case: str) -> None:
    leave, named = LEFT[case]
    scene.path = f"/usr/bin:{scene.root}/src/bin"
    scene.rules.deny_write = ["src/closed/**"]
    (scene.outside / "file").write_text("x", "utf-8")
    (scene.root / "src/old").symlink_to("/etc")
    before = found(scene, "src/**")
    leave(scene)
    assert faults(before, found(scene, "src/**")) == named


@pytest.mark.parametrize("mode", [0o300, 0o400])
def test_a_folder_that_does_not_let_itself_be_read_is_left_behind_too(scene: Ruled, mode: int) -> None:
    """What lies in it cannot be told: a repository, bytecode that stands in for a source."""
    before = found(scene, "src/**")
    scene.file("src/sub/__pycache__/b.cpython-311.pyc")
    folder = scene.root / "src/sub/__pycache__"
    folder.chmod(mode)
    named = ["src/sub/__pycache__"] if mode == 0o300 else ["src/sub/__pycache__/b.cpython-311.pyc"]
    assert as_an_ordinary_user(lambda: faults(before, found(scene, "src/**"))) == named


def test_a_folder_that_did_not_let_itself_be_read_before_stays_closed(scene: Ruled) -> None:
    (scene.root / "src/sub").chmod(0o300)
    what = as_an_ordinary_user(lambda: found(scene, "src/**").read_only)
    assert "src/sub" in what


def test_many_faults_are_counted(scene: Ruled) -> None:
    before = found(scene, "src/**")
    for number in range(30):
        (scene.root / f"src/{number:02}").mkdir()
        (scene.root / f"src/{number:02}/.git").touch()
    named = faults(before, found(scene, "src/**"))
    assert named[0] == "src/00/.git" and named[20:] == ["… +10"]
