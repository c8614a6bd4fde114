"""A pytest suite of 200 tests, as it is and confined: what a person's own verification command costs more."""

from __future__ import annotations

import sys
from pathlib import Path

from bench.cases import Case
from tests.support.artifacts import small_plan
from tests.support.piped import PipedHost

FILES, TESTS = 10, 20
COMMAND = "python -m pytest -q -p no:cacheprovider src"
START_SECONDS = 0.06
BUDGET = 1.15

# Ordinary work: text, files in a temporary folder, now and then a process
TEST = """
import json, os, pathlib, subprocess, sys, pytest

@pytest.mark.parametrize("number", range({tests}))
def test_number(number, tmp_path):
    path = tmp_path / "data.json"
    path.write_text(json.dumps({{"number": number, "text": "x" * 1000}}))
    assert json.loads(path.read_text())["number"] == number
    assert sorted(range(2000), key=lambda value: -value)[0] == 1999
    if number % 10 == 0:
        assert subprocess.run(["true"]).returncode == 0
"""


def prepare_suite(root: Path) -> list[Case]:
    """The suite as a person runs it first, which is the baseline; then as an approved command in an open run."""
    host = PipedHost(root / "data", root / "workspace", root / "home")
    for folder in (host.workspace / "src", host.home, host.data):
        folder.mkdir(parents=True)
    (host.workspace / "src/app.py").write_text("print('hello')\n", "utf-8")
    for number in range(FILES):
        (host.workspace / f"src/test_{number}.py").write_text(TEST.format(tests=TESTS), "utf-8")
    (host.data / "interpreter").write_text(f"{sys.executable}\n", "utf-8")
    host.approve(small_plan("src/**", commands=(COMMAND,)))
    rewritten = host.shell(COMMAND).answer["hookSpecificOutput"]["updatedInput"]["command"]
    environment = host.environment()
    return [
        Case("pytest, 200 tests", ["/bin/sh", "-c", COMMAND], b"", environment, host.workspace),
        Case(
            f"pytest, 200 tests, confined (less {START_SECONDS * 1000:.0f} ms of start)",
            ["/bin/sh", "-c", rewritten],
            b"",
            environment,
            host.workspace,
            budget=BUDGET,
            allowance=START_SECONDS,
        ),
    ]
