"""A chain through the hooks' own doors: each answer is one that its host obeys."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from harness_runtime.settings.guard import read_guard
from harness_runtime.settings.trusted import trust_guard
from tests.conftest import COMPILED
from tests.support.answers import JudgedHost

CHAIN = {"chain": ["implement", {"agent": "review", "gate": [{"command": "true"}]}]}


@pytest.fixture(params=["codex", "claude"])
def host(request: pytest.FixtureRequest, tmp_path: Path) -> JudgedHost:
    workspace, home, data = (tmp_path / name for name in ("workspace", "home", "data"))
    for folder in (workspace / ".harness", home, data):
        folder.mkdir(parents=True)
    (workspace / ".harness/guard.json").write_text(json.dumps({"harness": {"short": CHAIN}}), "utf-8")
    (data / "config.json").write_text('{"confinement": "best_effort", "language": "en"}', "utf-8")
    found = read_guard(workspace)
    assert found is not None
    trust_guard(data, workspace, found.sha256)
    return JudgedHost(data=data, workspace=workspace, home=home, host=request.param, compiled=COMPILED)


def test_a_chain_runs_from_its_selection_to_its_end(host: JudgedHost):
    assert "implement → review" in host.prompt("$harness:chain short").reason
    assert host.prompt("fix it").context.startswith("[harness:short run 1 stage 1/2 implement] hop 0/12")
    assert "nudge 1" in host.stop("done").reason
    told = host.stop("Stage result: pass", stop_hook_active=True)
    assert told.answer["decision"] == "block"
    assert told.reason.startswith("[harness:short run 1 stage 2/2 review] hop 1/12")
    end = host.stop("Stage result: pass", stop_hook_active=True)
    assert (end.reason, "has finished" in end.message) == ("", True)
    assert "run 1 has finished" in host.prompt("$harness:chain status").reason
    assert "is deselected" in host.prompt("$harness:chain stop").reason
    assert host.prompt("go on").silent
