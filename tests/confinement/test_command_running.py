"""A run while it runs: what ends it, what waits for it, what it is shown, and that nothing of it stays."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from harness_runtime.session.confined_lock import is_confined_running
from tests.confinement.scene import ENGINES, SESSION, Done, Run, confined_by

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="looks for processes in /proc")

# Says that it runs, and where; leaves a daemon behind; ends by itself only in time
LONG = """
import os, subprocess, sys, time
subprocess.Popen(["sleep", "300.25"], start_new_session=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
open("src/started", "w").write(os.environ["TMPDIR"])
time.sleep(120)
"""
SLEEPER = "sleep\0300.25\0"


@pytest.fixture(params=[*ENGINES, "none"])
def run(request: pytest.FixtureRequest, tmp_path: Path) -> Run:
    """Under each engine, and under none."""
    if request.param == "none":
        return Run(tmp_path.resolve(), "none")
    return confined_by(tmp_path, request.param)


@pytest.fixture
def plain(tmp_path: Path) -> Run:
    """For what no engine has a part in."""
    return Run(tmp_path.resolve(), "none")


def until(reached: Callable[[], object], seconds: float = 60.0) -> None:
    end = time.monotonic() + seconds
    while not reached():
        assert time.monotonic() < end, "nothing happened"
        time.sleep(0.02)


def sleepers(run: Run) -> list[str]:
    """Processes that the run left, by the temporary folder in their environment."""
    found = []
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            if Path(f"/proc/{pid}/cmdline").read_text("utf-8") != SLEEPER:
                continue
            if str(run.temporary).encode() in Path(f"/proc/{pid}/environ").read_bytes():
                found.append(pid)
        except OSError:
            continue
    return found


def started(run: Run, text: str = LONG, **ticket: object) -> subprocess.Popen[str]:
    number = run.ticket("python3", "-c", text, **ticket)  # type: ignore[arg-type]
    process = run.start(str(number), "--", "python3", "-c", text)
    until(lambda: (run.root / "src/started").exists() or process.poll() is not None)
    return process


def ended(run: Run, process: subprocess.Popen[str]) -> Done:
    out, err = process.communicate(timeout=60)
    assert sleepers(run) == []
    assert os.listdir(run.temporary) == []
    return Done(run, process.returncode, out, err)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_to_the_program_ends_the_run(run: Run, number: signal.Signals) -> None:
    process = started(run)
    process.send_signal(number)
    done = ended(run, process)
    assert done.code == done.line["exit"] == 128 + number  # Python dies of SIGINT by the signal, as others do
    assert "Traceback" not in done.err.replace('Traceback (most recent call last):\n  File "<string>"', "")


def test_a_signal_to_the_whole_group_does_the_same(run: Run) -> None:
    """As Ctrl-C in a terminal does."""
    number = run.ticket("python3", "-c", LONG)
    process = run.start(str(number), "--", "python3", "-c", LONG, start_new_session=True)
    until(lambda: (run.root / "src/started").exists())
    os.killpg(process.pid, signal.SIGTERM)
    assert ended(run, process).code == 128 + signal.SIGTERM


def test_a_command_that_makes_a_success_of_a_signal_proves_nothing(run: Run) -> None:
    process = started(run, "import signal, sys\nsignal.signal(signal.SIGTERM, lambda *_: sys.exit(0))" + LONG)
    process.send_signal(signal.SIGTERM)
    done = ended(run, process)
    assert (done.line["exit"], done.line["signal"]) == (0, signal.SIGTERM)


def test_a_command_that_ignores_signals_ends_nevertheless(run: Run) -> None:
    process = started(run, "import signal\nsignal.signal(signal.SIGTERM, signal.SIG_IGN)" + LONG)
    process.send_signal(signal.SIGTERM)
    assert ended(run, process).line["signal"] == signal.SIGKILL


def test_the_limit_of_wall_time_ends_it_with_124(run: Run) -> None:
    run.seal(limits={"seconds": 1, "processes": 256, "file_mb": 64})
    done = ended(run, started(run))
    assert (done.code, done.line["timed_out"]) == (124, True)
    assert "ended after 1 seconds" in done.err


CROWD = "import os, time\nfor _ in range(400):\n    if os.fork() == 0: time.sleep(60)\n    time.sleep(0.002)\n"


def test_too_many_processes_end_it_and_it_says_so(tmp_path: Path) -> None:
    run = confined_by(tmp_path, "landlock")
    run.seal(limits={"seconds": 60, "processes": 20, "file_mb": 64})
    done = run.python(CROWD)
    assert done.line["exit"] != 0
    assert "more than 20 processes" in done.err


def test_it_ends_when_its_policy_is_no_longer_in_force(run: Run) -> None:
    process = started(run)
    run.store(phase="review", policy_sha256=None)
    done = ended(run, process)
    assert done.code == 125 and done.line["exit"] != 0
    assert "ended, because no policy in force covers" in done.err


def test_a_command_that_may_write_holds_the_run_s_lock_to_its_end(run: Run) -> None:
    assert not is_confined_running(str(run.data), SESSION)
    process = started(run)
    assert is_confined_running(str(run.data), SESSION)
    process.terminate()
    ended(run, process)
    assert not is_confined_running(str(run.data), SESSION)


def test_a_second_one_waits_for_it_and_says_so(plain: Run) -> None:
    first = started(plain)
    second = waiting(plain, "ls", "src")
    (plain.root / "src/meanwhile").touch()
    first.terminate()
    ended(plain, first)
    assert "meanwhile" in ended(plain, second).out


def test_one_that_waits_ends_by_a_signal_or_with_its_policy(plain: Run) -> None:
    first = started(plain)
    second, third = (waiting(plain, "touch", "src/x") for _ in range(2))
    second.send_signal(signal.SIGINT)
    assert (second.wait(60), second.communicate()[0]) == (130, "")
    plain.store(held=True)
    assert (third.wait(60), third.communicate()[0]) == (125, "")
    ended(plain, first)
    assert not (plain.root / "src/x").exists()


def waiting(run: Run, *words: str) -> subprocess.Popen[str]:
    """Started while another one runs; it has said that it waits."""
    process = run.start(str(run.ticket(*words)), "--", *words)
    assert process.stderr is not None and "still running" in process.stderr.readline()
    return process


def test_one_that_only_reads_waits_for_nothing(plain: Run) -> None:
    first = started(plain)
    assert plain.confined("echo", "hi", writable=False).out == "hi\n"
    first.terminate()
    ended(plain, first)


def test_what_it_started_ends_with_it(run: Run) -> None:
    daemon = LONG.replace("time.sleep(120)", "")
    done = ended(run, started(run, daemon))
    assert done.code == 0


def test_a_program_finds_the_terminal_that_the_agent_s_shell_has(run: Run) -> None:
    ours, theirs = os.openpty()
    words = ("sh", "-c", "test -t 1 && test -t 2 && echo terminal")
    process = run.start(str(run.ticket(*words)), "--", *words, stdout=theirs, stderr=theirs)
    os.close(theirs)
    assert process.wait(60) == 0
    said = os.read(ours, 65536)
    os.close(ours)
    assert b"terminal\r\n" in said and b"harness-confine: {" in said
