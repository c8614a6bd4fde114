"""`inspect --watch`: what comes is shown, on a screen or as lines, and Ctrl-C ends it cleanly."""

from __future__ import annotations

import os
import pty
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from harness_runtime.cli.sessions import watch
from harness_runtime.cli.sessions.find import sessions_in

COMMAND = [sys.executable, "-m", "harness_runtime.cli.main", "inspect", "--watch", "session-1"]


def until(handle: int, wanted: str) -> str:
    shown = b""
    while wanted.encode() not in shown:
        chunk = os.read(handle, 65536)
        assert chunk, shown.decode()
        shown += chunk
    return shown.decode()


@contextmanager
def watching(**variables: str) -> Iterator[tuple[subprocess.Popen[bytes], int]]:
    """Both ends of a pipe, or with TERM of a pseudo-terminal."""
    near, far = pty.openpty() if "TERM" in variables else os.pipe()
    process = subprocess.Popen(
        COMMAND, stdin=far if "TERM" in variables else None, stdout=far, env={**os.environ, **variables}
    )
    os.close(far)
    try:
        yield process, near
    finally:
        process.kill()
        process.wait()
        os.close(near)


def test_where_there_is_no_screen_each_thing_that_comes_is_a_line(new_run):
    run = new_run().approved().called()
    with watching() as (process, output):
        assert "Last decisions" in until(output, "watching session-1")
        run.called(verdict="deny", rule="secret", subject=".env\x1b[2J", at="2026-01-02T03:05:09Z", call_id="two")
        assert until(output, ".env").splitlines() == ["03:05:09  deny   secret  apply_patch  .env\\x1b[2J"]
        run.commit("implementation_summary", phase="review")
        assert "write authority ends" in until(output, "ends\n")
        process.send_signal(signal.SIGINT)
        assert (process.wait(30), os.read(output, 100)) == (0, b"")


def test_a_screen_is_drawn_anew_and_given_back(new_run):
    run = new_run().approved()
    with watching(TERM="xterm", COLUMNS="100", LINES="40") as (process, screen):
        until(screen, "watching session-1")
        run.commit("implementation_summary", phase="review")
        until(screen, "review (revision 1)")
        process.send_signal(signal.SIGINT)
        until(screen, "\x1b[?1049l")
        assert process.wait(30) == 0


def test_nothing_is_read_while_nothing_changes(new_run, data, monkeypatch):
    run = new_run().approved()
    [session] = sessions_in([data])
    slept: list[float] = []
    monkeypatch.setattr(
        watch.time, "sleep", lambda seconds: slept.append(seconds) or (len(slept) == 9 and run.called())
    )
    changes = watch._changes(session)
    assert [next(changes).session_id, next(changes).session_id, len(slept)] == ["session-1", "session-1", 9]


def test_watching_prints_no_json(new_run, harness_state):
    new_run().approved()
    result = harness_state("inspect", "--watch", "--json")
    assert (result.exit_code, result.stdout, result.stderr.count("\n")) == (2, "", 1)


@pytest.mark.parametrize("verdict", ["PASS", "REPAIR_REQUIRED"])
def test_a_review_is_shown(new_run, harness_state, verdict):
    from harness_runtime.session.evidence import append_evidence

    run = new_run().approved()
    review = {"kind": "clean_context_review", "run_id": "run-1", "at": "2026-01-02T03:05:00.000Z", "agent_id": "r-1"}
    append_evidence(run.folder, review | {"verdict": verdict, "counts": False, "lacks": ["change_unread"]})
    shown = harness_state("inspect").stdout
    assert verdict in shown and "does not count: change_unread" in shown
