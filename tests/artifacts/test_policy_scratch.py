"""Scratch paths: what they may take out of the evidence, and what not."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness_runtime.artifacts.policy_scratch import scratch_faults

# what the change may write, scratch, refused?
ROWS = [
    ("src/**", "src/**", True),
    ("src/**", "**", True),
    ("src/**", "*/**", True),
    ("src/**", "s*/**", True),
    ("src/app/**", "src/**", True),
    ("src/app.py", "src/*.py", True),
    ("src/app.py", "src/**", True),
    ("src/app.py", "src/app.py", True),
    ("docs/*.md", "docs/**", True),
    ("src/**/*.py", "src/**/*.py", True),
    ("src/**", "**/*.py", True),
    ("src/**", "src/app.py", True),
    ("**", "src/main.rs", True),
    ("src/**", "src/**/test_*.TS", True),
    ("src/**", "src/*", True),
    ("src/**", "src/?", True),
    ("src/**", "src/*/**", True),
    ("**", "*", True),
    ("**", ".pytest_cache/**", False),
    ("**", "**/__pycache__/**", False),
    ("src/**", "**/__pycache__/**", False),
    ("src/**", "src/build/**", False),
    ("src/**", "src/*.log", False),
    ("src/**", "coverage.xml", False),
    ("src/**", "src/coverage.xml", False),
    ("src/**", "out/**/*.py", False),
    ("src/**", "tests/**", False),
    ("src/app.py", ".cache/**", False),
    ("packages/*/src/**", "packages/*/dist/**", False),
    ("packages/*/src/**", "packages/**", True),
]


@pytest.mark.parametrize(("allowed", "scratch", "is_refused"), ROWS)
def test_what_the_change_is_about_stays_in_the_evidence(allowed: str, scratch: str, is_refused: bool) -> None:
    faults = scratch_faults("Write Boundary", ["LICENSE", allowed], [scratch])
    assert [fault.code for fault in faults] == ["scratch_covers"] * is_refused


PIECES = st.lists(st.sampled_from(["**", "*", "?", "a", "ab", "*b", "a*", "x.py"]), min_size=1, max_size=6).map(
    "/".join
)


@given(PIECES)
def test_a_path_that_is_both_is_refused(path: str) -> None:
    assert scratch_faults("Write Boundary", [path], [path])
    assert scratch_faults("Write Boundary", [path], ["**"])


@pytest.mark.parametrize("path", ["a" * 1024, "*a" * 512, "/".join(["**", "a*"] * 32), "/".join(["**", "*a"] * 32)])
def test_a_long_path_is_judged_like_any_other(path: str) -> None:
    """Both may be as long as a policy takes them."""
    assert scratch_faults("Write Boundary", [path.replace("a", "b"), path], [path])
