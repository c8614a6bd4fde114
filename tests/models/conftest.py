"""Models that are small Python programs."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from harness_runtime.models.interface import CommandModel

Program = Callable[[str], CommandModel]


@pytest.fixture
def program(tmp_path: Path) -> Program:
    """A command model that runs these lines."""

    def made(lines: str) -> CommandModel:
        (tmp_path / "model.py").write_text(lines, "utf-8")
        return CommandModel((sys.executable, "-I", "-S", str(tmp_path / "model.py")))

    return made
