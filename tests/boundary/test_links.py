"""Where `ln -s` may lead: no name through the link reaches more than the same name without it."""

from __future__ import annotations

import os
from collections.abc import Callable

import pytest

from harness_runtime.boundary.decision import Rules
from harness_runtime.boundary.shell.links import _goes_into
from tests.boundary.scene import Scene, shown

FORBIDDEN = "never_writable"


@pytest.fixture
def ground(scene: Scene) -> Scene:
    scene.policy["allowed_write_paths"] = ["src/**", "docs/*.md", ".github/**", "AGENTS.md"]
    for name in ("src/app.py", "src/lib/a.py", "docs/guide.md", ".github/x.yml", "AGENTS.md"):
        scene.file(name)
    return scene


@pytest.mark.parametrize(
    ("target", "expected"),
    [
        ("app.py", "allow"),
        ("lib", "allow"),
        ("./lib/", "allow"),
        ("not-there-yet", "allow"),
        ("{root}/docs/guide.md", "allow"),
        ("{root}/AGENTS.md", "allow"),
        ("{root}/docs/new.md", "outside_boundary"),  # could become a folder
        ("{root}/docs", "outside_boundary"),
        ("{root}", "outside_boundary"),
        ("{root}/.git", "outside_boundary"),
        ("{root}/.github", "listed_only"),
        ("{root}/README.md", "outside_boundary"),
        ("{root}/../outside", "symlink"),
        ("../../outside", "symlink"),
    ],
)
def test_target(ground: Scene, target: str, expected: str) -> None:
    assert shown(ground.shell(f"ln -s {target.format(root=ground.root)} src/l")) == expected


@pytest.mark.parametrize(
    ("target", "expected"),
    [
        ("{root}/docs", "allow"),
        ("{root}", "allow"),
        ("{root}/.git", FORBIDDEN),
        ("{root}/.git/config", FORBIDDEN),
        ("{root}/lib/.claude/x", FORBIDDEN),
        ("{root}/.harness", "listed_only"),
        ("{root}/.husky", "listed_only"),
        ("{root}/.github", "listed_only"),
        ("{root}/AGENTS.md", "listed_only"),
    ],
)
def test_where_everything_is_open(ground: Scene, target: str, expected: str) -> None:
    ground.policy["allowed_write_paths"] = ["**"]
    assert shown(ground.shell(f"ln -s {target.format(root=ground.root)} src/l")) == expected


@pytest.mark.parametrize("words", ["d/../../docs", "../docs", "../src/lib", "{root}/src/d/../app.py", "-r src/lib"])
def test_what_lies_above_a_name_may_be_another_place_by_then(ground: Scene, words: str) -> None:
    assert shown(ground.shell(f"ln -s {words.format(root=ground.root)} src/deep/l")) == "shell_option"


@pytest.mark.parametrize(
    "command", ["cp src/app.py src/deep/x/../l", "echo x > src/lib/../l", "rm src/lib/../app.py"]
)
def test_a_folder_on_the_way_up_may_be_a_link_by_then(ground: Scene, command: str) -> None:
    assert shown(ground.shell(command)) == "shell_option"
    assert shown(ground.shell("cd src/lib && cp ../app.py ../b.py")) == "allow"


def test_a_patterns_own_depth_counts(ground: Scene) -> None:
    ground.policy["allowed_write_paths"] = ["src/*", "packages/*/src/**"]
    (ground.root / "packages/a/src/x").mkdir(parents=True)
    assert shown(ground.shell("ln -s lib src/l")) == "outside_boundary"
    assert shown(ground.shell(f"ln -s {ground.root}/packages/a src/l")) == "outside_boundary"
    assert shown(ground.shell(f"ln -s {ground.root}/packages/a/src/x src/l")) == "allow"


def leads_out(ground: Scene) -> None:
    (ground.root / "src/lib/out").symlink_to("/etc")


def has_another_name(ground: Scene) -> None:
    (ground.outside / "x").write_text("x", "utf-8")
    os.link(ground.outside / "x", ground.root / "src/lib/deep")


def is_a_pipe(ground: Scene) -> None:
    os.mkfifo(ground.root / "src/lib/pipe")


def is_a_repository(ground: Scene) -> None:
    ground.file("src/lib/store/HEAD")
    ground.file("src/lib/store/commondir")


def is_reserved_at_the_root(ground: Scene) -> None:
    (ground.root / ".claude").symlink_to("src/lib/claude")


def is_on_path(ground: Scene) -> None:
    ground.path = f"{ground.root}/src/lib/bin:{ground.path}"


@pytest.mark.parametrize(
    "there", [leads_out, has_another_name, is_a_pipe, is_a_repository, is_reserved_at_the_root, is_on_path]
)
def test_what_lies_in_a_folder_counts(ground: Scene, there: Callable[[Scene], None]) -> None:
    there(ground)
    assert shown(ground.shell("ln -s lib src/l")) in ("symlink", FORBIDDEN)
    assert shown(ground.shell("ln -s lib/a.py src/l")) == "allow"


@pytest.mark.parametrize(
    ("glob", "expected"),
    [
        ("src/lib/**", True),
        ("src/lib/keep.txt", True),
        ("src/**", True),
        ("**/lib/keep.txt", True),
        ("s*/l?b/*", True),
        ("**/*.key", False),
        ("src/other/**", False),
        ("docs/**", False),
        ("lib/keep.txt", False),
    ],
)
def test_a_rule_that_speaks_of_the_folder(glob: str, expected: bool) -> None:
    assert _goes_into(glob.split("/"), ["src", "lib"]) is expected


def test_a_rule_of_the_project_counts(ground: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    places = ground.places
    places.rules = Rules(["src/lib/keep/**"], ["docs/**"], [], [], [], False)
    monkeypatch.setattr(Scene, "places", places)
    assert shown(ground.shell("ln -s lib src/l")) == "denied_by_project"
    assert shown(ground.shell("ln -s pkg src/l")) == "allow"
