"""The command that brings the libraries: short enough to copy, and right in folders of any name."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from harness_runtime.session.libraries import LIBRARIES
from harness_runtime.session.setup_script import setup_command

# Stands for Python: notes what it is asked, and makes itself the environment's Python.
PYTHON = """#!/bin/sh
for word; do printf '%s\\n' "$word"; done >>"$LOG"
if [ "$2" = venv ]; then mkdir -p "$4/bin" && cp "$0" "$4/bin/python"; fi
"""


def bench(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, home: str, python: str = "python3") -> tuple[Path, Path]:
    """The data folder, and the interpreter of the hook."""
    data, program = tmp_path / home / ".codex/plugins/data/harness-harness", tmp_path / python
    data.mkdir(parents=True)
    program.parent.mkdir(parents=True, exist_ok=True)
    program.write_text(PYTHON, "utf-8")
    program.chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(program))
    return data, program


def typed(command: str, tmp_path: Path, home: Path) -> tuple[str, list[str]]:
    """What a person's shell prints for it, and what Python was asked meanwhile."""
    log = tmp_path / "log"
    environ = {"HOME": str(home), "PATH": "/usr/bin:/bin", "LOG": str(log)}
    done = subprocess.run(["sh", "-c", command], env=environ, capture_output=True, text=True, check=True)
    return done.stdout, log.read_text("utf-8").splitlines()


@pytest.mark.parametrize("home", ["home", "it's my home", 'a "home" of $HOME', "집"])
@pytest.mark.parametrize("below", [True, False], ids=["in the home folder", "elsewhere"])
def test_the_command_makes_the_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, home: str, below: bool
) -> None:
    data, _ = bench(tmp_path, monkeypatch, home, "my python/python3")
    (data / "interpreter").write_text("/usr/bin/python3\n", "utf-8")
    of = tmp_path / home if below else tmp_path / "nobody"
    said, asked = typed(setup_command(str(data), {"HOME": str(of)}, "it's there"), tmp_path, of)
    venv = ["-m", "venv", "--clear", str(data / "venv")]
    assert asked == [*venv, "-m", "pip", "install", *LIBRARIES]
    assert said == "it's there\n"
    assert not (data / "interpreter").exists()  # it would win over the environment


def test_it_fits_a_line_of_a_terminal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    data, _ = bench(tmp_path, monkeypatch, "a home whose name is long")
    command = setup_command(str(data), {"HOME": str(tmp_path / "a home whose name is long")}, "")
    assert command == "sh ~/.codex/plugins/data/harness-harness/bin/setup"


def test_an_environment_that_lacks_something_is_filled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    data, _ = bench(tmp_path, monkeypatch, "home", "home/.codex/plugins/data/harness-harness/venv/bin/python")
    command = setup_command(str(data), {"HOME": "/"}, "")
    assert typed(command, tmp_path, data)[1] == ["-m", "pip", "install", *LIBRARIES]


def test_a_failing_step_is_the_last_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    data, program = bench(tmp_path, monkeypatch, "home")
    program.write_text("#!/bin/sh\nexit 3\n", "utf-8")
    done = subprocess.run(["sh", "-c", setup_command(str(data), {}, "all is well")], capture_output=True, check=False)
    assert (done.returncode, done.stdout) == (3, b"")


def test_where_it_cannot_be_written_the_steps_are_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    data, _ = bench(tmp_path, monkeypatch, "home")
    (data / "bin").write_text("", "utf-8")
    assert typed(setup_command(str(data), {}, ""), tmp_path, data)[1][:2] == ["-m", "venv"]
