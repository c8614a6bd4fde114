"""approve, cancel and off: a person at a real terminal, over runs that the hooks have made."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from harness_runtime.cli.main import VERBS, program
from harness_runtime.cli.sessions.idle import idle_sessions, turn_off_if_idle
from harness_runtime.events.gate.terminal import NothingToApprove, approve
from harness_runtime.session.store import Store
from tests.cli.pseudo_terminal import YES_NO, Talk, talk
from tests.conftest import piped_host
from tests.support.artifacts import repair_plan, small_plan, summary, tiny_plan
from tests.support.kept import Kept
from tests.support.piped import PipedHost

QUESTION = "Proceed with this Plan? [y/N]"


@pytest.fixture
def host(codex: PipedHost) -> PipedHost:
    return approved_in_a_terminal(codex)


def approved_in_a_terminal(host: PipedHost) -> PipedHost:
    host.data.mkdir()
    (host.data / "config.json").write_text('{"approval": "terminal"}')
    host.extra["HARNESS_LANG"] = "en"
    return host


@pytest.fixture(scope="module")
def waiting(tmp_path_factory: pytest.TempPathFactory) -> Kept:
    """A conversation whose tiny Plan waits for the terminal."""
    folder = tmp_path_factory.mktemp("waiting")
    host = approved_in_a_terminal(piped_host(folder, "codex"))
    answered(host, tiny_plan())
    return Kept.of(host, folder)


def person(host: PipedHost, *words: str, answer: str | None = None, **extra: str) -> Talk:
    """The person's own terminal; `answer` is typed when the question stands there."""
    environ = {"PATH": "/usr/bin:/bin", "HOME": str(host.home), "HARNESS_LANG": "en"}
    answers = [] if answer is None else [(YES_NO, answer)]
    return talk(*words, "--data", str(host.data), environ={**environ, **extra}, answers=answers)


def told(done: Talk) -> dict[str, Any]:
    """The JSON that ends what was shown."""
    found: dict[str, Any] = json.loads(done.shown[done.shown.rindex('{\n  "schema_version"') :])
    return found


def answered(host: PipedHost, plan: str) -> None:
    """A Plan, and a `y` that waits for the terminal."""
    host.prompt("$harness do it")
    host.stop(plan)
    host.prompt("y")
    assert host.state["pending"]["answered"] is True
    assert host.write("src/app.py").denied


class TestApprove:
    def test_it_shows_hash_and_boundary_and_an_exact_y_grants(self, host: PipedHost) -> None:
        answered(host, small_plan("src/app.py", "tests/test_app.py", commands=("pytest -q",)))
        digest = host.state["pending"]["sha256"]
        done = person(host, "approve", answer="y")
        assert done.exit_code == 0
        assert QUESTION in done.shown
        for shown in (digest, "src/app.py, tests/test_app.py", "pytest -q", "Small", "none", str(host.workspace)):
            assert shown in done.shown.replace("\n", "")
        assert host.state["phase"] == "implement"
        assert host.ledger[-1]["terminal"] is True
        host.prompt("go")
        assert host.write("src/app.py").silent
        assert host.write("src/other.py").denied

    def test_json_says_what_became_of_it(self, waiting: Kept) -> None:
        host = waiting.again()
        moved = told(person(host, "approve", host.session_id[:8], "--json", answer="y"))
        assert (moved["phase"], moved["held"], moved["authority"]) == ("implement", False, True)

    @pytest.mark.parametrize("answer", ["", "n", "Y", "yes", "y ", " y", "yy"])
    def test_anything_else_changes_nothing(self, waiting: Kept, answer: str) -> None:
        host = waiting.again()
        before = host.state
        done = person(host, "approve", answer=answer)
        assert (done.exit_code, host.state) == (2, before)
        assert person(host, "approve", answer="y").exit_code == 0

    def test_a_repair_plan_is_asked_about_as_one(self, host: PipedHost) -> None:
        answered(host, small_plan("src/app.py"))
        person(host, "approve", answer="y")
        host.prompt("go")
        host.stop(summary())
        host.prompt("go")
        host.stop(repair_plan(host.state["accepted"]["plan"], "src/app.py", "src/b.py", add=("src/b.py",)))
        host.prompt("y")
        done = person(host, "approve", answer="y")
        assert "Proceed with this Repair Plan? [y/N]" in done.shown
        assert host.state["phase"] == "repair_implement"

    def test_before_the_conversation_has_answered(self, host: PipedHost) -> None:
        host.prompt("$harness do it")
        host.stop(tiny_plan())
        done = person(host, "approve")
        assert (done.exit_code, QUESTION in done.shown) == (2, False)
        assert "y" in done.shown
        assert host.state["phase"] == "plan_pending"

    def test_nothing_pending(self, host: PipedHost) -> None:
        host.prompt("$harness do it")
        done = person(host, "approve")
        assert (done.exit_code, "nothing waits" in done.shown) == (2, True)

    def test_an_altered_artifact_is_not_shown_as_the_plan(self, waiting: Kept) -> None:
        host = waiting.again()
        path = host.folder / "artifacts" / f"{host.state['pending']['sha256']}.md"
        path.write_text(path.read_text().replace("src/app.py", "src/evil.py"))
        done = person(host, "approve")
        assert (done.exit_code, "evil" in done.shown, QUESTION in done.shown) == (2, False, False)

    def test_another_plan_that_comes_while_the_question_stands_is_not_granted(self, host: PipedHost) -> None:
        """What was shown is what is granted, or nothing."""
        answered(host, tiny_plan("src/app.py"))
        shown = host.state["pending"]["sha256"]
        host.stop(tiny_plan("src/other.py"))
        host.prompt("y")
        with pytest.raises(NothingToApprove):
            approve(Store(str(host.data), host.session_id), shown)
        assert host.state["phase"] == "plan_pending"

    def test_the_session_that_waits_is_found_among_others(self, waiting: Kept) -> None:
        host = waiting.again()
        other = PipedHost(
            data=host.data, workspace=host.workspace, home=host.home, session_id="zzz", extra=host.extra
        )
        other.prompt("$harness something else")
        assert person(host, "approve", answer="y").exit_code == 0
        assert (host.state["phase"], other.state["phase"]) == ("implement", "planning")

    def test_of_several_that_wait_none_is_guessed(self, waiting: Kept) -> None:
        host = waiting.again()
        other = PipedHost(
            data=host.data, workspace=host.workspace, home=host.home, session_id="zzz", extra=host.extra
        )
        answered(other, tiny_plan())
        done = person(host, "approve")
        assert done.exit_code == 2
        assert "zzz" in done.shown and host.session_id in done.shown
        assert person(host, "approve", "zzz", answer="y").exit_code == 0
        assert (host.state["phase"], other.state["phase"]) == ("plan_pending", "implement")


