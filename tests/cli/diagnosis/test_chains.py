"""`doctor` on chains: which count, which nobody trusts, which lack an agent or a sensor."""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from harness_runtime.cli.diagnosis.chains import examine
from harness_runtime.settings.guard import GUARD
from harness_runtime.settings.trusted import trust_guard
from tests.cli.trusting import trust

LOOP = {"chain": ["implement", {"agent": "test", "on_failure": "implement"}]}


@pytest.fixture
def ground(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Path, Path]:
    """A data folder and a workspace, in an English home without agents."""
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("HARNESS_LANG", "en")
    for variable in ("CODEX_HOME", "CLAUDE_CONFIG_DIR"):
        monkeypatch.delenv(variable, raising=False)
    data, workspace = tmp_path / "data", tmp_path / "project"
    data.mkdir(mode=0o700)
    (workspace / ".harness").mkdir(parents=True)
    return data, workspace


def define(ground: tuple[Path, Path], *, trusted: bool = True, **chains: Any) -> None:
    data, workspace = ground
    path = workspace / GUARD
    path.write_text(json.dumps({"harness": chains}), "utf-8")
    if trusted:
        trust_guard(data, workspace, sha256(path.read_bytes()).hexdigest())


def told(ground: tuple[Path, Path]) -> tuple[str, str]:
    (check,) = examine("codex", *ground)
    assert check.name == "codex_chains"
    assert bool(check.mend) == (check.status != "ok")
    return check.status, check.detail


def test_without_definitions_the_built_in_ones_are_fine(ground):
    assert told(ground) == ("ok", "chains: react-js")


def test_trusted_chains_are_named(ground):
    define(ground, loop=LOOP)
    assert told(ground) == ("ok", "chains: loop, react-js")


def test_a_chain_that_nobody_trusts_is_named(ground):
    define(ground, trusted=False, loop=LOOP, other=LOOP)
    status, detail = told(ground)
    assert (status, detail.rpartition(": ")[2]) == ("warning", "loop, other")


def test_an_agent_without_instructions_is_named(ground):
    define(ground, loop={"chain": ["implement", "stranger"]})
    assert told(ground) == ("warning", "chains that lack something: loop: no instructions for the agent `stranger`")


def test_an_agent_s_file_of_the_project_mends_it(ground):
    define(ground, loop={"chain": ["implement", "stranger"]})
    agents = ground[1] / ".claude/agents"
    agents.mkdir(parents=True)
    (agents / "stranger.md").write_text("---\nname: stranger\n---\nLook around.\n", "utf-8")
    assert told(ground)[0] == "ok"


def test_an_agent_s_file_that_cannot_be_used_is_named(ground):
    define(ground, loop={"chain": ["stranger"]})
    agents = ground[1] / ".codex/agents"
    agents.mkdir(parents=True)
    (agents / "stranger.toml").write_text("name = ", "utf-8")
    status, detail = told(ground)
    assert (status, ".codex/agents/stranger.toml (" in detail) == ("warning", True)


def test_a_gate_s_sensor_must_be_of_the_trusted_file(ground):
    data, workspace = ground
    define(ground, loop={"chain": [{"agent": "test", "gate": ["tests", "make check", {"command": "ls"}]}]})
    assert told(ground) == ("warning", "chains that lack something: loop: no sensor `tests`")
    (workspace / ".o4").mkdir()
    (workspace / ".o4/harness.toml").write_text('[[sensors]]\nname = "tests"\ncommand = "true"\n', "utf-8")
    assert told(ground)[0] == "warning"
    trust(data, workspace)
    assert told(ground)[0] == "ok"


def test_a_file_that_is_wrong_is_told_by_its_own_check(ground):
    define(ground, loop={"chain": []})
    assert examine("codex", *ground) == []
