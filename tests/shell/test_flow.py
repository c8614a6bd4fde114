"""Lists, folders, wrappers, verification commands and limits: what a line is as a whole."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from harness_runtime.boundary.shell import versions
from tests.boundary.scene import Scene, shown
from tests.shell.ground import furnish


@pytest.fixture(scope="module")
def ground(tmp_path_factory: pytest.TempPathFactory) -> Scene:
    scene = furnish(tmp_path_factory.mktemp("flow").resolve())
    scene.policy["verification_commands"] = [
        {"command": "pytest -q", "words": ["pytest", "-q"], "cwd": ".", "env": {}, "more_args": False},
        {"command": "pnpm test", "words": ["pnpm", "test"], "cwd": "src", "env": {}, "more_args": True},
        {"command": "git add x", "words": ["git", "add", "x"], "cwd": ".", "env": {}, "more_args": False},
        {"command": "git diff --check", "words": ["git", "diff", "--check"], "cwd": ".", "env": {}},
    ]
    return scene


# What the host runs instead, with what goes to harness-confine in braces; or the rule of a denial.
VERIFICATION = [
    ("pytest -q", "{pytest -q}"),
    ("'pytest' \"-q\"", "{pytest -q}"),
    ("# first\npytest -q # all", "# first\n{pytest -q} # all"),
    ("pytest -q 2>&1 | tail -20", "{'pytest -q 2>&1 | tail -20'}"),
    ("pytest -q |\n  tail -20", "{'pytest -q | tail -20'}"),
    ("pytest -q 2>/dev/null | grep -c x | sort", "{'pytest -q 2>/dev/null | grep -c x | sort'}"),
    ("pytest -q &>/dev/null", "{'pytest -q > /dev/null 2>&1'}"),
    ("pytest -q; echo $?", "{pytest -q}; echo $?"),
    ("pytest -q || true", "{pytest -q} || true"),
    ("ls && pytest -q 2>&1 | tail && echo ok", "ls && {'pytest -q 2>&1 | tail'} && echo ok"),
    ("pytest -q; ls src", "shell_unmodeled"),  # what it would obey may have been planted by then
    ("pytest -q; git status", "shell_unmodeled"),
    ("pytest -q && echo ok | cat", "shell_unmodeled"),
    ("cd src && pnpm test", "cd src && {pnpm test}"),
    ("cd src && pnpm test --run a 2>&1 | head", "cd src && {'pnpm test --run a 2>&1 | head'}"),
    ("cd src && pnpm test --run 'a b'", "cd src && {pnpm test --run 'a b'}"),
    ("cd src && cd .. && pytest -q", "cd src && cd .. && {pytest -q}"),
    ("bash -lc 'pytest -q'", "{pytest -q}"),
    ("bash -lc 'cd src && pnpm test | tail'", "{'pnpm test | tail'}"),
    ("sh -c 'pytest -q' 2>&1 | tail", "{'pytest -q 2>&1 | tail'}"),
    ("timeout 60 pytest -q", "{timeout 60 pytest -q}"),
    ("nice -n 5 timeout -k 5 60 pytest -q | cat", "{'nice -n 5 timeout -k 5 60 pytest -q | cat'}"),
    ("time pytest -q", "{pytest -q}"),
    ("command pytest -q", "{pytest -q}"),
    ("git add x", "{git add x}"),
    ("git diff --check", "{git diff --check}"),
    ("harness-confine 3 -- pytest -q", "{pytest -q}"),
    ("/a/bin/harness-confine 3 -- 'pytest -q 2>&1 | tail -3'; echo $?", "{'pytest -q 2>&1 | tail -3'}; echo $?"),
    ("cd src && harness-confine 12 -- pnpm test --run 'a b'", "cd src && {pnpm test --run 'a b'}"),
    ("harness-confine 3 -- pytest -q 2>&1 | tail -3", "{'pytest -q 2>&1 | tail -3'}"),
    ("harness-confine 3 -- harness-confine 4 -- pytest -q", "shell_unmodeled"),
    ("harness-confine three -- pytest -q", "shell_unmodeled"),
    ("harness-confine 3 pytest -q", "shell_unmodeled"),
    ("harness-confine 3 -- ls", "shell_unmodeled"),
    ("harness-confine 3 -- touch src/x", "shell_unmodeled"),
    ("harness-confine 3 -- 'pytest -q; touch src/x'", "shell_unmodeled"),
    ("harness-confine 3 -- 'cat .env'", "secret"),
    ("timeout 9 harness-confine 3 -- pytest -q", "shell_unmodeled"),
    ("pytest", "shell_unmodeled"),
    ("pytest -q x", "shell_unmodeled"),
    ("timeout --preserve-status 5 pytest -q", "shell_unmodeled"),
    ("timeout x pytest -q", "shell_option"),
    ("cd src; pytest -q", "shell_unmodeled"),
    ("cd src; pnpm test", "shell_unmodeled"),
    ("pnpm test", "shell_unmodeled"),
    ("cd src && pytest -q", "shell_unmodeled"),
    ("cat src/app.py | pytest -q", "shell_unmodeled"),
    ("pytest -q && pytest -q", "shell_unmodeled"),
    ("pytest -q && git diff --check", "shell_unmodeled"),
    ("pytest -q | sh", "shell_unmodeled"),
    ("pytest -q | tee README.md", "shell_unmodeled"),
    ("pytest -q > src/out.txt", "shell_unmodeled"),
    ("pytest 2>&1 -q", "shell_unmodeled"),
    ("pytest -q && touch src/x", "shell_unmodeled"),
    ("pytest -q <<'E'\nx\nE", "shell_unmodeled"),
    ("pytest -q | cat - <<'E'\nx\nE", "shell_unmodeled"),
    ("cat <<'E' && pytest -q\nx\nE", "shell_unmodeled"),
    ("set -o pipefail; pytest -q | tail", "shell_unmodeled"),
    ("bash -o pipefail -c 'pytest -q | tail'", "shell_unmodeled"),
    ("bash -c 'pytest -q | cat' | tail", "shell_unmodeled"),
    ("bash -c 'pytest -q; ls'", "shell_unmodeled"),
    ("cd src && pnpm test *.py", "shell_unmodeled"),
    ("cd src && pnpm test $?", "shell_unmodeled"),
    ("pytest -q | cat .env", "secret"),
    ("cat .env && pytest -q", "secret"),
]


@pytest.mark.parametrize(("command", "expected"), VERIFICATION)
def test_verification(ground: Scene, command: str, expected: str) -> None:
    decision = ground.shell(command)
    if "{" not in expected:
        assert shown(decision) == expected
        return
    assert (decision.verdict, decision.kind, decision.rule) == ("allow", "execute", "verification")
    assert decision.confined is not None
    line = expected.replace("{", "/data/bin/harness-confine 7 -- ").replace("}", "")
    assert decision.confined.line("/data", 7) == line


@pytest.mark.parametrize(
    ("command", "argv", "rest", "folder"),
    [
        ("pytest -q", ["pytest", "-q"], "", ""),
        ("pytest -q | tail -20", ["pytest", "-q"], "| tail -20", ""),
        ("pytest -q 2>&1", ["pytest", "-q"], "2>&1", ""),
        ("pytest -q  2>&1 \\\n | tail -20", ["pytest", "-q"], "2>&1 | tail -20", ""),
        ("pytest -q 2>/dev/null", ["/bin/sh", "-c", 'exec "$@" 2>/dev/null', "sh", "pytest", "-q"], "", ""),
        ("cd src && pnpm test 'a b'", ["pnpm", "test", "a b"], "", "/src"),
        ("timeout 60 pytest -q", ["timeout", "60", "pytest", "-q"], "", ""),
    ],
)
def test_what_of_a_verification_command_is_run(
    ground: Scene, command: str, argv: list[str], rest: str, folder: str
) -> None:
    confined = ground.shell(command).confined
    assert confined is not None
    assert (confined.argv, confined.rest, confined.cwd) == (argv, rest, f"{ground.root}{folder}")
    assert (confined.kind, confined.writable, confined.network) == ("verification", True, "none")


def test_a_read_that_is_in_the_plan_may_still_be_read_with_others(ground: Scene) -> None:
    decision = ground.shell("git diff --check && git diff --check")
    assert (decision.verdict, decision.kind) == ("allow", "read")
    decision = ground.shell("touch src/x && git diff --check")
    assert (decision.verdict, decision.kind) == ("allow", "mutate")


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


OPENED = [
    "git -C src status",
    "cd src/pkg && git log",
    "pytest -q; git -C src status",
    "sleep 3; git -C src status",
]


@pytest.mark.parametrize("command", OPENED)
def test_git_stays_out_of_where_a_confined_command_may_plant_one(ground: Scene, command: str) -> None:
    """It could do so in this very line, or beside it."""
    decision = ground.shell(command)
    assert (shown(decision), decision.fields.get("hint")) == ("shell_unmodeled", "git_at_root")


def test_git_reads_where_nothing_can_be_planted(ground: Scene) -> None:
    assert shown(ground.shell("git status -- src && git log --oneline -- src/pkg")) == "allow"
    ground.policy["scratch_paths"] = ["docs/**"]
    try:
        assert shown(ground.shell("git -C docs status")) == "shell_unmodeled"
        ground.policy["scratch_paths"] = ["docs/*.md"]
        assert shown(ground.shell("git -C docs status")) == "allow"
    finally:
        ground.policy["scratch_paths"] = []


class TestVersions:
    """A version manager obeys files of the workspace; a program of the system does not."""

    @pytest.mark.parametrize(
        ("program", "file"),
        [
            ("python3", ".python-version"),
            ("node", ".tool-versions"),
            ("cargo", "rust-toolchain.toml"),
            ("ruby", "mise.toml"),
            ("ruby", ".config/mise/config.toml"),
            ("swift", ".swift-version"),
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

    @pytest.mark.parametrize(
        ("program", "end", "file", "expected"),
        [
            ("cargo", "cargo", "rust-toolchain.toml", "shell_option"),  # may be rustup by another name
            ("rustc", "rustup", "rust-toolchain", "shell_option"),
            ("python3", "python3.12", ".python-version", "allow"),
            ("python3", "mise", ".tool-versions", "shell_option"),
            ("node", "shims/node", ".tool-versions", "shell_option"),
        ],
    )
    def test_a_program_of_the_system(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, program: str, end: str, file: str, expected: str
    ) -> None:
        scene = Scene(tmp_path.resolve())
        system = scene.base / "usr"
        monkeypatch.setattr(versions, "_SYSTEM", (f"{system}/",))
        real = system / "lib" / end
        real.parent.mkdir(parents=True)
        real.touch()
        (system / "bin").mkdir()
        (system / "bin" / program).symlink_to(real)
        scene.path = f"{system}/bin"
        assert shown(scene.shell(f"{program} --version")) == "allow"
        scene.file(file)
        assert shown(scene.shell(f"{program} --version")) == expected

    @pytest.mark.parametrize("program", ["pip", "pip3", "black", "meson"])
    def test_python_obeys_a_project_that_is_installed_in_its_environment(self, tmp_path: Path, program: str) -> None:
        assert shown(Scene(tmp_path.resolve()).shell(f"{program} --version")) == "shell_unmodeled"

    def test_go_fetches_what_go_mod_asks_for(self, tmp_path: Path) -> None:
        scene = Scene(tmp_path.resolve())
        assert shown(scene.shell("go version")) == "allow"
        scene.file("go.mod")
        assert shown(scene.shell("go version")) == "shell_option"


class TestLimits:
    """One line costs a bounded amount of looking, whatever it holds."""

    @pytest.fixture(scope="class")
    @classmethod
    def wide(cls, tmp_path_factory: pytest.TempPathFactory) -> Scene:
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
            (" ".join(["grep -rn x", *["src/many"] * 2000]), "shell_option"),
            (" ".join(["grep -rn x --include='*.py'", *["src/many"] * 2000]), "allow"),
            ("bash -c " * 6 + "ls", "shell_unmodeled"),
            ("timeout 1 " * 6 + "ls", "too_deep"),
            ("cat <<A\n" + "x\n" * 20_000 + "A", "shell_unmodeled"),
        ],
        ids=range(14),
    )
    def test_rows(self, wide: Scene, command: str, expected: str) -> None:
        started = time.process_time()
        assert shown(wide.shell(command.replace("{root}", str(wide.root)))) == (
            "allow" if command.startswith("cat <<A") else expected
        )
        assert time.process_time() - started < 3
