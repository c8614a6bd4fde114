"""One stage for all of the corpus."""

from __future__ import annotations

import pytest

from tests.corpus.stage import Stage


@pytest.fixture(scope="session")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Stage:
    return Stage(tmp_path_factory.mktemp("corpus"))