class TestCancel:
    def test_the_run_ends_and_the_session_stays_held(self, waiting: Kept) -> None:
        host = waiting.again()
        person(host, "approve", answer="y")
        assert host.write("src/app.py").silent
        moved = told(person(host, "cancel", host.session_id, "--json"))
        assert (moved["phase"], moved["held"], moved["authority"]) == ("cancelled", True, False)
        assert (host.ledger[-1]["terminal"], host.armed) == (True, True)
        assert "held" in host.write("src/app.py").reason

    def test_an_ended_run_stays_as_it_is(self, host: PipedHost) -> None:
        host.prompt("$harness x")
        person(host, "cancel", host.session_id)
        before = host.state
        done = person(host, "cancel", host.session_id)
        assert (done.exit_code, host.state) == (0, before)
        assert "already" in done.shown

    def test_a_state_that_cannot_be_used_names_the_way_out(self, host: PipedHost) -> None:
        host.prompt("$harness x")
        (host.folder / "state.json").write_text("{")
        done = person(host, "cancel", host.session_id)
        assert done.exit_code == 2
        assert f"harness-state off {host.session_id}" in done.shown.replace("\n", " ")


class TestOff:
    def test_a_run_is_cancelled_and_the_session_released(self, waiting: Kept) -> None:
        host = waiting.again()
        moved = told(person(host, "off", host.session_id, "--json"))
        assert moved == {
            "schema_version": 1,
            "session_id": host.session_id,
            "phase": "cancelled",
            "held": False,
            "authority": False,
            "set_aside": None,
        }
        assert not host.armed
        assert host.write("anything.py").silent

    @pytest.mark.parametrize("content", ["{", "", "[]", '{"schema_version": 99}'])
    def test_a_broken_state_is_set_aside_and_named(self, host: PipedHost, content: str) -> None:
        host.prompt("$harness x")
        (host.folder / "state.json").write_text(content)
        assert host.write("src/app.py").denied
        moved = told(person(host, "off", host.session_id, "--json"))
        kept = Path(moved["set_aside"])
        assert (kept / "state.json").read_text() == content
        assert (moved["phase"], moved["authority"], host.armed) == (None, False, False)
        assert host.write("src/app.py").silent


@pytest.mark.parametrize("verb", ["cancel", "off"])
class TestWithoutASession:
    """It is for the one armed session of this workspace, and never for a guess."""

    def there(self, host: PipedHost, verb: str) -> Talk:
        return person(host, verb, "--workspace", str(host.workspace / "src"))

    def test_the_one_armed_session_of_the_workspace(self, host: PipedHost, verb: str) -> None:
        elsewhere = replace(host, session_id="elsewhere", workspace=host.home / "elsewhere")
        elsewhere.workspace.mkdir()
        for each in (host, elsewhere):
            each.prompt("$harness do it")
        done = self.there(host, verb)
        assert (done.exit_code, host.state["phase"], elsewhere.state["phase"]) == (0, "cancelled", "planning"), done

    def test_of_several_none_is_guessed(self, host: PipedHost, verb: str) -> None:
        host.prompt("$harness do it")
        other = replace(host, session_id="other")
        other.prompt("$harness do it")
        done = self.there(host, verb)
        assert (done.exit_code, "other" in done.shown, host.armed, other.armed) == (2, True, True, True)

    def test_none_here_names_those_elsewhere(self, host: PipedHost, verb: str) -> None:
        host.prompt("$harness do it")
        done = person(host, verb, "--workspace", str(host.home))
        assert (done.exit_code, host.session_id in done.shown, host.armed) == (2, True, True)


