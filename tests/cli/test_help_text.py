"""Help in a terminal of 80 columns."""

import pytest
from rich.cells import cell_len

from harness_runtime.cli.main import VERBS


@pytest.mark.parametrize("spoken", ["ko", "en"])
def test_help_stays_within_the_terminal(harness_state, monkeypatch, spoken):
    monkeypatch.setenv("HARNESS_LANG", spoken)
    monkeypatch.setenv("COLUMNS", "80")
    shown = [harness_state(*words, "--help").stdout for words in ([], *([verb] for verb in VERBS), ["goal", "set"])]
    lines = [line for text in shown for line in text.splitlines() if not line.startswith("  --")]  # names stay whole
    assert [line for line in lines if cell_len(line) > 80] == []
    assert not any("\0" in text for text in shown)
