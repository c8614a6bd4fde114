"""`harness-state` brings Harness into the real Codex and takes it out again."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from .codex import Codex
from .conftest import need
from .scratch import session_state
from .scripted import Say
from .story import PLAN, REQUEST
from .terminal import harness_state


@pytest.fixture
def bare_codex(tmp_path: Path) -> Iterator[Codex]:
    need("codex")
    host = Codex(tmp_path / "codex")
    yield host
    host.close()


def test_install_trust_use_uninstall(bare_codex: Codex):
    program = ("--codex", str(bare_codex.program))
    code, screen = harness_state("install", "codex", *program, typed=("en", "y"), env=bare_codex.env)
    assert code == 0, screen

    guarded = bare_codex.new_conversation("guarded")
    guarded.say(REQUEST, Say(PLAN))
    state = session_state(bare_codex.data, guarded.session)
    assert (state["phase"], state["language"]) == ("plan_pending", "en")

    code, screen = harness_state("uninstall", "codex", *program, typed=(), env=bare_codex.env)
    assert code == 2, "an open run would go on unguarded: " + screen
    guarded.say("$harness:off", Say("it is off"))
    code, screen = harness_state("uninstall", "codex", *program, typed=(), env=bare_codex.env)
    assert code == 0, screen
    assert bare_codex.new_conversation("free").say(REQUEST, Say("hello")).hooks == ()


def test_hooks_that_the_person_declines_to_trust_do_not_run(bare_codex: Codex):
    program = ("--codex", str(bare_codex.program))
    code, screen = harness_state("install", "codex", *program, typed=("ko", "n"), env=bare_codex.env)
    assert code == 1, screen
    assert bare_codex.new_conversation("unguarded").say(REQUEST, Say(PLAN)).hooks == ()
