"""How a confined command runs and ends, in each engine: exits, signals, streams, limits, and nothing left alive."""

from __future__ import annotations

import os
import pty
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.confinement.engines import ENGINES, USERS, needs
from tests.confinement.world import Ended, World, world


@pytest.fixture(params=ENGINES)
def engine(request: pytest.FixtureRequest) -> str:
    needs(request.param)
    return str(request.param)


@pytest.fixture
def around() -> Iterator[World]:
    with world() as made:
        yield made


@pytest.fixture(params=USERS, ids=lambda user: "ordinary" if user else "self")
def anyone(request: pytest.FixtureRequest) -> Iterator[World]:
    with world(request.param) as made:
        yield made


def shell(around: World, engine: str, line: str, **changed: object) -> Ended:
    return around.run(engine, ["sh", "-c", line], **changed)


def until(condition: Callable[[], object], seconds: float = 20.0) -> None:
    ends = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < ends, "it never came"
        time.sleep(0.01)


# Exits


@pytest.mark.parametrize(
    ("line", "rest", "exit_code", "shown", "killed_by"),
    [
        ("exit 0", "", 0, 0, None),
        ("exit 3", "", 3, 3, None),
        ("kill -TERM $$", "", 143, 143, signal.SIGTERM),
        ("kill -SEGV $$", "", 139, 139, signal.SIGSEGV),
        ("echo a; exit 3", "cat", 3, 0, None),
        ("exit 0", "exit 4", 0, 4, None),
        ("kill -KILL $$", "kill -TERM $$", 137, 143, signal.SIGKILL),
        ("exit 2", "grep -q x", 2, 1, None),
    ],
)
def test_both_exit_codes_are_told_truly(
    around: World, engine: str, line: str, rest: str, exit_code: int, shown: int, killed_by: int | None
) -> None:
    ended = shell(around, engine, line, rest=rest)
    assert (ended.exit_code, ended.shown_exit, ended.signal) == (exit_code, shown, killed_by)
    assert (ended.timed_out, ended.ended_early, ended.engine) == (False, False, engine)


@pytest.mark.parametrize(
    ("name", "text", "code"), [("none-such", None, 127), ("/etc", None, 126), ("./plain", "echo by sh", 0)]
)
def test_a_command_that_cannot_be_run_ends_as_in_a_shell(
    around: World, engine: str, name: str, text: str | None, code: int
) -> None:
    if text:
        path = around.workspace / name
        path.write_text(text)
        path.chmod(0o755)
    ended = around.run(engine, [name])
    assert ended.exit_code == code
    assert ended.err.startswith(f"{name}: ") if code else ended.out == "by sh\n"


# Streams


@pytest.mark.parametrize(
    ("rest", "merge", "out", "err"),
    [
        ("", False, "out\n", "err\n"),
        ("", True, "out\nerr\n", ""),
        ("sed s/^/-/", False, "-out\n", "err\n"),
        ("sed s/^/-/ | sed s/$/-/", True, "-out-\n-err-\n", ""),
    ],
)
def test_output_goes_where_the_line_says(
    around: World, engine: str, rest: str, merge: bool, out: str, err: str
) -> None:
    ended = shell(around, engine, "echo out; echo err >&2", rest=rest, merge=merge)
    assert (ended.out, ended.err) == (out, err)


def test_the_standard_streams_can_be_opened_by_name(around: World, engine: str) -> None:
    ended = shell(around, engine, "echo out > /dev/stdout; echo err > /dev/stderr; echo null > /dev/null; cat")
    assert (ended.out, ended.err, ended.exit_code) == ("out\n", "err\n", 0)


def test_output_into_a_file_is_appended_by_every_name(around: World, engine: str) -> None:
    path = around.folder / "log"
    with path.open("ab") as log:
        around.start(
            around.told(engine, ["sh", "-c", "echo a; echo b >> /dev/stderr"]), stdout=log, stderr=log
        ).wait()
    assert path.read_text() == "a\nb\n"


