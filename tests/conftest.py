"""Fixtures that every part of the suite shares."""

from __future__ import annotations

import atexit
import os
import shutil
import tempfile
from pathlib import Path
from uuid import uuid4

import pytest
from hypothesis import settings

from tests.support.piped import PipedHost

TESTS = Path(__file__).parent
COMPILED = Path(tempfile.mkdtemp(prefix="harness-bytecode-"))
atexit.register(shutil.rmtree, COMPILED, ignore_errors=True)

settings.register_profile("long", max_examples=10_000, deadline=None)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "default"))


SLOWEST = ("hosts", "cli", "confinement", "skill", "packaging", "docs", "hooks", "shell", "loop")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Slow files come first: begun last, one of them would leave the other workers idle."""
    rank = {room: number for number, room in enumerate(SLOWEST)}
    items.sort(key=lambda item: rank.get(item.path.relative_to(TESTS).parts[0], len(rank)))


@pytest.fixture(params=["codex", "claude"])
def host(request: pytest.FixtureRequest, tmp_path: Path) -> PipedHost:
    """A conversation of each host in a fresh workspace with a source folder, and an empty data folder."""
    return piped_host(tmp_path, request.param)


@pytest.fixture
def codex(tmp_path: Path) -> PipedHost:
    return piped_host(tmp_path, "codex")


def piped_host(root: Path, name: str) -> PipedHost:
    workspace, home = root / "workspace", root / "home"
    (workspace / "src").mkdir(parents=True)
    (workspace / "src" / "app.py").write_text("print('hello')\n", "utf-8")
    home.mkdir()
    return PipedHost(
        data=root / "data", workspace=workspace, home=home, host=name, session_id=str(uuid4()), compiled=COMPILED
    )
