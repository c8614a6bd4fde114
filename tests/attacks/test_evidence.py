"""Attacks that make a run look proven over files that nobody tested."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.attacks.carrying import carry_out, commit_all, implementing, put
from tests.support.artifacts import small_plan
from tests.support.piped import PipedHost

TESTED = "python -m unittest -q src.test_app"
PLANT = "python src/plant.py"
# Bytecode with the header of the source as it stands, and other code in it
PLANTING = """
import importlib.util, marshal, os, sys
source = "src/app.py"
found = os.stat(source)
head = importlib.util.MAGIC_NUMBER + bytes(4) + int(found.st_mtime).to_bytes(4, "little")
head += found.st_size.to_bytes(4, "little")
cached = importlib.util.cache_from_source(source)
os.makedirs(os.path.dirname(cached), exist_ok=True)
open(cached, "wb").write(head + marshal.dumps(compile("VALUE = 1", source, "exec")))
"""
TEST = (
    "import unittest\nfrom src.app import VALUE\nclass T(unittest.TestCase):\n    def test(self): assert VALUE == 1\n"
)


@pytest.fixture
def tested(codex: PipedHost) -> PipedHost:
    """A run whose command tests a file that is wrong, and another command that may write beside it."""
    put(codex.workspace / "src/plant.py", PLANTING)
    put(codex.workspace / "src/test_app.py", TEST)
    put(codex.workspace / "src/app.py", "VALUE = 0\n")
    codex.approve(small_plan("src/**", commands=(TESTED, {"command": PLANT, "evidence": False})))
    if codex.state["engine"]["name"] == "none":
        pytest.skip("nothing confines commands here")
    return codex


def test_bytecode_that_one_command_plants_is_tested_by_the_next(tested: PipedHost) -> None:
    tested.run_shell(PLANT)
    tested.run_shell(TESTED)
    assert tested.evidence[-1]["command"] == TESTED and tested.evidence[-1]["exit"] == 1
    assert not list((tested.workspace / "src").glob("__pycache__"))


def test_bytecode_that_was_there_before_stays(tested: PipedHost) -> None:
    kept = put(tested.workspace / "src/__pycache__/other.cpython-311.pyc")
    tested.run_shell(TESTED)
    assert list(kept.parent.iterdir()) == [kept]


def test_bytecode_is_copied_into_its_place_by_a_tool(codex: PipedHost) -> None:
    implementing(codex)
    put(codex.workspace / "src/x.bin")
    place = f"src/__pycache__/app.{sys.implementation.cache_tag}.pyc"
    put(codex.workspace / "src/__pycache__/keep")
    carry_out(codex, f"cp src/x.bin {place}")
    assert not Path(codex.workspace / place).exists()
    assert codex.write(place).denied
    assert not codex.write("src/__pycache__/notes.txt").denied


def test_scratch_takes_a_part_of_the_project_out_of_the_evidence_unsaid(codex: PipedHost) -> None:
    codex.extra["HARNESS_LANG"] = "en"
    for number in range(5):
        put(codex.workspace / f"src/core/part{number}.py")
    put(codex.workspace / ".cache/x")
    commit_all(codex.workspace)
    put(codex.workspace / ".tool/x")
    codex.prompt("$harness x")
    shown = codex.stop(small_plan("**", scratch_paths=["src/core/**", ".tool/**"])).message
    assert "src/core/part0.py, src/core/part1.py, src/core/part2.py (+2)" in shown
    codex.prompt("revise: less")
    assert "vouches" not in codex.stop(small_plan("**", scratch_paths=[".tool/**"])).message


@pytest.mark.parametrize("scratch", ["src/**", "**", "**/*.py", "src/app.py"])
def test_scratch_takes_the_change_out_of_the_evidence(codex: PipedHost, scratch: str) -> None:
    codex.prompt("$harness x")
    codex.stop(small_plan("src/**", scratch_paths=[scratch]))
    assert codex.state["phase"] == "planning"
