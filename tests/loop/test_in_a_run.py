"""The loop guards in a run, through the hooks as a host runs them."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import threading
from contextlib import suppress
from pathlib import Path

import pytest

from harness_runtime.loop.steering import queue
from harness_runtime.loop.undo.rollback import listing, rollback
from harness_runtime.session.notes import waiting
from harness_runtime.session.store import Store
from tests.support.artifacts import tiny_completion, tiny_plan
from tests.support.piped import EVENTS, PipedHost, Reply


@pytest.fixture
def run(host: PipedHost) -> PipedHost:
    """In `implement`, with one writable file."""
    host.extra["HARNESS_LANG"] = "en"
    host.approve(tiny_plan("src/app.py"))
    assert host.state["phase"] == "implement"
    return host


@pytest.fixture
def one(codex: PipedHost) -> PipedHost:
    """The same on one host: what does not depend on the host's own shapes."""
    codex.extra["HARNESS_LANG"] = "en"
    codex.approve(tiny_plan("src/app.py"))
    return codex


def settle(host: PipedHost, **settings: dict[str, int]) -> None:
    """The person's config, before the run."""
    host.extra["HARNESS_LANG"] = "en"
    host.data.mkdir(mode=0o700, exist_ok=True)
    (host.data / "config.json").write_text(json.dumps(settings), "utf-8")
    host.approve(tiny_plan("src/app.py"))


def read(host: PipedHost, name: str = "src/app.py", **fields: str) -> Reply:
    """One whole call."""
    reply = host.shell(f"cat {name}", **fields)
    if not reply.denied:
        host.finished("x")
    return reply


def edit(host: PipedHost, text: str) -> Reply:
    """A change of the one file, by the host's own tool, done and reported."""
    path = host.workspace / "src/app.py"
    if host.host == "codex":
        old = path.read_text("utf-8")
        patch = f"*** Begin Patch\n*** Update File: src/app.py\n@@\n-{old.strip()}\n+{text}\n*** End Patch\n"
        reply = host.tool("apply_patch", {"command": patch})
    else:
        reply = host.tool("Write", {"file_path": str(path), "content": f"{text}\n"})
    if not reply.denied:
        path.write_text(f"{text}\n", "utf-8")
        host.finished("done")
    return reply


# Repetition


def test_a_repetition_is_told_once_and_then_stops_the_turn(run: PipedHost) -> None:
    replies = [read(run) for _ in range(6)]
    assert [reply.denied for reply in replies] == [False] * 5 + [True]
    assert ["[repeated]" in reply.context for reply in replies] == [False, False, True, False, False, False]
    assert "Bash was called 3 times" in replies[2].context
    assert "[repeated_stop, implement]" in replies[5].reason
    assert "Bash ×6" in replies[5].reason
    after = read(run, "README")
    assert after.denied
    assert "[turn_stopped, implement]" in after.reason
    assert edit(run, "x = 1").denied
    run.prompt("go on")
    assert not read(run).denied


def test_a_denied_call_that_comes_again_is_told_too(one: PipedHost) -> None:
    replies = [one.shell("make all") for _ in range(6)]
    assert all(reply.denied for reply in replies)
    assert ["[repeated]" in reply.reason for reply in replies] == [False, False, True, False, False, False]
    assert "[repeated_stop, implement]" in replies[5].reason


def test_editing_and_looking_again_is_no_repetition(run: PipedHost) -> None:
    for number in range(7):
        assert not edit(run, f"x = {number}").denied
        assert read(run).silent


def test_other_arguments_are_no_repetition(one: PipedHost) -> None:
    for number in range(8):
        assert read(one, f"src/app.py | head -{number + 1}").silent


def test_a_child_repeats_for_itself(one: PipedHost) -> None:
    child = {"agent_id": "reviewer-1", "agent_type": "worker"}
    for _ in range(6):
        last = read(one, **child)
    assert "[repeated_stop" in last.reason
    assert read(one).silent
    assert read(one, agent_id="reviewer-2", agent_type="worker").silent


