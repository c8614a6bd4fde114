"""What `doctor` says of the models that a session could ask."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from harness_runtime.cli.diagnosis.models import examine


@pytest.fixture
def check(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """The check of Codex with this `model` in the person's config and in the project's guard.json."""
    program = tmp_path / "bin/codex"
    program.parent.mkdir()
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(program.parent))
    monkeypatch.setenv("HARNESS_LANG", "en")

    def examined(person: object, project: object = None):
        for path, model in (
            (tmp_path / "data/config.json", person),
            (tmp_path / "work/.harness/guard.json", project),
        ):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(json.dumps({"model": model or {}}))
        found = examine("codex", tmp_path / "data", tmp_path / "work")
        return found[0] if found else None

    return examined


def test_the_default_is_the_host_itself(check) -> None:
    found = check(None)
    assert (found.name, found.status, found.mend) == ("codex_models", "ok", "")
    assert found.detail.endswith(": codex")


def test_each_model_is_named_once(check) -> None:
    found = check({"judge": {"command": ["codex"]}, "panel": ["host", {"command": ["codex"]}]})
    assert (found.status, found.detail.endswith(": codex, codex")) == ("ok", True)


def test_what_cannot_be_asked_is_a_warning_with_its_reason(check) -> None:
    found = check({"judge": "a/b", "critic": {"command": ["/x/ask"]}}, {"learn": {"command": ["/x/teach"]}})
    assert found.status == "warning" and found.mend
    assert all(reason in found.detail for reason in ("model.base_url", "/x/ask", "harness-state trust"))


def test_settings_that_are_wrong_are_told_by_their_own_check(check) -> None:
    assert check({"judge": "gpt"}) is None