def test_a_terminal_stays_one_and_gives_nothing_to_read(around: World, engine: str) -> None:
    ours, theirs = pty.openpty()
    os.write(ours, b"typed by the person\n")
    line = "test -t 1 && test -t 2 && stty size <&1 && echo colours > /dev/stderr; ps -o tty= $$; cat <&1"
    run = around.start(around.told(engine, ["sh", "-c", line]), stdout=theirs, stderr=theirs)
    run.wait(60)
    os.set_blocking(ours, False)
    said = os.read(ours, 10000).decode().replace("typed by the person", "", 1)
    assert "colours" in said and "?" in said
    assert "typed" not in said


def test_a_terminal_cannot_be_typed_into(around: World, engine: str) -> None:
    ours, theirs = pty.openpty()
    escape = str(around.programs / "escape.py")
    for name in ("type_into_the_terminal", "get_a_terminal", "read_what_is_typed"):
        os.write(ours, b"typed\n")
        words = [around.python, escape, str(around.folder), "0", name]
        around.start(around.told(engine, words), stdout=theirs).wait(60)
    os.set_blocking(ours, False)
    assert "ESCAPED" not in os.read(ours, 10000).decode()


@pytest.mark.parametrize("name", ["type_into_the_terminal", "read_what_is_typed"])
def test_unconfined_it_can(around: World, name: str) -> None:
    ours, theirs = pty.openpty()
    os.write(ours, b"typed\n")
    escape = str(around.programs / "escape.py")
    words = [around.python, escape, str(around.folder), "0", name]
    done = subprocess.run(words, stdout=theirs, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL, check=False)
    os.set_blocking(ours, False)
    said = os.read(ours, 10000).decode()
    if b"EIO" in done.stderr:
        pytest.skip("this kernel has no TIOCSTI")
    assert "ESCAPED" in said


def test_nothing_is_inherited(around: World, engine: str) -> None:
    """No descriptor but the standard ones, nothing to read, no ignored or blocked signal, a session of its own."""
    states = "grep -E 'SigBlk|SigIgn|NoNewPrivs|CapEff|CapBnd' /proc/self/status"
    line = f"ls /proc/self/fd; readlink /proc/self/fd/0; {states}; ps -o sid= $$"
    told = around.told(engine, ["sh", "-c", line])
    with (around.folder / "outside" / "held").open("r+") as held:
        os.set_inheritable(held.fileno(), True)
        previous = signal.signal(signal.SIGTERM, signal.SIG_IGN)
        try:
            run = around.start(told, pass_fds=[held.fileno()], stderr=None)
        finally:
            signal.signal(signal.SIGTERM, previous)
        said = around.ended(run).out.split("\n")
    assert said[:4] == ["0", "1", "2", "3"], said  # 3 is what `ls` reads
    assert said[4] == "/dev/null"
    found = {name: int(value, 16) for name, value in (line.split(":\t") for line in said[5:10])}
    assert found.pop("NoNewPrivs") == 1
    if os.getuid():
        del found["CapBnd"]  # only root may drop it; where nothing can be gained it means nothing
    found["SigIgn"] &= ~(3 << 31)  # the C library's own, which no program can set
    assert set(found.values()) == {0}
    assert int(said[10]) != os.getsid(0)


def test_whoever_ignores_their_children_gets_the_truth_too(around: World, engine: str) -> None:
    """The kernel then keeps no exit status, and the setting is inherited."""
    told = around.told(engine, ["sh", "-c", "sh -c 'exit 4'; exit $?"], rest="exit 5")
    previous = signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    try:
        run = around.start(told, preexec_fn=lambda: signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGTERM}))
    finally:
        signal.signal(signal.SIGCHLD, previous)
    ended = around.ended(run)
    assert (ended.exit_code, ended.shown_exit) == (4, 5)


def test_the_environment_is_the_given_one(around: World, engine: str) -> None:
    ended = around.run(engine, ["env"], env={"PATH": os.environ["PATH"], "ONE": "1"})
    assert sorted(ended.out.split()) == sorted([f"PATH={os.environ['PATH']}", "ONE=1"])


# Limits


