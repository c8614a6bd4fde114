"""Both real hosts: one long turn with every loop guard in it, from the goal to the procedure that is kept of it."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from harness_runtime.loop.steering import queue
from tests.loop.models import DONE, MET, Scripted, missing

from .claude import Claude
from .scripted import Act, Say
from .stage import Stage, configured
from .test_learning import harness_state

GOAL = "move the settings reader over to TOML"
LOADER, NOTE = "src/loader.py", "the loader is src/loader.py, not src/settings.py"
NEVER_RUN = "the tests were never run"
SUITE = 'python3 -c \'import sys; sys.exit(open("src/loader.py").read().count("old"))\''
SKILL = {
    "learned": True,
    "name": "migrate-loader",
    "description": "Migrates a config loader to another schema.",
    "body": f"# Migrate a loader\n\n1. Change `{LOADER}`.\n2. Run `{SUITE}`.",
}


@pytest.fixture
def library(stage: Stage) -> Iterator[Path]:
    home = stage.host.home / ".claude" if isinstance(stage.host, Claude) else stage.host.home
    yield home / "skills"
    shutil.rmtree(home / "skills/migrate-loader", ignore_errors=True)


def test_everything_together(stage: Stage, library: Path, tmp_path: Path) -> None:
    critic = Scripted(tmp_path / "critic", missing(NEVER_RUN), DONE)
    judge, mentor = Scripted(tmp_path / "judge", MET), Scripted(tmp_path / "mentor", SKILL)
    models = {"critic": critic.setting, "judge": judge.setting, "learn": mentor.setting}
    hands = stage.hands

    def steered(_: dict) -> Sequence[Act]:
        """The person sees the agent look at the wrong file, and says so while it works."""
        queue(str(stage.data), str(stage.talk.session), NOTE)
        return [hands.read("src/app.py")]

    stage.say("hello", Say("hello"))
    with configured(stage.data, model=models, agent={"verify_replies": True}, language="en"):
        told = stage.say(
            f"$harness:goal {GOAL}",
            *[hands.read("README.md")] * 3,
            steered,
            hands.write(LOADER, "schema = 'old'\nversion = 'old'"),
            Say("The loader is migrated."),
            hands.shell(SUITE),
            hands.edit(LOADER, "schema = 'old'", "schema = 'new'"),
            hands.edit(LOADER, "version = 'old'", "version = 'new'"),
            hands.shell(SUITE),
            Say("The loader is migrated, and its tests pass."),
        )
        learned = harness_state(stage, "learn", "--session", str(stage.talk.session))

    heard = told.heard()
    assert f"> {GOAL}" in heard
    assert heard.count("Harness [repeated]: ") == 1
    assert heard.count(f"> {NOTE}") == 1
    assert heard.count(f"Before finishing: {NEVER_RUN}") == 1
    assert (stage.talk.workspace / LOADER).read_text("utf-8").split() == [
        "schema",
        "=",
        "'new'",
        "version",
        "=",
        "'new'",
    ]
    first, second = critic.asked
    assert SUITE not in first and NOTE in first
    assert "[failed: exit 2]" in second or "[failed]" in second
    assert len(judge.asked) == 1
    assert "the goal is met" in told.told("Stop")
    assert told.said == "The loader is migrated, and its tests pass."
    goal = json.loads((stage.data / "runs" / str(stage.talk.session) / "goal.json").read_text("utf-8"))
    assert (goal["state"], goal["iterations"]) == ("met", 0)
    assert SUITE in mentor.asked[0]
    assert learned["written"] == str((library / "migrate-loader/SKILL.md").resolve())
