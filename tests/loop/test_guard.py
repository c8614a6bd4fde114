"""Guard without a run: what is watched, that nothing else is, and how it gets along with a run."""

from __future__ import annotations

import json
import os
import time

import pytest

from harness_runtime.loop.undo.rollback import listing
from harness_runtime.session.layout import guarded_path
from harness_runtime.session.store import Store
from tests.support.artifacts import tiny_completion, tiny_plan
from tests.support.piped import PipedHost, Reply


@pytest.fixture
def guarded(codex: PipedHost) -> PipedHost:
    codex.extra["HARNESS_LANG"] = "en"
    told = codex.prompt("$harness:guard on")
    assert told.answer["decision"] == "block"
    assert "Guard is on in this session:" in told.reason
    return codex


def say(host: PipedHost, text: str) -> str:
    """A command: the prompt is answered by the hook and goes no further."""
    told = host.prompt(text)
    assert told.answer["decision"] == "block"
    assert not told.context
    return told.reason


def write(host: PipedHost, name: str, text: str = "new\n") -> Reply:
    patch = f"*** Begin Patch\n*** Add File: {name}\n+{text}*** End Patch\n"
    reply = host.tool("apply_patch", {"command": patch})
    if not reply.denied:
        (host.workspace / name).write_text(text, "utf-8")
        host.finished("done")
    return reply


def read(host: PipedHost) -> Reply:
    reply = host.shell("cat src/app.py")
    if not reply.denied:
        host.finished("x")
    return reply


def test_every_call_passes(guarded: PipedHost) -> None:
    guarded.prompt("do it")
    for reply in (
        write(guarded, "anywhere.py"),
        guarded.shell("make all && rm -rf build"),
        guarded.tool("mcp__x__y", {"a": 1}),
        guarded.tool("write_stdin", {"session_id": 1, "chars": "y"}),
        guarded.shell("cat .env"),
        guarded.tool("apply_patch", {"command": "no patch"}),
        guarded.fire("PermissionRequest", tool_name="write_stdin", tool_input={"chars": "y"}),
    ):
        assert reply.silent


def test_a_repetition_stops_the_turn(guarded: PipedHost) -> None:
    guarded.prompt("do it")
    replies = [read(guarded) for _ in range(6)]
    assert "[repeated]" in replies[2].context
    assert "[repeated_stop]" in replies[5].reason
    assert write(guarded, "x.py").denied
    ended = guarded.stop("I cannot go on")
    assert "was stopped because the agent made the same call" in ended.message
    assert not ended.reason
    guarded.prompt("go on")
    assert read(guarded).silent


def test_a_command_that_is_not_understood_may_have_changed_something(guarded: PipedHost) -> None:
    guarded.prompt("do it")
    for number in range(7):
        assert read(guarded).silent
        guarded.shell(f"make step-{number}")
        guarded.finished("x")


def test_changes_are_put_back(guarded: PipedHost) -> None:
    guarded.prompt("do it")
    write(guarded, "new.py")
    guarded.shell("rm src/app.py")
    before = (guarded.workspace / "src/app.py").read_bytes()
    (guarded.workspace / "src/app.py").unlink()
    guarded.finished("")
    assert guarded.shell("touch .env").silent
    (guarded.workspace / ".env").touch()
    guarded.finished("")
    shown = say(guarded, "$harness:rollback")
    assert "2 paths that this session has changed" in shown
    assert "- new.py: new, would be deleted\n- src/app.py: would be put back" in shown
    assert "- src/app.py: put back" in say(guarded, "$harness:rollback all")
    assert (guarded.workspace / "src/app.py").read_bytes() == before
    assert not (guarded.workspace / "new.py").exists()
    assert (guarded.workspace / ".env").exists()  # a secret is never copied
    assert "nothing to put back" in say(guarded, "$harness:rollback")


@pytest.mark.parametrize("secret", [".env", "keys/server.pem"])
@pytest.mark.parametrize("there", [True, False])
def test_a_secret_is_named_and_never_copied(guarded: PipedHost, secret: str, there: bool) -> None:
    guarded.prompt("do it")
    file = guarded.workspace / secret
    file.parent.mkdir(exist_ok=True)
    if there:
        file.write_text("KEY=hunter2secret", "utf-8")
    told = guarded.write(secret).message
    assert f"no copy could be kept of 1 files before they change: {secret} (a secret is never copied)" in told
    file.write_text("KEY=another", "utf-8")
    guarded.finished("")
    assert f"- {secret}: nothing (a secret is never copied)" in say(guarded, "$harness:rollback")
    say(guarded, "$harness:rollback all")
    assert file.read_text("utf-8") == "KEY=another"
    assert not [path for path in guarded.data.rglob("*") if path.is_file() and b"hunter2secret" in path.read_bytes()]