def test_the_wall_time_ends_everything(around: World, engine: str) -> None:
    started = time.monotonic()
    ended = shell(around, engine, "trap '' TERM INT; sleep 60 & sleep 60", limits={"seconds": 0.3}, rest="cat")
    assert (ended.timed_out, ended.ended_early, ended.signal) == (True, False, signal.SIGKILL)
    assert 0.3 <= ended.seconds <= time.monotonic() - started < 20


def test_a_file_has_a_largest_size(around: World, engine: str) -> None:
    line = "head -c 3000 /dev/zero > src/package/small; head -c 5000 /dev/zero > src/package/large"
    ended = shell(around, engine, line, limits={"file_bytes": 4000})
    sizes = [(around.package / name).stat().st_size for name in ("small", "large")]
    assert sizes == [3000, 4000] and ended.exit_code != 0


CROWD = """
import os, sys, time
most, born = int(sys.argv[1]), []
for _ in range(most):
    pid = os.fork()
    if pid == 0:
        time.sleep(60)
    born.append(pid)
    with open(os.environ["TMPDIR"] + "/ticks", "a") as file: file.write(".")
    time.sleep(0.002)
for pid in born: os.kill(pid, 9)
"""


def test_a_crowd_ends_the_run(anyone: World, engine: str) -> None:
    words = [anyone.python, "-I", "-S", "-c", CROWD, "400"]
    ended = anyone.run(engine, words, limits={"processes": 20, "seconds": 60})
    assert (ended.crowded, ended.signal, ended.timed_out) == (True, signal.SIGKILL, False)
    assert 10 < (anyone.temporary / "ticks").stat().st_size < 400


def test_a_crowd_within_the_limit_does_not(anyone: World, engine: str) -> None:
    words = [anyone.python, "-I", "-S", "-c", CROWD, "40"]
    ended = anyone.run(engine, words, limits={"processes": 60, "seconds": 60})
    assert (ended.crowded, ended.exit_code) == (False, 0)
    assert (anyone.temporary / "ticks").stat().st_size == 40


HYDRA = """
import os, time
ends = time.monotonic() + 30
open(os.environ["TMPDIR"] + "/ticks", "w").close()
for _ in range(2): os.fork()
while time.monotonic() < ends:
    if os.fork(): os._exit(0)
    os.setsid()
"""


@pytest.mark.parametrize("engine", ["bubblewrap", "landlock", "landlock-5"])
def test_what_forks_all_the_time_is_dead_at_the_end(anyone: World, engine: str) -> None:
    """Each lives for a moment and leaves another, in a session of its own."""
    needs(engine)
    words = ["sh", "-c", f"{anyone.python} -I -S -c '{HYDRA}'; sleep 0.3"]
    ended = anyone.run(engine, words)
    assert (ended.exit_code, (anyone.temporary / "ticks").exists()) == (0, True)
    assert alive(HYDRA) == []


def alive(text: str) -> list[str]:
    """The processes that run this text."""
    found = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            found += [str(path)] if text.encode() in path.read_bytes() else []
        except OSError:
            continue
    return found


def test_nothing_dumps_its_memory(around: World, engine: str) -> None:
    ended = shell(around, engine, "ulimit -c; cd src/package; sh -c 'kill -SEGV $$'; ls", limits={"seconds": 20})
    assert ended.out.split() == ["0", "link", "mine"]


# The end


def ticking(around: World) -> bool:
    ticks = around.temporary / "ticks"
    size = ticks.stat().st_size if ticks.exists() else 0
    time.sleep(0.25)
    return ticks.exists() and ticks.stat().st_size > size


DAEMON = """
import os, sys, time
def tick():
    while True:
        with open(os.environ["TMPDIR"] + "/ticks", "a") as file: file.write(".")
        time.sleep(0.02)
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        tick()
    os._exit(0)
while not os.path.exists(os.environ["TMPDIR"] + "/ticks"): time.sleep(0.01)
sys.stdout.flush()
"""


def test_a_daemon_that_holds_the_output_does_not_hold_the_line(around: World, engine: str) -> None:
    words = [around.python, "-I", "-S", "-c", f"print('said')\n{DAEMON}"]
    ended = around.run(engine, words, rest="tail -3; echo read", limits={"seconds": 30})
    assert (ended.exit_code, ended.out, ended.timed_out) == (0, "said\nread\n", False)
    assert not ticking(around)


