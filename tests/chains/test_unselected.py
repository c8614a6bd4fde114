"""Where no chain is selected nothing changes: every hook answers with the same bytes as before chains were there."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from tests.chains.talk import LOOP
from tests.conftest import piped_host
from tests.support.piped import PipedHost, Reply

OUTCOME = "All is done.\n\nHandoff: review\nStage result: pass"


def unarmed(host: PipedHost) -> list[Reply]:
    return [
        host.fire("SessionStart", source="startup"),
        host.prompt("fix it"),
        host.shell("cat src/app.py"),
        host.finished("x"),
        host.stop(OUTCOME),
        host.fire("SessionStart", source="compact"),
    ]


def guarded(host: PipedHost) -> list[Reply]:
    return [host.prompt("$harness:guard on"), *unarmed(host), host.stop(OUTCOME, stop_hook_active=True)]


def in_a_run(host: PipedHost) -> list[Reply]:
    return [host.prompt("$harness do it"), *unarmed(host)]


def conversation(root: Path, name: str, talk: Callable[[PipedHost], list[Reply]], *, chains: bool) -> list[bytes]:
    """All that the hooks printed, without what is made anew in each run."""
    root.mkdir()
    host = replace(piped_host(root, name), session_id="11111111-2222-4333-8444-555555555555")
    host.extra["HARNESS_LANG"] = "en"
    harness = {"loop": {"chain": LOOP["chain"]}} if chains else {}
    (host.workspace / ".harness").mkdir()
    (host.workspace / ".harness/guard.json").write_text(json.dumps({"harness": harness}), "utf-8")
    if chains:
        other = replace(host, session_id="99999999-2222-4333-8444-555555555555")
        assert "built in" in other.prompt("$harness:chain react-js").reason
    printed = [f"{reply.code}\n{reply.stdout}\n{reply.stderr}" for reply in talk(host)]
    shown = [re.sub(r"\d{8}T\d{6}-[0-9a-f]{6}", "RUN", text).replace(str(root), "ROOT") for text in printed]
    return [text.encode() for text in shown]


@pytest.mark.parametrize(("name", "talk"), [("codex", unarmed), ("codex", guarded), ("claude", in_a_run)])
def test_every_answer_is_the_same_to_the_byte(tmp_path: Path, name: str, talk: Callable[[PipedHost], list[Reply]]):
    without = conversation(tmp_path / "without", name, talk, chains=False)
    assert conversation(tmp_path / "with", name, talk, chains=True) == without
    if talk is unarmed:
        assert set(without) == {b"0\n\n"}
