"""An hour of exploring: commands as agents write them, none of them denied but for a documented reason."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.boundary.scene import Scene, shown

CORPUS = Path(__file__).parents[1] / "corpus/exploring.txt"


def entries() -> list[tuple[str, str]]:
    """(command, rule that denies it or "")."""
    found: list[tuple[str, str]] = []
    lines = iter(CORPUS.read_text("utf-8").splitlines())
    for line in lines:
        if line == "<<<":
            block: list[str] = []
            while (inner := next(lines)) != ">>>":
                block.append(inner)
            found.append(("\n".join(block), ""))
        elif line.startswith("!"):
            rule, _, command = line[1:].partition(" ")
            found.append((command, rule))
        elif line and not line.startswith("#"):
            while line.endswith("\\"):
                line += "\n" + next(lines)
            found.append((line, ""))
    return found


ORDINARY = [command for command, rule in entries() if not rule]
DOCUMENTED = [(command, rule) for command, rule in entries() if rule]


@pytest.fixture(scope="module")
def repository(tmp_path_factory: pytest.TempPathFactory) -> Scene:
    return small_repository(tmp_path_factory.mktemp("hour").resolve())


def small_repository(base: Path) -> Scene:
    scene = Scene(base)
    scene.policy["allowed_write_paths"] = ["src/**", "tests/**", "docs/**"]
    for name, text in {
        "README.md": "# Small\n",
        "Makefile": "all:\n\techo all\n",
        "package.json": '{"name": "small", "version": "1.0.0", "scripts": {"lint": "x"}, "dependencies": {}}\n',
        "pyproject.toml": '[project]\nname = "small"\nversion = "1"\n',
        "src/app.py": "def greet(name):\n    return name\n\n\nclass Odd(Error):\n    pass\n",
        "src/util.py": "import os\n",
        "src/pkg/__init__.py": "",
        "src/components/button.tsx": "export default function Button() {}\n",
        "tests/test_app.py": "from src.app import greet\n",
        "docs/guide.md": "# Guide\n",
        "data/log.txt": "INFO: a b\nERROR: c d\nINFO: a b\n",
        "data/sample.json": '[{"id": 1}, {"id": 2}]\n',
        ".github/workflows/ci.yml": "on: push\n",
        ".gitignore": ".env\nbuild\n",
        ".env": "KEY=hunter2\n",
        ".env.example": "KEY=\n",
    }.items():
        scene.file(name, text)
    (scene.root / "src/empty").mkdir()
    identity = ["-c", "user.name=dev", "-c", "user.email=dev@example.org"]
    for words in (["init", "-q", "-b", "main"], ["add", "."], [*identity, "commit", "-q", "-m", "first"]):
        subprocess.run(["git", *words], cwd=scene.root, check=True, capture_output=True)
    return scene


def test_the_hour_is_long_and_real() -> None:
    assert len(ORDINARY) >= 250
    assert len(set(ORDINARY)) == len(ORDINARY)


CONFINED = {
    "phase": "implement",
    "engine": {"name": "bubblewrap", "details": ""},
    "person": {"shell": "confined", "confinement": "required"},
}


def test_no_command_is_denied_but_for_a_documented_reason(
    repository: Scene, capsys: pytest.CaptureFixture[str]
) -> None:
    strict = denied(repository)
    strictly, repository.state = repository.state, repository.state | CONFINED
    confined = denied(repository)
    repository.state = strictly
    with capsys.disabled():
        rates = (f"{100 * len(found) / len(entries()):.1f}" for found in (strict, confined))
        print("\ndenials per 100 commands of exploring: {}, and {} with a confined shell".format(*rates))
    assert set(strict) == {command for command, _ in DOCUMENTED}
    assert set(confined) <= set(strict)


def denied(repository: Scene) -> list[str]:
    placed = [(command, command.replace("ROOT", str(repository.root))) for command, _ in entries()]
    return [command for command, line in placed if repository.shell(line).verdict == "deny"]


@pytest.mark.parametrize(("command", "rule"), DOCUMENTED)
def test_documented_denials(repository: Scene, command: str, rule: str) -> None:
    assert shown(repository.shell(command)) == rule
