"""Conversations with a chain."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.chains.talk import LOOP, Talk


@pytest.fixture(params=["codex", "claude"])
def talk(request: pytest.FixtureRequest, tmp_path: Path) -> Talk:
    """The project's `loop` is there and trusted, and nothing selected."""
    return Talk(tmp_path, request.param).defines(loop=LOOP)


@pytest.fixture
def codex_talk(tmp_path: Path) -> Talk:
    return Talk(tmp_path, "codex").defines(loop=LOOP)


@pytest.fixture
def claude_talk(tmp_path: Path) -> Talk:
    return Talk(tmp_path, "claude").defines(loop=LOOP)
