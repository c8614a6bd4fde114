"""Reasoning effort: known and below `high` opens no gate; less than `xhigh`, or unknown, is recorded as degraded."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness_runtime.workflow.effort import LEVELS, is_degraded, is_too_low


@pytest.mark.parametrize(
    ("effort", "too_low", "degraded"),
    [
        ("none", True, True),
        ("minimal", True, True),
        ("low", True, True),
        ("medium", True, True),
        ("high", False, True),
        ("xhigh", False, False),
        ("max", False, False),
        ("unknown", False, True),
        ("", False, True),
        ("LOW", False, True),
    ],
)
def test_effort(effort: str, too_low: bool, degraded: bool) -> None:
    assert (is_too_low(effort), is_degraded(effort)) == (too_low, degraded)


@given(st.text())
def test_what_no_host_says_is_degraded_but_never_too_low(effort: str) -> None:
    assert effort in LEVELS or (is_degraded(effort) and not is_too_low(effort))