@pytest.mark.parametrize("words", ["two  blanks.txt", "--force two  blanks.txt", "two  blanks.txt --force"])
def test_a_path_is_taken_with_the_blanks_that_it_has(guarded: PipedHost, words: str) -> None:
    guarded.write("two  blanks.txt")
    (guarded.workspace / "two  blanks.txt").write_text("x", "utf-8")
    guarded.finished("")
    assert "- two  blanks.txt: removed" in say(guarded, f"$harness:rollback {words}")


def test_a_note_is_delivered(guarded: PipedHost) -> None:
    assert "Nothing is running. The note is kept" in say(guarded, "$harness:steer look at the parser")
    assert "> look at the parser" in guarded.prompt("do it").context
    guarded.shell("make")
    assert "The agent gets it after its current tool call" in say(guarded, "$harness:steer no, the lexer")
    assert "> no, the lexer" in guarded.finished("x").context
    guarded.stop("done")
    assert "kept for the next turn" in say(guarded, "$harness:steer and again")


def test_it_is_switched_off(guarded: PipedHost) -> None:
    assert "already" in say(guarded, "$harness:guard on")
    assert "Guard is on" in say(guarded, "$harness:guard")
    assert "Guard is off" in say(guarded, "$harness:guard off")
    assert not guarded.armed
    assert not os.path.lexists(guarded_path(str(guarded.data), guarded.session_id))
    assert all(read(guarded).silent for _ in range(8))


def test_off_releases_it_too(guarded: PipedHost) -> None:
    assert "off" in say(guarded, "$harness:off")
    assert not guarded.armed
    assert not os.path.lexists(guarded_path(str(guarded.data), guarded.session_id))


@pytest.mark.parametrize("words", ["maybe", "on off", "ON"])
def test_other_words_change_nothing(codex: PipedHost, words: str) -> None:
    codex.extra["HARNESS_LANG"] = "en"
    assert "Say `$harness:guard on`" in say(codex, f"$harness:guard {words}")
    assert not codex.armed


def test_a_child_or_a_machine_switches_nothing(codex: PipedHost) -> None:
    codex.prompt("$harness:guard on", agent_id="a", agent_type="worker")
    codex.prompt("<task-notification>\n$harness:guard on")
    assert not codex.armed


def test_settings_that_cannot_be_used_are_told(codex: PipedHost) -> None:
    codex.extra["HARNESS_LANG"] = "en"
    codex.data.mkdir(mode=0o700)
    (codex.data / "config.json").write_text('{"agent": {"max_turns": 0}}', "utf-8")
    assert "agent.max_turns: must be a whole number" in say(codex, "$harness:guard on")
    assert not codex.armed


def test_a_home_folder_is_no_workspace(codex: PipedHost) -> None:
    codex.extra["HARNESS_LANG"] = "en"
    codex.home = codex.workspace
    assert "is no folder to work in" in say(codex, "$harness:guard on")
    assert not codex.armed


# Beside a run


def test_a_run_takes_over_and_guard_comes_back_after_it(guarded: PipedHost) -> None:
    guarded.approve(tiny_plan("src/app.py"))
    assert guarded.state["phase"] == "implement"
    assert write(guarded, "outside.py").denied
    guarded.stop(tiny_completion())
    assert "Harness" in guarded.prompt("thanks").context  # released
    assert guarded.armed
    assert write(guarded, "outside.py").silent
    assert "Guard is on" in say(guarded, "$harness:guard")


def test_a_run_whose_state_is_lost_is_never_taken_for_a_guarded_session(guarded: PipedHost) -> None:
    guarded.prompt("$harness do it")
    (guarded.folder / "state.json").unlink()
    assert "[state_unreadable]" in write(guarded, "outside.py").reason


def test_switched_on_in_a_run_it_begins_after_it(codex: PipedHost) -> None:
    codex.extra["HARNESS_LANG"] = "en"
    codex.approve(tiny_plan("src/app.py"))
    assert "stays on after the run" in say(codex, "$harness:guard on")
    assert write(codex, "outside.py").denied
    codex.stop(tiny_completion())
    codex.prompt("thanks")
    assert codex.armed
    assert write(codex, "outside.py").silent


def test_switched_off_in_a_run_it_does_not(guarded: PipedHost) -> None:
    guarded.approve(tiny_plan("src/app.py"))
    assert "off once the run has ended" in say(guarded, "$harness:guard off")
    assert write(guarded, "outside.py").denied
    guarded.stop(tiny_completion())
    guarded.prompt("thanks")
    assert not guarded.armed


def test_a_command_answers_no_gate(codex: PipedHost) -> None:
    codex.extra["HARNESS_LANG"] = "en"
    codex.prompt("$harness do it")
    codex.stop(tiny_plan("src/app.py"))
    say(codex, "$harness:steer y")
    assert codex.state["phase"] == "plan_pending"
    assert codex.prompt("y").answer.get("decision") != "block"
    assert codex.state["phase"] == "implement"


def test_what_is_known_of_it_cannot_be_used(guarded: PipedHost) -> None:
    path = guarded_path(str(guarded.data), guarded.session_id)
    with open(path, "w", encoding="utf-8") as file:
        file.write("{")
    assert "[state_unreadable]" in read(guarded).reason
    assert say(guarded, "$harness:off")
    assert read(guarded).silent


