"""Lists, folders, wrappers, verification commands and limits: what a line is as a whole."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from tests.boundary.scene import Scene, shown
from tests.shell.ground import furnish


@pytest.fixture(scope="module")
def ground(tmp_path_factory: pytest.TempPathFactory) -> Scene:
    scene = furnish(tmp_path_factory.mktemp("flow").resolve())
    scene.policy["verification_commands"] = [
        {"command": "pytest -q", "words": ["pytest", "-q"], "cwd": ".", "env": {}, "more_args": False},
        {"command": "pnpm test", "words": ["pnpm", "test"], "cwd": "src", "env": {}, "more_args": True},
        {"command": "git add x", "words": ["git", "add", "x"], "cwd": ".", "env": {}, "more_args": False},
    ]
    return scene


VERIFICATION = [
    ("pytest -q", "verification_unconfined"),
    ("pytest -q 2>&1 | tail -20", "verification_unconfined"),
    ("pytest -q 2>/dev/null | grep -c x | sort", "verification_unconfined"),
    ("pytest -q; echo $?", "verification_unconfined"),
    ("cd src && pnpm test", "verification_unconfined"),
    ("cd src && pnpm test --run 'a b' 2>&1 | head", "verification_unconfined"),
    ("cd src && cd .. && pytest -q", "verification_unconfined"),
    ("bash -lc 'pytest -q'", "verification_unconfined"),
    ("git add x", "verification_unconfined"),
    ("pytest", "shell_unmodeled"),
    ("pytest -q x", "shell_unmodeled"),
    ("cd src; pytest -q", "shell_unmodeled"),
    ("cd src; pnpm test", "shell_unmodeled"),
    ("pnpm test", "shell_unmodeled"),
    ("cd src && pytest -q", "shell_unmodeled"),
    ("cat src/app.py | pytest -q", "shell_unmodeled"),
    ("pytest -q | sh", "shell_unmodeled"),
    ("pytest -q | tee README.md", "shell_unmodeled"),
    ("pytest -q > src/out.txt", "shell_unmodeled"),
    ("pytest -q && touch src/x", "shell_unmodeled"),
    ("pytest -q <<'E'\nx\nE", "shell_unmodeled"),
    ("cd src && pnpm test *.py", "shell_unmodeled"),
    ("cd src && pnpm test $?", "shell_unmodeled"),
    ("pytest -q | cat .env", "secret"),
]


@pytest.mark.parametrize(("command", "expected"), VERIFICATION)
def test_verification(ground: Scene, command: str, expected: str) -> None:
    decision = ground.shell(command)
    assert shown(decision) == expected
    if expected == "verification_unconfined":
        assert decision.kind == "execute"
        assert decision.subject in ("pytest -q", "pnpm test", "pnpm test --run a b", "git add x")


def test_without_authority_nothing_is_approved(ground: Scene) -> None:
    ground.state["phase"] = "review"
    try:
        assert shown(ground.shell("pytest -q")) == "shell_unmodeled"
    finally:
        ground.state["phase"] = "implement"


@pytest.mark.parametrize(
    ("command", "targets"),
    [
        ("echo x > src/a && cp README.md docs/b.md", ["src/a", "docs/b.md"]),
        ("cp src/app.py src/other.py src/pkg", ["src/pkg/app.py", "src/pkg/other.py"]),
        ("mv src/app.py src/pkg/", ["src/app.py", "src/pkg/app.py"]),
        ("sed -i.bak p src/app.py", ["src/app.py", "src/app.py.bak"]),
        ("mkdir -p src/a/b", ["src/a", "src/a/b"]),
        ("cd src && touch x || touch y", ["src/x", "src/y", "src/y"]),
        ("bash -c 'touch src/q'; tee src/r < README.md", ["src/q", "src/r"]),
    ],
)
def test_the_targets_of_a_line(ground: Scene, command: str, targets: list[str]) -> None:
    if command.startswith("cd src && touch x"):  # where `cd` fails, y would be made at the root
        assert shown(ground.shell(command)) == "outside_boundary"
        return
    decision = ground.shell(command)
    assert decision.kind == "mutate"
    assert decision.targets == tuple(f"{ground.root}/{name}" for name in targets)


@pytest.mark.parametrize("hint", ["agent_id", "agent_type"])
def test_a_child_reads_and_nothing_else(ground: Scene, hint: str) -> None:
    assert shown(ground.shell("ls && cat src/app.py", **{hint: "x"})) == "allow"
    for command in ("touch src/x", "pytest -q", "unknown", "echo x > src/x"):
        assert shown(ground.shell(command, **{hint: "x"})) == "child"


def test_a_held_session_reads_and_nothing_else(ground: Scene) -> None:
    ground.state["held"] = True
    try:
        assert shown(ground.shell("ls | head")) == "allow"
        for command in ("touch src/x", "unknown"):
            assert shown(ground.shell(command)) == "held"
        assert shown(ground.shell("cat .env")) == "secret"
    finally:
        ground.state["held"] = False


PLANTED = [
    "cd src/bare && git status",
    "cd src/bare/inner && git log",
    "git -C src/bare status",
    "git -C src -C bare log",
]


@pytest.mark.parametrize("command", PLANTED)
def test_git_never_enters_a_planted_repository(ground: Scene, command: str) -> None:
    assert shown(ground.shell(command)) == "git_elsewhere"


class TestVersions:
    """A version manager obeys files of the workspace; a program of the system does not."""

    @pytest.mark.parametrize(
        ("program", "file"),
        [
            ("python3", ".python-version"),
            ("node", ".tool-versions"),
            ("cargo", "rust-toolchain.toml"),
            ("ruby", "mise.toml"),
        ],
    )
    def test_a_shim(self, tmp_path: Path, program: str, file: str) -> None:
        scene = Scene(tmp_path.resolve())
        shim = scene.home / "shims" / program
        shim.parent.mkdir()
        shim.touch()
        scene.path = f"{shim.parent}:/usr/bin"
        assert shown(scene.shell(f"{program} --version")) == "allow"
        scene.file(file)
        assert shown(scene.shell(f"{program} --version")) == "shell_option"
        assert shown(scene.shell(f"cd src && {program} --version")) == "shell_option"

    def test_go_fetches_what_go_mod_asks_for(self, tmp_path: Path) -> None:
        scene = Scene(tmp_path.resolve())
        assert shown(scene.shell("go version")) == "allow"
        scene.file("go.mod")
        assert shown(scene.shell("go version")) == "shell_option"


class TestLimits:
    """One line costs a bounded amount of looking, whatever it holds."""

    @pytest.fixture(scope="class")
    def wide(self, tmp_path_factory: pytest.TempPathFactory) -> Scene:
        scene = Scene(tmp_path_factory.mktemp("wide").resolve())
        folder = scene.root / "src/many"
        folder.mkdir()
        for number in range(2500):
            (folder / f"f{number}.txt").touch()
        for number in range(40):
            (scene.root / f"src/d{number}").mkdir()
        return scene

    @pytest.mark.parametrize(
        ("command", "expected"),
        [
            ("ls src/many/f1.txt", "allow"),
            ("wc -l src/many/*", "allow"),
            ("cat src/many/* src/many/*", "too_large"),
            (" ".join(["cat", *["src/*"] * 4000]), "too_large"),
            (" ".join(["cat", *["x"] * 5000]), "too_large"),
            ("; ".join(["ls"] * 500), "too_large"),
            ("; ".join(f"cd {{root}}/src/d{n}" for n in range(40)) + "; ls" * 400, "too_large"),
            ("grep -rn x src/many", "allow"),
            ("grep -rn x src/many src/many src/many", "allow"),
            (" ".join(["grep -rn x", *["src/many"] * 2000]), "allow"),
            ("bash -c " * 6 + "ls", "shell_unmodeled"),
            ("timeout 1 " * 6 + "ls", "too_deep"),
            ("cat <<A\n" + "x\n" * 20_000 + "A", "shell_unmodeled"),
        ],
        ids=range(13),
    )
    def test_rows(self, wide: Scene, command: str, expected: str) -> None:
        started = time.process_time()
        assert shown(wide.shell(command.replace("{root}", str(wide.root)))) == (
            "allow" if command.startswith("cat <<A") else expected
        )
        assert time.process_time() - started < 3
