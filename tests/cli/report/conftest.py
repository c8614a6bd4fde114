"""A report to show: of a whole real run, kept as the JSON that `report --json` printed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from harness_runtime.cli import language
from harness_runtime.cli.contracts.report import Report

HERE = Path(__file__).parent
SAMPLE = HERE / "sample.json"  # `python -m demo.pictures` writes it anew


@pytest.fixture
def sample(person: Path) -> Report:
    return read_sample()


def read_sample() -> Report:
    return Report.model_validate_json(SAMPLE.read_bytes())


@pytest.fixture(autouse=True)
def english(person: Path) -> Iterator[None]:
    language.choose("en")
    yield
    language.choose("")
