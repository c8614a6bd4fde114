"""Both kinds of file through one door: write it, load it, get the value or the fault's line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from harness_runtime.settings.config import CONFIG, load_config
from harness_runtime.settings.guard import GUARD, load_guard

LOADERS = {"guard": (GUARD, load_guard), "config": (CONFIG, load_config)}


class Folder:
    """A project or data folder that holds one settings file."""

    def __init__(self, root: Path, kind: str) -> None:
        name, self._load = LOADERS[kind]
        self.root, self.path = root, root / name
        self.path.parent.mkdir(parents=True, exist_ok=True)

    def holds(self, content: object) -> Folder:
        """Bytes as they are, anything else as JSON."""
        self.path.write_bytes(content if isinstance(content, bytes) else json.dumps(content).encode())
        return self

    def load(self):
        return self._load(self.root)


@pytest.fixture
def guard(tmp_path: Path) -> Folder:
    return Folder(tmp_path, "guard")


@pytest.fixture
def config(tmp_path: Path) -> Folder:
    return Folder(tmp_path, "config")


@pytest.fixture(params=LOADERS)
def either(request: pytest.FixtureRequest, tmp_path: Path) -> Folder:
    return Folder(tmp_path, request.param)
