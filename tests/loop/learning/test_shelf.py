"""The person's folder of skills: what stands in it, which are nearest, and that nothing there is written over."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable
from pathlib import Path

import pytest

from harness_runtime.loop.learning import shelf
from harness_runtime.loop.learning.nearest import nearest
from harness_runtime.loop.learning.shelf import LibraryFault, add, change, shelved, skill_roots
from harness_runtime.session.layout import sha256

TEXT = '---\nname: {name}\ndescription: "{description}"\n---\n\n# {name}\n'


def put(root: Path, name: str, description: str = "Does something.") -> Path:
    (root / name).mkdir(parents=True)
    (root / name / "SKILL.md").write_text(TEXT.format(name=name, description=description))
    return root / name / "SKILL.md"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return tmp_path / "skills"


@pytest.mark.parametrize(
    ("host", "environ", "roots"),
    [
        ("codex", {"HOME": "/h"}, ["/h/.codex/skills", "/h/.agents/skills"]),
        ("codex", {"HOME": "/h", "CODEX_HOME": "/c"}, ["/c/skills", "/h/.agents/skills"]),
        ("claude", {"HOME": "/h"}, ["/h/.claude/skills"]),
        ("claude", {"HOME": "/h", "CLAUDE_CONFIG_DIR": "/c"}, ["/c/skills"]),
        ("claude", {"HOME": "unknown"}, ["/nonexistent/skills"]),
    ],
)
def test_where_a_host_looks(host: str, environ: dict[str, str], roots: list[str]) -> None:
    assert [str(root) for root in skill_roots(host, environ)] == roots


def test_what_stands_in_it(root: Path, tmp_path: Path) -> None:
    put(root, "b-skill", "Second.")
    put(root, "a-skill", "First.")
    put(root, ".system", "The host's own.")
    put(tmp_path / "elsewhere", "linked")
    (root / "linked").symlink_to(tmp_path / "elsewhere/linked")
    (root / "file-linked").mkdir()
    (root / "file-linked/SKILL.md").symlink_to(tmp_path / "elsewhere/linked/SKILL.md")
    (root / "empty").mkdir()
    (root / "a file").write_text("x")
    os.mkfifo(put(root, "pipe").parent / "x")
    os.unlink(root / "pipe/SKILL.md")
    os.mkfifo(root / "pipe/SKILL.md")
    (put(root, "huge")).write_text("x" * (shelf.MAX_READ + 1))
    put(root, "\x1b[2J")
    found = shelved([root, tmp_path / "absent"])
    assert [(skill.folder, skill.description) for skill in found] == [("a-skill", "First."), ("b-skill", "Second.")]


def test_a_new_skill_appears_whole(root: Path) -> None:
    path = add(root, "new-one", "text\n")
    assert path.read_text() == "text\n"
    assert os.listdir(path.parent) == ["SKILL.md"]


def test_the_remains_of_a_killed_write_do_not_stand_in_the_way(root: Path) -> None:
    (root / "new-one").mkdir(parents=True)
    (root / "new-one/.SKILL.md.0123456789abcdef.tmp").write_text("hal")
    assert shelved([root]) == []
    assert add(root, "new-one", "text\n").read_text() == "text\n"


def as_folder(path: Path) -> None:
    path.mkdir()
    (path / "notes.md").write_text("mine")


def as_link(path: Path) -> None:
    path.symlink_to(path.parent.parent)


def as_file(path: Path) -> None:
    path.write_text("mine")


def as_dead_link(path: Path) -> None:
    path.symlink_to("/nowhere/at/all")


@pytest.mark.parametrize("make", [as_folder, as_link, as_file, as_dead_link])
def test_a_name_that_is_taken_is_left_alone(root: Path, make: Callable[[Path], None]) -> None:
    root.mkdir()
    make(root / "taken")
    before = sorted(str(path) for path in root.parent.rglob("*"))
    with pytest.raises(LibraryFault) as caught:
        add(root, "taken", "text\n")
    assert caught.value.code == "name_taken"
    assert sorted(str(path) for path in root.parent.rglob("*")) == before


def test_a_change_leaves_the_other_files_and_the_mode(root: Path) -> None:
    path = put(root, "mine")
    (path.parent / "scripts").mkdir()
    (path.parent / "scripts/run.sh").write_text("x")
    path.chmod(0o640)
    assert change(root, "mine", "new\n", shown=sha256(path.read_bytes())) == path
    assert path.read_text() == "new\n"
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    assert sorted(os.listdir(path.parent)) == ["SKILL.md", "scripts"]


def test_what_changed_since_it_was_shown_is_kept(root: Path) -> None:
    path = put(root, "mine")
    shown = sha256(path.read_bytes())
    path.write_text("the person's own change")
    with pytest.raises(LibraryFault):
        change(root, "mine", "new\n", shown=shown)
    assert path.read_text() == "the person's own change"


@pytest.mark.parametrize("name", ["absent", "", ".", "..", "../mine", "linked", "linked-file"])
def test_no_change_leaves_the_library(root: Path, tmp_path: Path, name: str) -> None:
    outside = put(tmp_path, "mine")
    put(root, "linked-file").unlink()
    (root / "linked-file/SKILL.md").symlink_to(outside)
    (root / "linked").symlink_to(outside.parent)
    with pytest.raises((LibraryFault, OSError)):
        change(root, name, "new\n", shown=sha256(outside.read_bytes()))
    assert outside.read_text().startswith("---")


NEAR = {
    "deploy-docs": "Deploys the documentation site with mkdocs.",
    "release-notes": "Writes release notes from the git log.",
    "run-tests": "Runs the test suite of a Python project with pytest.",
    "short": "x",
    "배포-x": "서버에 배포하는 절차",
}


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("deploy the documentation with mkdocs", ["deploy-docs"]),
        ("write the notes of the release, then deploy", ["release-notes", "deploy-docs"]),
        ("the with a of for", []),
        ("", []),
        ("서버에 배포하는 방법", ["배포-x"]),
        ("PYTEST runs; git log, mkdocs", ["release-notes", "run-tests", "deploy-docs"]),
    ],
)
def test_the_nearest_come_first(root: Path, text: str, names: list[str]) -> None:
    for name, description in NEAR.items():
        put(root, name, description)
    assert [skill.folder for skill in nearest(shelved([root]), text, 3)] == names
