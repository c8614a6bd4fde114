"""What no tool hook sees is at least told: changes outside the boundary, processes left running."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.support.artifacts import tiny_completion, tiny_plan
from tests.support.piped import PipedHost


def test_a_change_outside_the_boundary_is_named_once(host: PipedHost) -> None:
    host.approve(tiny_plan("src/app.py"))
    (host.workspace / "src/app.py").write_text("inside\n", "utf-8")
    assert "src" not in host.stop("done").message
    (host.workspace / "src/other.py").write_text("outside\n", "utf-8")
    told = host.stop("done").message
    assert "created src/other.py" in told
    assert "src/app.py" not in told
    assert not host.stop("done").message
    assert any(record["event"] == "outside_changed" for record in host.ledger)


def test_the_audit_stands_beside_the_end_of_a_run(host: PipedHost) -> None:
    host.approve(tiny_plan("src/app.py"))
    (host.workspace / "README").write_text("x", "utf-8")
    ended = host.stop(tiny_completion())
    assert host.state["phase"] == "completed"
    assert "created README" in ended.message


def test_a_name_that_is_no_text_is_named_too(host: PipedHost) -> None:
    host.approve(tiny_plan("src/app.py"))
    os.close(os.open(os.fsencode(host.workspace) + b"/caf\xe9\n.txt", os.O_CREAT))
    (host.workspace / "other.txt").touch()
    told = host.stop("done").message
    assert "created caf\\xe9\\n.txt" in told
    assert "created other.txt" in told
    assert host.ledger[-2]["changes"] == ["created caf\\xe9\\n.txt", "created other.txt"]
    assert not host.stop("done").message


def test_what_was_noted_at_approval_and_is_damaged_is_told_and_noted_anew(host: PipedHost) -> None:
    host.approve(tiny_plan("src/app.py"))
    host.extra["HARNESS_LANG"] = "en"
    (host.folder / "tree").write_bytes(b"cut")
    assert "not compared for changes: ." in host.stop("done").message
    assert [(record["event"], record.get("paths")) for record in host.ledger[-2:]] == [
        ("outside_unseen", ["."]),
        ("stopped", None),
    ]
    (host.workspace / "later.txt").touch()
    assert "created later.txt" in host.stop("done").message


def test_what_is_left_out_is_told_once_an_approval(host: PipedHost, tmp_path: Path) -> None:
    host.extra["HARNESS_LANG"] = "en"
    (tmp_path / "git").mkdir()
    (host.workspace / "module").mkdir()
    (host.workspace / "module/.git").write_text(f"gitdir: {tmp_path}/git\n", "utf-8")  # a submodule's lies elsewhere
    host.approve(tiny_plan("src/app.py"))
    assert f"not compared for changes: {tmp_path}/git (" in host.stop("done").message
    assert not host.stop("done").message


@contextmanager
def left_running(host: PipedHost) -> Iterator[subprocess.Popen[bytes]]:
    """A process as the agent's shell leaves it behind."""
    names = {"CODEX_THREAD_ID": host.session_id, "CODEX_SESSION_ID": host.session_id}
    if host.host == "claude":
        names = {"CLAUDE_CODE_SESSION_ID": host.session_id, "CLAUDE_CODE_EXECPATH": "/usr/bin/claude"}
    command = [sys.executable, "-c", "import time; time.sleep(60)"]
    process = subprocess.Popen(command, env={**os.environ, **names}, start_new_session=True)
    try:
        yield process
    finally:
        process.kill()
        process.wait()


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only Linux tells")
def test_nothing_is_activated_over_a_process_that_the_session_left_running(host: PipedHost) -> None:
    with left_running(host) as process:
        refused = host.prompt("$harness x")
        assert str(process.pid) in refused.reason
        assert not host.armed
    assert host.prompt("$harness x").context


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only Linux tells")
def test_no_y_is_consumed_over_a_process_that_the_session_left_running(host: PipedHost) -> None:
    host.prompt("$harness x")
    host.stop(tiny_plan())
    with left_running(host) as process:
        refused = host.prompt("y")
        assert str(process.pid) in refused.reason
        assert host.state["phase"] == "plan_pending"
    host.prompt("y")
    assert host.state["phase"] == "implement"


TASKS = '{"tasks": [{"id": "a1", "cron": "* * * * *", "prompt": "y", "recurring": true}]}'


@pytest.mark.parametrize("content", [TASKS, "[1]", "{", "{}"])
def test_a_durable_schedule_keeps_the_gate_shut_and_takes_no_y(host: PipedHost, content: str) -> None:
    schedule = host.workspace / ".claude/scheduled_tasks.json"
    schedule.parent.mkdir()
    host.prompt("$harness x")
    schedule.write_text(content, "utf-8")
    assert "scheduled_tasks.json" in host.stop(tiny_plan()).reason
    assert host.state["pending"] is None
    schedule.unlink()
    host.prompt("go on")
    host.stop(tiny_plan())
    schedule.write_text(content, "utf-8")
    assert "scheduled_tasks.json" in host.prompt("y").reason
    assert host.state["phase"] == "plan_pending"
    schedule.write_text('{"tasks": []}', "utf-8")
    host.prompt("y")
    assert host.state["phase"] == "implement"


def test_a_revised_plan_says_what_changed_since_the_one_before(host: PipedHost) -> None:
    host.prompt("$harness x")
    host.stop(tiny_plan("src/app.py"))
    host.prompt("revise: more")
    assert "+ src/b.py" in host.stop(tiny_plan("src/app.py", "src/b.py")).message
