"""The engine that a session's state names, for tests that run nothing with it."""

from __future__ import annotations

import json

from tests.support.piped import PipedHost


def set_engine(host: PipedHost, name: str, **person: str) -> None:
    """As if the activation had found this engine, and these words in the person's config."""
    state = host.state
    state["engine"] = {"name": name, "details": ""}
    state["person"] |= person
    (host.folder / "state.json").write_text(json.dumps(state), "utf-8")
