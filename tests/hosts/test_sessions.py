"""Both real hosts at once on one data folder: several sessions and workspaces, each guarded by its own run only."""

from __future__ import annotations

import itertools
import re
import threading
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from harness_runtime.session.store import Store
from tests.session.conftest import fresh_state

from .claude import Claude
from .codex import Codex
from .conftest import need
from .scratch import session_state
from .scripted import Say
from .stage import Stage, live_stage
from .story import GREETING, INSIDE, OUTSIDE, PLAN, REQUEST


@pytest.fixture(scope="module")
def beside(codex: Codex, marketplace: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Claude]:
    """Claude Code with Codex's data folder."""
    need("claude")
    host = Claude(tmp_path_factory.mktemp("beside"))
    host.data.parent.mkdir(parents=True)
    host.data.symlink_to(codex.data)
    host.install(marketplace)
    yield host
    host.close()


def at_once(*works: Callable[[], object]) -> None:
    """Run them in threads; the first failure is raised when all have ended."""
    failures: list[BaseException] = []

    def guarded(work: Callable[[], object]) -> None:
        try:
            work()
        except BaseException as failure:
            failures.append(failure)

    threads = [threading.Thread(target=guarded, args=(work,)) for work in works]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if failures:
        raise failures[0]


def test_two_hosts_at_once(codex: Codex, beside: Claude, name: str):
    one, two = live_stage(codex, name), live_stage(beside, name)
    stages = (one, two)

    def whole_gate(stage: Stage) -> None:
        stage.say(REQUEST, stage.hands.read("README.md"), Say(PLAN))
        stage.say("y", stage.hands.write(INSIDE, GREETING), stage.hands.write(OUTSIDE, GREETING), Say("written"))

    with closing(one.talk), closing(two.talk):
        at_once(lambda: whole_gate(one), lambda: whole_gate(two))
    assert [stage.data.resolve() for stage in stages] == [codex.data] * 2
    assert [(stage.phase, stage.state["host"]) for stage in stages] == [
        ("implement", "codex"),
        ("implement", "claude"),
    ]
    assert [(INSIDE in stage.files, OUTSIDE in stage.files) for stage in stages] == [(True, False)] * 2
    assert [stage.state["workspace_root"] for stage in stages] == [str(stage.talk.workspace) for stage in stages]
    assert all((codex.data / "armed" / stage.talk.session).exists() for stage in stages), (
        "a session's end ends no run"
    )


@pytest.mark.parametrize("host", ["codex", "claude"])
def test_a_session_without_the_request_is_left_alone_and_answers_nothing(
    request: pytest.FixtureRequest, host: str, name: str
):
    program = request.getfixturevalue(host)
    asked, free = (live_stage(program, f"{name}-{kind}") for kind in ("asked", "free"))
    with closing(asked.talk), closing(free.talk):
        asked.say(REQUEST, asked.hands.read("README.md"), Say(PLAN))
        turn = free.say(
            "y", free.hands.write(INSIDE, GREETING), free.hands.shell(f"echo x > {OUTSIDE}"), Say("written")
        )
        asked.say("what now?", asked.hands.write(INSIDE, GREETING), Say("I may not"))
    assert (asked.phase, INSIDE in asked.files) == ("plan_pending", False)
    assert {INSIDE, OUTSIDE} <= free.files
    assert session_state(program.data, free.talk.session) is None
    assert {(hook.told, hook.added) for hook in turn.hooks} == {("", "")}, "to it the hooks are silent"


@pytest.mark.parametrize("host", ["codex", "claude"])
def test_the_end_of_a_session_lets_go_of_what_is_over_and_of_nothing_else(
    request: pytest.FixtureRequest, host: str, name: str
):
    program = request.getfixturevalue(host)
    over, held = (forgotten(program.data, f"{name}-{phase}", phase) for phase in ("completed", "cancelled"))
    for _ in range(10):  # the host gives the hook a second or so: what is too much for it waits for the next end
        program.new_conversation(f"{name}-{next(COUNT)}").say("hello", Say("hello"))
        if not over.is_armed():
            break
    assert (over.is_armed(), held.is_armed()) == (False, True)
    held.release()


COUNT = itertools.count()


def forgotten(data: Path, session: str, phase: str) -> Store:
    """A session whose run ended long ago, and which is armed."""
    store = Store(str(data), session)
    with store.locked():
        store.arm()
        store.commit(fresh_state(session_id=session, phase=phase, held=phase == "cancelled"), "made")
    state = store.folder / "state.json"
    state.write_text(re.sub(r'"updated_at":"\d{4}', '"updated_at":"2020', state.read_text("utf-8")), "utf-8")
    return store
