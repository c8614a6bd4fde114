"""Time for everybody: how long a call may take is the subject of a test of its own."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from harness_runtime.loop.undo import bounds


@pytest.fixture(autouse=True, scope="package")
def unhurried() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(bounds, "CALL_SECONDS", 600.0)
        yield