# Its end


def test_after_a_day_without_a_turn_another_sessions_end_lets_it_go(guarded: PipedHost) -> None:
    other = "99999999-2222-4333-8444-555555555555"
    guarded.fire("SessionEnd", reason="other", session_id=other)
    assert guarded.armed
    path = guarded_path(str(guarded.data), guarded.session_id)
    old = time.time() - 25 * 3600
    os.utime(path, (old, old))
    guarded.fire("SessionEnd", reason="other", session_id=other)
    assert not guarded.armed
    assert not os.path.lexists(path)


def test_a_resumed_session_says_that_it_is_guarded(guarded: PipedHost) -> None:
    assert "Guard is on in this session" in guarded.fire("SessionStart", source="resume").message


def test_first_copies_stay_with_the_session(guarded: PipedHost) -> None:
    guarded.prompt("do it")
    write(guarded, "src/app.py", "changed\n")
    say(guarded, "$harness:guard off")
    rows = listing(Store(str(guarded.data), guarded.session_id))
    assert [(row.path, row.state) for row in rows] == [("src/app.py", "restorable")]
    fields = json.loads((guarded.folder / "undo/records").read_text("ascii").partition("{")[2].join(("{", "")))
    assert fields["run"] == "guard"


# Every session


@pytest.fixture
def always(codex: PipedHost) -> PipedHost:
    codex.extra["HARNESS_LANG"] = "en"
    codex.data.mkdir(mode=0o700)
    (codex.data / "config.json").write_text('{"always_armed": true, "agent": {"repeat_limit": 2}}', "utf-8")
    return codex


@pytest.mark.parametrize("event", ["SessionStart", "UserPromptSubmit"])
def test_the_persons_config_may_guard_every_session(always: PipedHost, event: str) -> None:
    assert always.fire(event, source="startup", prompt="hello").silent
    assert always.armed
    assert ["[repeated]" in read(always).context for _ in range(2)] == [False, True]


def test_a_config_that_is_a_link_guards_as_well(always: PipedHost) -> None:
    (always.data / "config.json").rename(always.home / "dotfile.json")
    (always.data / "config.json").symlink_to(always.home / "dotfile.json")
    assert always.prompt("hello").silent
    assert always.armed


@pytest.mark.parametrize("whose", ["project", "person"])
def test_settings_that_keep_it_from_that_are_told_when_the_session_begins(always: PipedHost, whose: str) -> None:
    if whose == "project":
        (always.workspace / ".harness").mkdir()
        (always.workspace / ".harness/guard.json").write_text("{", "utf-8")
    else:
        (always.data / "config.json").write_text('{"always_armed": true, "languag": "en"}', "utf-8")
    told = always.fire("SessionStart", source="startup").message
    assert "Guard is not on, because the settings cannot be used" in told
    assert (always.prompt("hello").silent, always.armed) == (True, False)


def test_switched_off_in_one_session_it_stays_off_there(always: PipedHost) -> None:
    always.prompt("hello")
    assert "Guard is off" in say(always, "$harness:guard off")
    always.prompt("hello again")
    always.fire("SessionStart", source="resume")
    assert not always.armed
    assert "Guard is on in this session:" in say(always, "$harness:guard on")


@pytest.mark.parametrize("config", ['{"always_armed": false}', '{"always_armed": 1}', "{", '{"language": "en"}'])
def test_any_other_config_guards_none(codex: PipedHost, config: str) -> None:
    codex.data.mkdir(mode=0o700)
    (codex.data / "config.json").write_text(config, "utf-8")
    codex.fire("SessionStart", source="startup")
    codex.prompt("hello")
    assert not codex.armed


@pytest.mark.parametrize("armed", [False, True])
def test_a_mistyped_command_is_answered_and_arms_nothing(codex: PipedHost, armed: bool) -> None:
    codex.extra["HARNESS_LANG"] = "en"
    if armed:
        codex.prompt("$harness:guard on")
    told = say(codex, "$harness:gaurd on")
    assert "`$harness:gaurd` is no command of Harness" in told and "Did you mean `$harness:guard`?" in told
    assert codex.armed is armed
    assert codex.prompt("<task-notification>$harness:gaurd").silent


def test_help_says_what_each_command_is_for(codex: PipedHost) -> None:
    codex.extra["HARNESS_LANG"] = "en"
    told = say(codex, "$harness:help")
    assert (
        told.startswith("`$harness …` begins a run") and "\n`$harness:off` turn Harness off in this session\n" in told
    )
    assert not codex.armed


def test_a_goal_alone_is_no_switch(codex: PipedHost) -> None:
    codex.extra["HARNESS_LANG"] = "en"
    codex.prompt("$harness:goal make it green")
    assert "Say `$harness:guard on`" in say(codex, "$harness:guard")
    codex.prompt("$harness:guard on")
    assert "Guard is on in this session" in say(codex, "$harness:guard")
