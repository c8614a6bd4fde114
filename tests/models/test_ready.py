"""What would keep a model from being asked shows without asking it."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from harness_runtime.models.interface import (
    CommandModel,
    EndpointModel,
    Failure,
    HostModel,
    Model,
    UntrustedModel,
)
from harness_runtime.models.ready import why_not

URL = "https://models.example/v1"

ROWS: dict[str, tuple[Model, Failure | None]] = {
    "a host": (HostModel("codex"), None),
    "a host that is not there": (HostModel("claude"), Failure("claude", "no_host", "claude")),
    "a command": (CommandModel(("codex", "x")), None),
    "a command that is not there": (CommandModel(("/x/ask",)), Failure("ask", "no_program", "/x/ask")),
    "an endpoint": (EndpointModel("a/b", URL, "KEY"), None),
    "one without a key": (EndpointModel("a/b", URL, None), None),
    "one whose key is not set": (EndpointModel("a/b", URL, "OTHER"), Failure("a/b", "missing_key", "OTHER")),
    "one without an address": (EndpointModel("a/b", None, "KEY"), Failure("a/b", "no_base_url", "model.base_url")),
    "what nobody trusted": (UntrustedModel("ask", "guard.json"), Failure("ask", "not_trusted", "guard.json")),
}


@pytest.fixture
def environ(tmp_path: Path) -> dict[str, str]:
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin/codex").symlink_to(sys.executable)
    return {"PATH": str(tmp_path / "bin"), "KEY": "k", "HOME": str(tmp_path / "home")}


@pytest.mark.parametrize("row", ROWS.values(), ids=ROWS)
def test_what_speaks_against_it(environ: dict[str, str], tmp_path: Path, row: tuple[Model, Failure | None]) -> None:
    model, expected = row
    (tmp_path / "project").mkdir()
    assert why_not(model, environ, str(tmp_path / "project")) == expected


def test_an_endpoint_needs_its_package(environ: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    said = why_not(EndpointModel("a/b", URL, "KEY"), environ, "/")
    assert said == Failure("a/b", "not_installed", "openai; in the clone: pipx install --force '.[models]'")
