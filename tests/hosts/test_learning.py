"""Both real hosts: what a session did becomes a skill that the next one lists; a panel is answered without the host's
model."""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.models import answering, asked
from tests.support.piped import ROOT

from .claude import Claude
from .scratch import run
from .scripted import Say
from .stage import Stage, configured, live_stage

pytestmark = pytest.mark.usefixtures("forked_hooks")

SKILL = {"learned": True, "name": "say-hi", "description": "Says hi in a shell.", "body": "# Hi\n\n1. `echo hi`"}
LISTED = "say-hi: Says hi in a shell."


@pytest.fixture
def library(stage: Stage) -> Iterator[Path]:
    """The host's folder of the person's own skills, as it was afterwards."""
    home = stage.host.home / ".claude" if isinstance(stage.host, Claude) else stage.host.home
    yield home / "skills"
    shutil.rmtree(home / "skills/say-hi", ignore_errors=True)


def harness_state(stage: Stage, *words: str) -> dict:
    program = [sys.executable, "-m", "harness_runtime.cli.main", *words, "--data", str(stage.data), "--json"]
    done = run(program, stage.talk.workspace, {**stage.host.env, "PYTHONPATH": str(ROOT)})
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_the_next_session_lists_what_was_learned(stage: Stage, library: Path, tmp_path: Path, name: str) -> None:
    """Harness was never on in this session. The prompt offers a change of what the terminal wrote."""
    stage.say("say hi", stage.hands.shell("echo hi"), stage.hands.shell("exit 3"), Say("said"))
    mentor = answering(tmp_path, "mentor", SKILL)
    with configured(stage.data, model={"learn": {"command": mentor}}):
        written = harness_state(stage, "learn", "--session", stage.talk.session)["written"]
        assert Path(written) == (library / "say-hi/SKILL.md").resolve()
        answering(tmp_path, "mentor", {**SKILL, "body": "# Hi\n\n1. `echo hi there`"})
        offered = stage.say("$harness:learn how hi is said")
        assert not offered.requests
        assert "+1. `echo hi there`" in offered.told("UserPromptSubmit")
        assert "there" not in Path(written).read_text("utf-8")
        assert harness_state(stage, "learn", "--update", "say-hi")["written"] == written
    assert "CALL [RAN, exit 0] shell:\n  echo hi" in asked(mentor)
    assert "CALL [FAILED, exit 3] shell:\n  exit 3" in asked(mentor)
    assert "PERSON:\n  say hi\n" in asked(mentor)
    following = live_stage(stage.host, f"{name}-next")
    try:
        assert LISTED in following.say("hello", Say("hello")).heard()
    finally:
        following.talk.close()


def test_a_panel_answers_without_the_hosts_model(stage: Stage, tmp_path: Path) -> None:
    panel = [{"command": answering(tmp_path, model, text)} for model, text in (("alpha", "Yes."), ("beta", "No."))]
    judge = {"command": answering(tmp_path, "gamma", "No, beta is right; alpha says yes.")}
    with configured(stage.data, model={"panel": [*panel, {"command": ["absent"]}], "synthesis": judge}):
        answered = stage.say("$harness:panel Is it safe?")
    assert not answered.requests
    told = answered.told("UserPromptSubmit")
    assert "No, beta is right; alpha says yes." in told
    assert "- absent: " in told