SLEEP = "time.sleep(60)"


def _started(around: World, engine: str, line: str = SLEEP) -> subprocess.Popen[bytes]:
    """A command with a daemon, in a process group of its own as hosts start them."""
    words = [around.python, "-I", "-S", "-c", f"{DAEMON}{line}"]
    run = around.start(around.told(engine, words), start_new_session=True)
    until(lambda: (around.temporary / "ticks").exists())
    return run


def test_it_ends_when_it_is_no_longer_alive(anyone: World, engine: str) -> None:
    run = _started(anyone, engine)
    (anyone.folder / "stop").touch()
    ended = anyone.ended(run)
    assert (ended.ended_early, ended.timed_out, ended.signal) == (True, False, signal.SIGKILL)
    assert not ticking(anyone)


def test_a_signal_is_passed_on_and_may_be_answered(around: World, engine: str) -> None:
    line = "signal = __import__('signal'); signal.signal(2, lambda *_: (print('tidied', flush=True), os._exit(7)))\n"
    line += "open(os.environ['TMPDIR'] + '/ready', 'w')\ntime.sleep(60)"
    run = _started(around, engine, line)
    until(lambda: (around.temporary / "ready").exists())
    run.send_signal(signal.SIGINT)
    ended = around.ended(run)
    assert (ended.out, ended.exit_code, ended.signal, ended.ended_early) == ("tidied\n", 7, None, True)
    assert not ticking(around)


def test_a_signal_to_the_whole_group_is_no_sudden_death(around: World, engine: str) -> None:
    """As a terminal or a host does it: whatever shares the supervisor's group gets it at once."""
    run = _started(around, engine)
    os.killpg(run.pid, signal.SIGTERM)
    ended = around.ended(run)
    assert (ended.exit_code, ended.signal, ended.ended_early) == (143, signal.SIGTERM, True)


def test_a_signal_that_is_not_answered_ends_the_run_all_the_same(around: World, engine: str) -> None:
    line = "signal = __import__('signal'); signal.signal(15, signal.SIG_IGN)\n"
    line += "open(os.environ['TMPDIR'] + '/ready', 'w')\ntime.sleep(60)"
    run = _started(around, engine, line)
    until(lambda: (around.temporary / "ready").exists())
    run.send_signal(signal.SIGTERM)
    ended = around.ended(run)
    assert (ended.signal, ended.ended_early) == (signal.SIGKILL, True)
    assert not ticking(around)


@pytest.mark.parametrize("engine", ["bubblewrap", "landlock", "landlock-5"])
def test_everything_dies_with_a_supervisor_that_is_killed(anyone: World, engine: str) -> None:
    """With its whole process group, as hosts do it."""
    needs(engine)
    run = _started(anyone, engine)
    os.killpg(run.pid, signal.SIGKILL)
    run.wait()
    until(lambda: not ticking(anyone))


def test_everything_dies_when_the_keeper_is_killed(around: World, engine: str) -> None:
    run = _started(around, engine)
    children = Path(f"/proc/{run.pid}/task/{run.pid}/children")
    if not children.exists():
        pytest.skip("this kernel does not list children")
    os.kill(int(children.read_text().split()[0]), signal.SIGKILL)
    assert around.ended(run).fault == "engine_failed"
    assert not ticking(around)


@pytest.mark.parametrize(
    ("changed", "rule"),
    [
        ({"writable": ["relative"]}, "profile_invalid"),
        ({"writable": ["/none/such"]}, "profile_invalid"),
        ({"hidden": ["/proc/self/exe"]}, "profile_invalid"),
        ({"temporary": "/etc/passwd"}, "profile_invalid"),
        ({"cwd": "/none/such"}, "engine_failed"),
    ],
)
def test_what_cannot_be_held_does_not_run(around: World, engine: str, changed: dict[str, object], rule: str) -> None:
    ended = shell(around, engine, "echo ran", **changed)
    assert (ended.fault, ended.out) == (rule, "")
