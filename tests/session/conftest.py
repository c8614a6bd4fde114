"""A data folder with one session's run in it, made through the store itself."""

from __future__ import annotations

from pathlib import Path

import pytest

from harness_runtime.session import ledger
from harness_runtime.session.state import State, Turn
from harness_runtime.session.store import Store

SESSION = "11111111-2222-4333-8444-555555555555"


def fresh_state(**fields: object) -> State:
    return State.model_validate(
        {
            **({"started_at": "2026-01-01T00:00:00Z"} if "started_at" in State.model_fields else {}),
            "session_id": SESSION,
            "host": "codex",
            "run_id": "20260101T000000-abcdef",
            "revision": 1,
            "phase": "planning",
            "workspace_root": "/w",
            "language": "en",
            "turn": Turn(id="turn-1", person=True),
            "updated_at": "",
            "ledger": ledger.EMPTY,
            **fields,
        }
    )


@pytest.fixture
def store(tmp_path: Path) -> Store:
    """Nothing is stored yet."""
    return Store(str(tmp_path / "data"), SESSION)


@pytest.fixture
def run(store: Store) -> Store:
    """An armed run in planning, with one record in its ledger."""
    with store.locked():
        store.arm()
        store.commit(fresh_state(), "activated")
    return store
