"""The wheel and the source archive, built once from this checkout."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


def build(source: Path, target: str, destination: Path) -> Path:
    words = [sys.executable, "-m", "hatchling", "build", "--target", target, "--directory", str(destination)]
    subprocess.run(words, cwd=source, check=True, capture_output=True, timeout=300)
    [built] = destination.iterdir()
    return built


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(ROOT, "wheel", tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="session")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(ROOT, "sdist", tmp_path_factory.mktemp("sdist"))
