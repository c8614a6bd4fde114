"""Conversations of a judged host, also such as were held before and can be taken up at a stage."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.hooks.conftest import Bench, bench, claude_stages, codex, compiled, host, host_stages, stages

__all__ = ["claude_stages", "codex", "compiled", "host", "host_stages", "make_host", "stages"]


@pytest.fixture
def make_host(tmp_path: Path, compiled: Path) -> Callable[[str], Bench]:
    return lambda name: bench(tmp_path, name, compiled, forked=True)
