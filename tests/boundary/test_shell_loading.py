"""Variables that make a program take code from the project, as PATH may make a shell take a program of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from harness_runtime.boundary import shell_loading
from harness_runtime.boundary.decision import Places
from harness_runtime.boundary.shell_loading import refuse_modules
from tests.boundary.scene import Scene, shown

SHADOWED = "shell_program_shadowed"


class Loading(Scene):
    """A scene whose variables say where code is loaded from. `{}` stands for the workspace."""

    def __init__(self, base: Path) -> None:
        super().__init__(base)
        self.loads: dict[str, str] = {}
        self.file("src/app.py")
        (self.root / "build").mkdir()
        self.policy["allowed_write_paths"] = ["build/**", "src/**"]

    @property
    def places(self) -> Places:
        found = super().places
        found.loads = {name: value.replace("{}", str(self.root)) for name, value in self.loads.items()}
        return found


@pytest.fixture
def scene(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Loading:
    """The system has one library."""
    scene = Loading(tmp_path.resolve())
    system = scene.base / "lib"
    system.mkdir()
    (system / "libselinux.so.1").touch()
    monkeypatch.setattr(shell_loading, "_SYSTEM", (str(system),))
    return scene


LEADING = ["{}/build", "/opt/x:{}/build", "build", "/opt/x:", "src/../build;/opt/x"]


@pytest.mark.parametrize("value", LEADING)
def test_a_library_of_the_system_is_not_made_in_the_project(scene: Loading, value: str) -> None:
    scene.loads["LD_LIBRARY_PATH"] = value
    for path in ("build/libselinux.so.1", "build/glibc-hwcaps/x86-64-v3/libselinux.so.1"):
        assert shown(scene.write(path)) == SHADOWED
    assert shown(scene.shell("cp src/app.py build/libselinux.so.1")) == SHADOWED
    assert shown(scene.shell("touch build/libours.so src/other.py")) == "allow"
    scene.loads.clear()
    assert shown(scene.write("build/libselinux.so.1")) == "allow"


@pytest.mark.parametrize("value", LEADING)
@pytest.mark.parametrize("name", ["libselinux.so.1", "glibc-hwcaps/x"])
def test_nothing_starts_beside_one(scene: Loading, value: str, name: str) -> None:
    scene.loads["LD_LIBRARY_PATH"] = value
    scene.file("build/libours.so.1")
    command = "ls src" if "build" in value else "cd build && ls"
    assert shown(scene.shell(command)) == "allow"
    scene.file(f"build/{name}")
    assert shown(scene.shell(command)) == SHADOWED
    assert shown(scene.shell("echo builtin")) == "allow"
    assert shown(scene.read("src/app.py")) == "allow"


def test_an_approved_command_does_not_either(scene: Loading) -> None:
    scene.policy["verification_commands"] = [{"command": "make", "words": ["make"], "cwd": ".", "env": {}}]
    scene.loads["LD_LIBRARY_PATH"] = "{}/build"
    assert shown(scene.shell("make")) == "allow"
    scene.file("build/libselinux.so.1")
    assert shown(scene.shell("make")) == SHADOWED


def test_folders_elsewhere_change_nothing(scene: Loading) -> None:
    scene.loads["LD_LIBRARY_PATH"] = "/opt/x/lib"
    scene.file("build/libselinux.so.1")
    assert shown(scene.shell("ls src")) == "allow"


INTERPRETED = [
    ("shasum src/app.py", "PERL5LIB", "{}/lib", SHADOWED),
    ("shasum src/app.py", "PERL5LIB", "lib", SHADOWED),
    ("shasum src/app.py", "PERL5LIB", "/opt/lib", "allow"),
    ("shasum src/app.py", "PERL5OPT", "-Mlocal", SHADOWED),
    ("sha256sum src/app.py", "PERL5LIB", "{}/lib", "allow"),
    ("npm --version", "NODE_OPTIONS", "--require ./x.js", SHADOWED),
    ("npm --version", "NODE_OPTIONS", "--require={}/x.js", SHADOWED),
    ("npm --version", "NODE_OPTIONS", "-r dotenv/config", SHADOWED),
    ("npm --version", "NODE_OPTIONS", "--max-old-space-size=4096", "allow"),
    ("npm --version", "NODE_PATH", "{}/lib", "allow"),
    ("java -version", "JAVA_TOOL_OPTIONS", "-javaagent:x.jar", SHADOWED),
    ("java -version", "JAVA_TOOL_OPTIONS", "-Dfile.encoding=UTF8 -Xlog:/tmp/x", "allow"),
    ("ls src", "PYTHONPATH", "src", "allow"),
    ("python3 --version", "PYTHONPATH", "src", "allow"),
]


@pytest.mark.parametrize(("command", "name", "value", "expected"), INTERPRETED)
def test_a_program_that_an_interpreter_runs(
    scene: Loading, command: str, name: str, value: str, expected: str
) -> None:
    scene.loads[name] = value
    assert shown(scene.shell(command)) == expected


CHECK = "harness-state check - <<'EOF'\n# Plan\nEOF"


@pytest.mark.parametrize(
    ("planted", "expected"),
    [
        ("src/app.py", "allow"),
        ("src/package/__init__.py", "allow"),
        ("src/sitecustomize.py", SHADOWED),
        ("src/json.py", SHADOWED),
        ("src/click/__init__.py", SHADOWED),
        ("src/re.cpython-311-x86_64-linux-gnu.so", SHADOWED),
    ],
)
@pytest.mark.parametrize("value", ["src", "{}/src", "/opt/lib:src"])
def test_the_check_of_a_draft_takes_no_module_of_the_project(
    scene: Loading, value: str, planted: str, expected: str
) -> None:
    scene.loads["PYTHONPATH"] = value
    scene.file(planted)
    assert shown(scene.shell(CHECK)) == expected


def test_a_python_home_in_the_project(scene: Loading) -> None:
    scene.loads["PYTHONUSERBASE"] = "{}/build"
    assert shown(scene.shell(CHECK)) == "allow"
    scene.file("build/lib/x")
    assert shown(scene.shell(CHECK)) == SHADOWED
    refuse_modules({"PYTHONPATH": "/opt/lib"}, str(scene.root), str(scene.root))
