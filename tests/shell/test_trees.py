"""`rm -r D` and `mv D D2`: whole folders, where all that is in them may be changed."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from harness_runtime.boundary.decision import Rules
from harness_runtime.boundary.shell import trees
from tests.attacks.carrying import carry_out, implementing, put
from tests.boundary.scene import Scene, shown
from tests.conftest import piped_host
from tests.shell.ground import furnish


@pytest.fixture
def ground(tmp_path: Path) -> Scene:
    scene = furnish(tmp_path.resolve())
    scene.policy["allowed_write_paths"] = ["src/**", "docs/*.md", "lib/a.py"]
    for name in ("src/tool/a.py", "src/tool/in/b.py", "lib/a.py", "lib/b.py"):
        scene.file(name)
    for name in ("src/tool", "src/compiled"):
        scene.file(f"{name}/__pycache__/a.cpython-311.pyc")
    scene.file("docs/part/one.md")
    scene.file("src/agents/AGENTS.md")
    (scene.root / "src/tool/link").symlink_to("a.py")
    (scene.root / "src/away").mkdir()
    (scene.root / "src/away/out").symlink_to(scene.outside)
    (scene.root / "src/plain/deep").mkdir(parents=True)
    scene.file("src/plain/deep/a.py")
    return scene


ROWS = [
    ("rm -r src/tool", "allow"),
    ("rm -rf src/tool/", "allow"),
    ("rm -rf src/tool/__pycache__", "allow"),
    ("rm src/tool/__pycache__/a.cpython-311.pyc", "allow"),
    ("rm -rf src/empty src/nothing", "allow"),
    ("rm -R src/tool/*", "allow"),
    ("cd src && rm -r tool", "allow"),
    ("mv src/plain src/simple", "allow"),
    ("cd src && mv plain simple", "allow"),
    ("rm -r src", "secret"),
    ("rm -r src/pkg", "secret"),
    ("rm -r .", "shell_option"),
    ("rm -r src/tool/..", "shell_option"),
    ("rm -rf docs", "outside_boundary"),
    ("rm -r docs/part", "outside_boundary"),
    ("rm -r lib", "outside_boundary"),
    ("rm -rf {outside}", "outside_boundary"),
    ("rm -r src/away", "symlink"),
    ("rm -r src/hard", "hard_link"),
    ("rm -r src/bare", "never_writable"),
    ("rm -r src/agents", "listed_only"),
    ("rm -rf .git", "never_writable"),
    ("mkdir src/x && rm -r src/x", "shell_option"),
    ("rm src/tool", "is_directory"),
    ("mv src/tool src/other_tool", "shell_option"),
    ("mv src/compiled src/other_tool", "never_writable"),
    ("rm -r src/tool/__pycache__ && mv src/tool src/other_tool", "shell_option"),
    ("mv src/plain src/plain/deep", "shell_option"),
    ("mv src/plain src/empty", "shell_option"),
    ("mv src/plain src/empty/inner", "shell_option"),
    ("mv src/plain lib", "shell_option"),
    ("mv src/plain src/app.py", "shell_option"),
    ("mv src/pkg src/package", "secret"),
    ("mv lib src/lib", "shell_option"),
    ("mv lib lib2", "outside_boundary"),
    ("mv src src2", "secret"),
    ("mv src/plain src/Objects", "never_writable"),
    ("mv src/plain src/__pycache__", "never_writable"),
    ("mv src/plain src/.github", "listed_only"),
    ("mv src/plain src/.config", "listed_only"),
    ("mv src/plain src/objects.d", "allow"),
    ("touch src/x; mv src/plain src/simple", "shell_option"),
    ("mv src/plain src/simple && touch src/x", "allow"),
    ("cp -r src/tool src/other_tool", "shell_option"),
]


@pytest.mark.parametrize(("command", "expected"), ROWS)
def test_rows(ground: Scene, command: str, expected: str) -> None:
    assert shown(ground.shell(command.format(outside=ground.outside))) == expected


@pytest.mark.parametrize("command", [row[0] for row in ROWS if row[1] == "allow"])
def test_what_passes_changes_what_was_named_and_nothing_else(ground: Scene, command: str) -> None:
    before = content(ground.base)
    decision = ground.shell(command)
    subprocess.run(["sh", "-c", command], cwd=ground.root, check=True)
    after = content(ground.base)
    changed = {path for path in before | after if before.get(path) != after.get(path)}
    assert changed
    assert changed <= set(decision.targets) | set(decision.touched)


def test_a_rule_of_the_project_speaks_of_the_new_name(ground: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    places = ground.places
    places.rules = Rules(["src/kept/**"], [], [], [], [], False)
    monkeypatch.setattr(Scene, "places", places)
    assert shown(ground.shell("mv src/plain src/kept")) == "denied_by_project"
    assert shown(ground.shell("mv src/plain src/simple")) == "allow"


def test_a_large_folder_is_refused(ground: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trees, "MAX_ENTRIES", 2)
    assert shown(ground.shell("rm -r src/tool")) == "too_large"
    assert shown(ground.shell("rm -r src/plain")) == "allow"


def content(folder: Path) -> dict[str, object]:
    found: dict[str, object] = {}
    for at, folders, files in os.walk(folder):
        if ".git" in folders:
            folders.remove(".git")
        for name in [*folders, *files]:
            path = os.path.join(at, name)
            found[path] = path if os.path.islink(path) or os.path.isdir(path) else Path(path).read_bytes()
    return found


def test_undo_brings_back_a_folder_that_was_removed_or_renamed(tmp_path: Path) -> None:
    host = implementing(piped_host(tmp_path, "codex"), "src/**")
    for name in ("src/tool/a.py", "src/tool/in/b.py", "src/plain/c.py"):
        put(host.workspace / name, f"{name}\n")
    before = content(host.workspace / "src")
    for command in ("rm -r src/tool", "mv src/plain src/simple"):
        carry_out(host, command)
        host.finished()
    assert not (host.workspace / "src/tool").exists()
    assert (host.workspace / "src/simple/c.py").exists()
    host.prompt("cancel")
    host.prompt("$harness:rollback all")
    assert content(host.workspace / "src") == before