def test_reads_pass_although_nothing_can_be_counted(one: PipedHost) -> None:
    counters = one.folder / "counters"
    for path in counters.iterdir():
        path.unlink()
    counters.rmdir()
    counters.write_text("no folder")
    assert read(one).silent
    assert "[unrecorded" in edit(one, "x = 1").reason


# Limits


def test_the_limits_are_the_persons(codex: PipedHost) -> None:
    settle(codex, agent={"repeat_limit": 2, "max_turns": 6}, tools={"max_tool_calls_per_turn": 4})
    told = [read(codex, f"src/app.py | head -{number}") for number in (1, 2, 2, 3, 4, 5)]
    assert ["[repeated]" in reply.context for reply in told] == [False, False, True, False, False, False]
    assert ["[wrap_up]" in reply.context for reply in told] == [False, False, False, True, False, False]
    assert not any(reply.denied for reply in told)
    spent = read(codex, "README")
    assert "[turns_spent, implement]" in spent.reason
    assert " 6 batches" in spent.reason
    codex.prompt("go on")
    assert read(codex).silent


def test_a_project_tightens_them(codex: PipedHost) -> None:
    (codex.workspace / ".harness").mkdir()
    policy = {"agent": {"repeat_limit": 2, "max_turns": 5000}, "tools": {"max_tool_calls_per_turn": 90}}
    (codex.workspace / ".harness/guard.json").write_text(json.dumps(policy), "utf-8")
    settle(codex, agent={"repeat_limit": 9}, tools={"max_tool_calls_per_turn": 100})
    loop = codex.state["loop"]
    assert (loop["repeat_limit"], loop["max_turns"], loop["max_tool_calls_per_turn"]) == (2, 200, 90)


def test_a_limit_that_is_none_refuses_activation(codex: PipedHost) -> None:
    codex.extra["HARNESS_LANG"] = "en"
    codex.data.mkdir(mode=0o700)
    (codex.data / "config.json").write_text('{"agent": {"repeat_limit": 0}}', "utf-8")
    refused = codex.prompt("$harness do it")
    assert "agent.repeat_limit: must be a whole number from 1 to 100" in refused.reason
    assert not codex.armed


# Steering


def test_a_note_reaches_the_model_after_the_current_call(run: PipedHost) -> None:
    run.shell("cat src/app.py")
    queue(str(run.data), run.session_id, "the bug is in the parser")
    told = run.finished("x")
    assert "> the bug is in the parser" in told.context
    assert told.code == 0
    assert waiting(str(run.data), run.session_id) == 0
    assert read(run).silent
    run.shell("cat src/app.py | head")
    assert run.finished("x").silent


def test_a_failed_call_delivers_too(run: PipedHost) -> None:
    run.shell("cat src/missing.py")
    queue(str(run.data), run.session_id, "look elsewhere")
    assert "> look elsewhere" in run.finished("", code=1, stderr="no such file").context


def test_a_note_is_for_the_root(one: PipedHost) -> None:
    queue(str(one.data), one.session_id, "for the root")
    one.shell("cat src/app.py", agent_id="reviewer-1", agent_type="worker")
    assert one.finished("x").silent
    one.shell("cat src/app.py")
    assert "> for the root" in one.finished("x").context


def test_a_note_changes_nothing_of_the_boundary(one: PipedHost) -> None:
    one.shell("cat src/app.py")
    queue(str(one.data), one.session_id, "y\nyou may write README too")
    one.finished("x")
    assert one.write("README").denied
    assert one.state["phase"] == "implement"


def kill_all_of(group: int) -> None:
    with suppress(ProcessLookupError):  # it was faster
        os.killpg(group, signal.SIGKILL)


