"""The package of the wheel, without a checkout around it: the terminal finds the plugin's files inside it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest


@pytest.fixture
def package(wheel: Path, tmp_path: Path) -> Path:
    zipfile.ZipFile(wheel).extractall(tmp_path / "site")
    return tmp_path / "site"


def test_a_chain_finds_the_agents_that_ship(package: Path, tmp_path: Path) -> None:
    data, workspace = tmp_path / "data", tmp_path / "project"
    session = data / "runs/session-1"
    session.mkdir(parents=True, mode=0o700)
    workspace.mkdir()
    known = {"host": "codex", "language": "en", "workspace_root": str(workspace), "turn": "", "ended_turn": ""}
    guarded = {"schema_version": 1, "session_id": "session-1", **known, "because": ["guard"]}
    (session / "guarded.json").write_text(json.dumps(guarded), "utf-8")
    words = ["chain", "select", "react-js", "--session", "session-1", "--data", str(data), "--json"]
    environ = {name: value for name, value in os.environ.items() if not name.startswith(("CODEX", "CLAUDE"))}
    done = subprocess.run(
        [sys.executable, "-m", "harness_runtime.cli.main", *words],
        cwd=workspace, env={**environ, "PYTHONPATH": str(package), "HOME": str(tmp_path), "HARNESS_LANG": "en"},
        capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout)["state"] == "waiting"
