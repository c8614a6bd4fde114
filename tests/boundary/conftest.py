"""Fixtures of the boundary's tests: a scene with real files."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.boundary.scene import Scene


@pytest.fixture
def scene(tmp_path: Path) -> Scene:
    return Scene(tmp_path.resolve())
