"""Both real hosts without their hooks: nothing is guarded, no activation context comes, the skill says to stop."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from .claude import Claude
from .codex import Codex
from .conftest import need
from .hands import DirectHands
from .scratch import Turn
from .scripted import Say
from .stage import Stage, resumed_stage
from .story import CONTEXT, GREETING, INSIDE, PLAN, REQUEST
from .terminal import harness_state

SKILL = {"codex": "$harness:harness add a greeting", "claude": "/harness:harness add a greeting"}
"""Spellings for which the host itself hands the model our SKILL.md."""


def check_that_the_agent_can_tell(stage: Stage, turn: Turn) -> None:
    """It hears how the context begins, what to do without it, and no context; and nothing would stop it."""
    heard = turn.heard()
    assert "`Harness active:`" in heard
    assert "stop as blocked, no plan, edit or gate prompt" in heard.replace("\n   ", " ")
    assert "harness-state doctor" in heard
    assert not CONTEXT.search(heard)
    assert stage.state == {}
    assert INSIDE in stage.files


def work(stage: Stage, prompt: str) -> Turn:
    return stage.say(prompt, stage.hands.write(INSIDE, GREETING), Say("written"))


# --- Codex --------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def own_codex(marketplace: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Codex]:
    """One whose settings these tests change."""
    need("codex")
    host = Codex(tmp_path_factory.mktemp("off"))
    host.install(marketplace)
    yield host
    host.close()


@contextmanager
def changed(file: Path, content: Callable[[str], str]) -> Iterator[None]:
    whole = file.read_text("utf-8") if file.exists() else None
    file.write_text(content(whole or ""), "utf-8")
    try:
        yield
    finally:
        if whole is None:
            file.unlink()
        else:
            file.write_text(whole, "utf-8")


def installed(codex: Codex) -> Path:
    return next((codex.home / "plugins" / "cache").rglob(".codex-plugin")).parent


OFF: dict[str, tuple[Callable[[Codex], Path], Callable[[str], str]]] = {
    "untrusted": (lambda codex: codex.home / "config.toml", lambda text: text.partition("[hooks")[0]),
    "switched off": (
        lambda codex: codex.home / "config.toml",
        lambda text: text.replace("[features]\n", "[features]\nhooks = false\n"),
    ),
    "plugin content changed": (lambda codex: installed(codex) / "more.txt", lambda _: "more"),
}


@pytest.mark.parametrize("how", OFF)
def test_codex(own_codex: Codex, name: str, how: str):
    place, content = OFF[how]
    stage = resumed_stage(own_codex, name)
    with changed(place(own_codex), content):
        turn = work(stage, SKILL["codex"])
    assert {hook.outcome for hook in turn.hooks} <= {"Failed"}
    check_that_the_agent_can_tell(stage, turn)


def test_codex_with_the_tool_hook_alone_switched_off(own_codex: Codex, name: str):
    """Activation and Stop go on, so the gate itself has to notice."""
    key = 'pre_tool_use:0:0"]\n'
    stage = Stage(own_codex, own_codex.new_conversation(name, watched=True), DirectHands())
    with changed(own_codex.home / "config.toml", lambda text: text.replace(key, f"{key}enabled = false\n")):
        stage.say(REQUEST, stage.hands.read("README.md"), Say(PLAN))
        early = stage.say("y", Say("I may not"))
    assert (stage.phase, stage.ledger[-2]["reason"]) == ("plan_pending", "guard_silent")
    for event in ("SessionStart", "UserPromptSubmit"):
        assert "PreToolUse" in early.told(event)


def test_the_doctor_sees_what_codex_skips_in_silence(own_codex: Codex):
    place, content = OFF["plugin content changed"]
    with changed(place(own_codex), content):
        assert "PreToolUse" in doctors_errors(own_codex, "codex")["codex_hooks"]


# --- Claude Code --------------------------------------------------------------------------------------------------


def test_claude_with_all_hooks_switched_off(claude: Claude, name: str):
    stage = resumed_stage(claude, name)
    off = {"disableAllHooks": True}
    with changed(claude.home / ".claude" / "settings.json", lambda text: json.dumps(json.loads(text) | off)):
        turn = work(stage, SKILL["claude"])
    assert turn.hooks == ()
    check_that_the_agent_can_tell(stage, turn)


def test_claude_with_a_hooks_file_that_it_does_not_take(marketplace: Path, tmp_path: Path):
    need("claude")
    copy = tmp_path / "marketplace"
    shutil.copytree(marketplace, copy, symlinks=True)
    next(copy.rglob("hooks.json")).write_text("{", "utf-8")
    with closing(Claude(tmp_path / "claude", HARNESS_LANG="en")) as host:
        host.install(copy)
        stage = resumed_stage(host, "talk")
        stage.talk.takes_the_plugin = False
        turn = work(stage, SKILL["claude"])
        errors = doctors_errors(host, "claude")
    assert turn.hooks == ()
    check_that_the_agent_can_tell(stage, turn)
    assert "claude_hooks" in errors


def doctors_errors(host: Codex | Claude, name: str) -> dict[str, str]:
    """What `harness-state doctor` finds wrong: the check's name and what it says."""
    code, screen = harness_state("doctor", f"--{name}", str(host.program), "--json", typed=(), env=host.env)
    errors = {check["name"]: check["detail"] for check in json.loads(screen)["checks"] if check["status"] == "error"}
    assert (code == 1) is bool(errors)
    return errors
