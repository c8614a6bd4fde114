"""What the pages tell of: a small project, a person's home, and one run of Harness in it from Plan to undo."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from tests.cli.pseudo_terminal import Talk, talk
from tests.conftest import COMPILED
from tests.support.artifacts import tiny_completion, tiny_plan
from tests.support.piped import ROOT, PipedHost

SESSION = "4f3a91c2-2222-4333-8444-555555555555"
TEST = "python3 -m unittest -q test_app"
BEFORE, AFTER = 'VERSION = "1.2"\n', 'VERSION = "1.2"\n\n\ndef version():\n    return VERSION\n'
FILES = {
    "src/app.py": BEFORE,
    "test_app.py": "import unittest\n\nfrom src import app\n\n\nclass Version(unittest.TestCase):\n"
    "    def test_it(self):\n        self.assertEqual(app.VERSION, '1.2')\n",
}


@dataclass(frozen=True)
class Story:
    """A home and a workspace as the run left them."""

    root: Path

    @property
    def home(self) -> Path:
        return self.root / "home"

    @property
    def workspace(self) -> Path:
        return self.root / "greeter"

    def run(self, command: str, answers: list[tuple[str, str]], language: str) -> Talk:
        """The command in the workspace, as a person types it into a terminal."""
        environ = {
            "HOME": str(self.home),
            "PATH": f"{self.root / 'bin'}:{Path(sys.executable).parent}:{os.environ['PATH']}",
            "LANG": "C.UTF-8",
            "HARNESS_LANG": language,
            "PYTHONPATH": str(ROOT),
            "NO_COLOR": "1",
        }
        shell = ("bash", "-c")
        return talk(command, environ=environ, answers=answers, folder=self.workspace, columns=200, program=shell)


def told(root: Path) -> Story:
    """The run: a Plan, `y`, a change, a denial, the test inside the kernel boundary, a Completion Report."""
    story = Story(root)
    data = story.home / ".codex/plugins/data/harness-harness"
    data.mkdir(parents=True, mode=0o700)
    (data / "config.json").write_text(json.dumps({"language": "en", "confinement": "best_effort"}), "utf-8")
    for name, text in FILES.items():
        path = story.workspace / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    (root / "bin").mkdir()
    program = root / "bin/harness-state"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m harness_runtime.cli.main "$@"\n', "utf-8")
    program.chmod(0o755)
    subprocess.run(["git", "init", "-q"], cwd=story.workspace, check=True)
    _run(PipedHost(data, story.workspace, story.home, session_id=SESSION, compiled=COMPILED))
    return story


def _run(host: PipedHost) -> None:
    host.prompt("$harness add a version() function")
    host.shell("cat src/app.py")
    host.write("src/app.py")  # denied: nobody has approved anything
    host.stop(tiny_plan("src/app.py", commands=(TEST,), scope="A version() function."))
    host.prompt("y")
    patch = "*** Begin Patch\n*** Update File: src/app.py\n@@\n-a\n+b\n*** End Patch\n"
    host.tool("apply_patch", {"command": patch})
    (host.workspace / "src/app.py").write_text(AFTER, "utf-8")
    host.finished("Done")
    host.write("README.md")  # denied: outside the boundary
    host.run_shell(TEST)
    ended = host.stop(tiny_completion())
    assert host.state["phase"] == "completed", ended.reason
    host.prompt("thanks")
