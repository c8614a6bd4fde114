"""What `doctor` says of the settings files: each fault once, with its file and key."""

from __future__ import annotations

from pathlib import Path

import pytest

from harness_runtime.cli.diagnosis import settings
from harness_runtime.settings.config import CONFIG
from harness_runtime.settings.guard import GUARD

CASES = [
    (None, "ok", "no such file"),
    ("{}", "ok", ""),
    ('{"agent": {"pace": 3}}', "error", ": agent.pace: "),
    ("{", "error", ""),
]


@pytest.mark.parametrize("which", [GUARD, CONFIG])
@pytest.mark.parametrize(("text", "status", "said"), CASES)
def test_a_file_s_fault_is_one_check(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, which: str, text: str | None, status: str, said: str
) -> None:
    monkeypatch.setenv("HARNESS_LANG", "en")
    path = tmp_path / which
    path.parent.mkdir(exist_ok=True)
    if text is not None:
        path.write_text(text, "utf-8")
    found = settings.project(tmp_path) if which == GUARD else settings.person("codex", tmp_path)
    name = "project_settings" if which == GUARD else "codex_settings"
    assert (found.name, found.status, bool(found.mend)) == (name, status, status == "error")
    assert str(path) in found.detail and said in found.detail