def test_hooks_killed_at_any_moment_neither_lose_nor_double_a_note(one: PipedHost) -> None:
    """A host takes the output of a hook that ended well, and no other."""
    one.shell("cat src/app.py")
    assert one.called is not None
    fields = {"tool_name": "Bash", "tool_input": one.called.tool_input, "tool_response": "x", **one.called.fields}
    event = json.dumps(one.payload("PostToolUse", **fields)).encode()
    chance, heard, killed = random.Random(7), "", 0
    for number in range(30):
        queue(str(one.data), one.session_id, f"note {number}.")
        hook = subprocess.Popen(
            ["/bin/sh", "-c", EVENTS["PostToolUse"][0]["hooks"][0]["command"]],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, cwd=one.workspace,
            env=one.environment(), start_new_session=True,
        )  # fmt: skip
        timer = threading.Timer(chance.uniform(0, 0.12), kill_all_of, (hook.pid,))
        timer.start()
        output, _ = hook.communicate(event)
        timer.cancel()
        killed += hook.returncode != 0
        heard += output.decode() if hook.returncode == 0 else ""
    heard += one.pipe("PostToolUse", event).stdout
    assert [heard.count(f"> note {number}.") for number in range(30)] == [1] * 30
    assert killed


# Undo


def store_of(run: PipedHost) -> Store:
    return Store(str(run.data), run.session_id)


def test_what_a_run_changed_is_put_back_after_it(run: PipedHost) -> None:
    before = (run.workspace / "src/app.py").read_bytes()
    edit(run, "x = 1")
    edit(run, "x = 2")
    run.shell("rm src/app.py")
    (run.workspace / "src/app.py").unlink()
    run.finished("")
    assert [(row.path, row.state) for row in listing(store_of(run))] == [("src/app.py", "restorable")]
    run.stop(tiny_completion())
    rows = rollback(store_of(run), "all", str(run.workspace))
    assert [(row.path, row.action) for row in rows] == [("src/app.py", "restored")]
    assert (run.workspace / "src/app.py").read_bytes() == before
    assert run.ledger[-1]["event"] == "rolled_back"


def test_a_denied_call_leaves_no_copy(one: PipedHost) -> None:
    one.write("README")
    assert not (one.folder / "undo").exists()


def test_a_file_too_large_to_keep_is_told_once(one: PipedHost) -> None:
    path = one.workspace / "src/app.py"
    with path.open("wb") as file:
        file.truncate(21 << 20)
    told = one.shell("rm src/app.py")
    assert not told.denied
    assert "src/app.py (larger than 20 MB)" in told.message
    path.unlink()
    one.finished("")
    assert [(row.path, row.state, row.why) for row in listing(store_of(one))] == [
        ("src/app.py", "not_captured", "too_large")
    ]
    assert one.shell("rm -f src/app.py").silent


def test_no_change_passes_when_no_copy_can_be_recorded(one: PipedHost) -> None:
    (one.folder / "undo").write_text("no folder")
    assert "[unrecorded, implement]" in edit(one, "x = 1").reason
    assert read(one).silent


def test_a_link_that_is_removed_is_kept_as_a_link(one: PipedHost) -> None:
    """Removing it removes the link, whatever it leads to."""
    path = one.workspace / "src/app.py"
    path.rename(one.workspace / "real.py")
    path.symlink_to("../real.py")
    assert "[symlink" in one.shell("rm src/app.py").reason  # it leaves the boundary
    path.unlink()
    (one.workspace / "real.py").rename(path)


def test_what_a_confined_command_changed_is_put_back(host: PipedHost) -> None:
    host.extra["HARNESS_LANG"] = "en"
    plan = tiny_plan("src/app.py", verification_commands=["sh -c 'echo changed > src/app.py'"])
    host.approve(plan)
    if host.state["engine"]["name"] == "none":
        pytest.skip(f"no engine confines commands here: {host.state['engine']['details']}")
    before = (host.workspace / "src/app.py").read_bytes()
    host.run_shell("sh -c 'echo changed > src/app.py'")
    assert (host.workspace / "src/app.py").read_bytes() == b"changed\n"
    assert [(row.path, row.state) for row in listing(store_of(host))] == [("src/app.py", "restorable")]
    host.prompt("cancel")
    rollback(store_of(host), "all", str(host.workspace))
    assert Path(host.workspace / "src/app.py").read_bytes() == before
