"""`inspect` shows the session's chain: where it stands, and a record that cannot be read as what it is."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema
import pytest

from harness_runtime.session.chain import chain_path
from harness_runtime.session.store import Store
from tests.cli.conftest import SCHEMAS


@pytest.fixture
def store(new_run, answer) -> Store:
    """A chain is selected in a session without a run."""
    run = new_run().approved().commit("completed", phase="completed", policy_sha256=None)
    run.store.release()
    assert answer("chain", "select", "react-js", "--session", "session-1")[1] == 0
    return run.store


def told(answer) -> dict:
    found, _ = answer("inspect", "session-1")
    jsonschema.validate(found, json.loads((SCHEMAS / "inspect.json").read_text()))
    return found


def test_without_a_chain_there_is_none(new_run, answer):
    new_run().approved()
    assert told(answer)["chain"] is None


def test_a_selected_chain_is_shown(store, answer):
    found = told(answer)["chain"]
    assert (found["chain"], found["source"], found["state"], found["run"]) == (
        "react-js",
        "built-in",
        "waiting",
        None,
    )


def test_a_record_that_cannot_be_read_is_said_to_be_one(store, answer):
    Path(chain_path(store.data, store.session_id)).write_bytes(b"{")
    assert told(answer)["chain"]["state"] == "unreadable"