class TestOffOfForgottenSessions:
    """`off --older-than`: all that is armed and that nobody came back to, when the person agrees."""

    @pytest.fixture
    def others(self, host: PipedHost) -> dict[str, PipedHost]:
        """Forgotten ones in several phases, and two in use: one by its prompts, one by a long turn of its agent."""
        made = {name: replace(host, session_id=name) for name in ("planned", "held", "broken", "prompted", "working")}
        for other in made.values():
            other.prompt("$harness do it")
        made["planned"].stop(tiny_plan())
        made["held"].prompt("cancel")
        (made["broken"].folder / "state.json").write_text("{")
        for name, other in made.items():
            if name != "prompted":
                for path in [*other.folder.rglob("*"), other.data / "armed" / name]:
                    os.utime(path, (0, 0))
        made["working"].shell("cat src/app.py")
        return made

    def off(self, host: PipedHost, *words: str, answer: str = "y") -> Talk:
        return person(host, "off", "--older-than", "30d", *words, answer=answer)

    def test_they_are_shown_and_turned_off(self, host: PipedHost, others: dict[str, PipedHost]) -> None:
        done = self.off(host, "--json")
        assert done.exit_code == 0
        assert {name for name in others if name in done.shown} == {"planned", "held", "broken"}
        off = {row["session_id"]: row for row in told(done)["sessions"]}
        assert {name: row["phase"] for name, row in off.items()} == {
            "planned": "cancelled",
            "held": "cancelled",
            "broken": None,
        }
        assert {name for name, other in others.items() if other.armed} == {"prompted", "working"}
        assert others["planned"].ledger[-1]["terminal"] is True
        assert others["prompted"].write("src/app.py").denied

    @pytest.mark.parametrize("answer", ["", "n", "Y", "yes"])
    def test_without_the_exact_y_nothing_changes(
        self, host: PipedHost, others: dict[str, PipedHost], answer: str
    ) -> None:
        assert self.off(host, answer=answer).exit_code == 2
        assert all(other.armed for other in others.values())

    def test_one_that_is_used_while_the_question_stands_is_left_alone(
        self, host: PipedHost, others: dict[str, PipedHost]
    ) -> None:
        found = {idle.session.session_id: idle for idle in idle_sessions([host.data], time.time() - 3600)}
        others["planned"].prompt("wait")
        assert [turn_off_if_idle(found[name]) for name in ("planned", "held")] == [False, True]
        assert others["planned"].armed

    def test_where_there_is_none_nobody_is_asked(self, host: PipedHost) -> None:
        host.prompt("$harness x")
        done = person(host, "off", "--older-than", "1d")
        assert (done.exit_code, YES_NO in done.shown, host.armed) == (0, False, True)

    @pytest.mark.parametrize("words", [(), ("s", "--older-than", "1d"), ("--older-than", "soon")])
    def test_it_must_be_said_which(self, host: PipedHost, words: tuple[str, ...]) -> None:
        host.prompt("$harness x")
        assert (person(host, "off", *words).exit_code, host.armed) == (2, True)


@pytest.mark.parametrize("words", [("approve",), ("cancel", "s"), ("off", "s"), ("off", "--older-than", "0h")])
class TestOnlyAPerson:
    def test_without_a_terminal(self, waiting: Kept, words: tuple[str, ...]) -> None:
        host = waiting.again()
        before = host.state
        done = subprocess.run(
            [sys.executable, "-m", "harness_runtime.cli.main", *words, "--data", str(host.data)],
            input=b"y\n", capture_output=True, timeout=60, env={"HOME": str(host.home), "PATH": "/usr/bin:/bin"},
        )  # fmt: skip
        assert (done.returncode, done.stdout, host.state) == (2, b"", before)

    @pytest.mark.parametrize("variable", ["CODEX_THREAD_ID", "CLAUDE_CODE_SESSION_ID"])
    def test_inside_a_hosts_session(self, host: PipedHost, words: tuple[str, ...], variable: str) -> None:
        done = person(host, *words, **{variable: "x"})
        assert (done.exit_code, variable in done.shown) == (2, True)

    def test_no_option_answers_for_the_person(self, host: PipedHost, words: tuple[str, ...]) -> None:
        command = program.get_command(None, words[0])  # type: ignore[arg-type]
        assert words[0] in VERBS and command is not None
        options = {name for option in command.params for name in option.opts if name.startswith("-")}
        assert options <= {"--data", "--workspace", "--json", "--older-than"}
