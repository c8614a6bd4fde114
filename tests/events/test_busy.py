"""A prompt while another hook holds the session's lock: told what to do, and off is off."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from harness_runtime.events import cold
from harness_runtime.session import store as store_module
from harness_runtime.session.store import Store
from tests.session.conftest import SESSION, fresh_state

Capture = pytest.CaptureFixture[str]


@pytest.fixture
def busy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Store:
    """An armed run whose lock cannot be had in time."""
    monkeypatch.setattr(store_module, "LOCK_SECONDS", 0.05)
    monkeypatch.setenv("PLUGIN_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("HARNESS_LANG", "en")
    store = Store(str(tmp_path / "data"), SESSION)
    with store.locked():
        store.arm()
        store.commit(fresh_state(workspace_root=str(tmp_path)), "activated")
    return store


def answered(store: Store, prompt: str, capfd: Capture) -> str:
    event = {"hook_event_name": "UserPromptSubmit", "session_id": SESSION, "prompt": prompt, "cwd": str(store.folder)}
    with store.locked():
        assert cold.run(event, "harness_runtime.events.on_prompt") == 0
    told = json.loads(capfd.readouterr().out)
    assert told["decision"] == "block"
    return str(told["reason"])


@pytest.mark.parametrize("prompt", ["y", "cancel", "go on", "$harness again"])
def test_a_prompt_changes_nothing_and_says_who_has_to_end(busy: Store, prompt: str, capfd: Capture) -> None:
    before = (busy.folder / "state.json").read_bytes()
    assert f"{busy.folder}/lock" in answered(busy, prompt, capfd)
    assert (busy.folder / "state.json").read_bytes() == before
    assert busy.is_armed()


def test_off_lets_go_of_the_session_all_the_same(busy: Store, capfd: Capture) -> None:
    assert "off" in answered(busy, "$harness:off", capfd)
    assert not busy.is_armed()
