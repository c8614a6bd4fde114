"""What an agent left running is named, what the host runs for itself never is (measured table in the module)."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from uuid import uuid4

import pytest

from harness_runtime.session import processes
from harness_runtime.session.processes import MAX_COMMAND, Running, left, left_running, running, shown

pytestmark = pytest.mark.skipif(not os.path.isdir("/proc/self"), reason="the system has no /proc")

ID, OTHER = str(uuid4()), str(uuid4())
HOST, HOOK, OWN = 100, 110, 111
CHECKOUT = Path(__file__).parents[2]

CODEX_TOOL = {b"CODEX_THREAD_ID": ID.encode(), b"CODEX_SESSION_ID": ID.encode()}
CODEX_CHILDS_TOOL = {b"CODEX_THREAD_ID": OTHER.encode(), b"CODEX_SESSION_ID": ID.encode()}
CLAUDE = {b"CLAUDE_CODE_SESSION_ID": ID.encode()}
CLAUDE_TOOL = {**CLAUDE, b"CLAUDE_CODE_EXECPATH": b"/usr/bin/claude"}
CLAUDE_HOSTS_OWN = {**CLAUDE, b"CLAUDE_PROJECT_DIR": b"/home/dev/project"}
HOOKS = {"codex": {}, "claude": CLAUDE_HOSTS_OWN}


def table(host: str, *more: Running, hook: dict[bytes, bytes] | None = None) -> dict[int, Running]:
    """init, a terminal's shell, the host, the hook's shell and the hook itself, and what a test adds."""
    mine = HOOKS[host] if hook is None else hook
    standing = [
        Running(1, 0, 1, {}),
        Running(50, 1, 2, {}),
        Running(HOST, 50, 3, {}),
        Running(HOOK, HOST, 900, mine),
        Running(OWN, HOOK, 901, mine),
    ]
    return {entry.pid: entry for entry in (*standing, *more)}


def named(host: str, found: dict[int, Running], *exclude: int) -> list[int]:
    return [entry.pid for entry in left(found, OWN, ID, host, exclude)]


@pytest.mark.parametrize(
    ("host", "variables"),
    [("codex", CODEX_TOOL), ("codex", CODEX_CHILDS_TOOL), ("claude", CLAUDE_TOOL), ("claude", CLAUDE)],
    ids=["codex", "codex-child", "claude", "claude-without-marks"],
)
@pytest.mark.parametrize("parent", [HOST, 1, 4242], ids=["of-the-host", "detached", "orphan-of-the-unseen"])
@pytest.mark.parametrize("started", [4, 899, 902], ids=["old", "recent", "younger-than-the-hook"])
def test_a_tools_command_is_named_wherever_it_hangs(host, variables, parent, started):
    assert named(host, table(host, Running(200, parent, started, variables))) == [200]


@pytest.mark.parametrize(
    ("host", "variables"),
    [("codex", {}), ("claude", {}), ("claude", CLAUDE_HOSTS_OWN)],
    ids=["codex-mcp-or-hook", "claude-language-server", "claude-mcp-hook-or-status-line"],
)
@pytest.mark.parametrize("parent", [HOST, 1], ids=["of-the-host", "detached"])
def test_what_the_host_runs_for_itself_is_not_named(host, variables, parent):
    servers = (Running(200, parent, 4, variables), Running(201, 200, 5, variables))
    assert named(host, table(host, *servers)) == []


@pytest.mark.parametrize("host", ["codex", "claude"])
def test_this_process_its_line_and_its_children_are_not_named(host):
    tool = CODEX_TOOL if host == "codex" else CLAUDE_TOOL
    found = table(host, Running(112, OWN, 902, tool))
    for pid in (1, 50, HOST, HOOK, OWN):
        found[pid] = Running(pid, found[pid].parent, found[pid].started, tool)
    assert named(host, found) == []


@pytest.mark.parametrize("host", ["codex", "claude"])
def test_another_sessions_commands_are_not_named(host):
    other = dict.fromkeys((*CODEX_TOOL, *CLAUDE), OTHER.encode())
    assert named(host, table(host, Running(200, HOST, 4, other))) == []


@pytest.mark.parametrize("host", ["codex", "claude"])
def test_the_other_hosts_session_of_the_same_name_is_another(host):
    variables = CLAUDE_TOOL if host == "codex" else CODEX_TOOL
    assert named(host, table(host, Running(200, HOST, 4, variables))) == []


def test_an_empty_id_names_nothing():
    assert left(table("codex", Running(200, HOST, 4, {b"CODEX_THREAD_ID": b""})), OWN, "", "codex") == []


def test_an_id_that_utf8_cannot_write_names_nothing():
    assert left(table("codex", Running(200, HOST, 4, CODEX_TOOL)), OWN, "\ud800", "codex") == []


def test_a_child_that_dropped_its_environment_belongs_to_what_started_it():
    found = table("codex", Running(200, HOST, 4, CODEX_TOOL), Running(201, 200, 5, {}), Running(202, 201, 6, {}))
    assert named("codex", found) == [200, 201, 202]


def test_an_exported_project_folder_hides_no_command():
    exported = {**CLAUDE_TOOL, b"CLAUDE_PROJECT_DIR": b"/home/dev/project"}
    assert named("claude", table("claude", Running(200, 1, 4, exported))) == [200]


def test_a_host_inside_a_tool_of_another_is_told_apart_too():
    """Everything it starts inherits the tools' mark, our own hook as well: then the mark tells nothing."""
    inherited = {**CLAUDE_HOSTS_OWN, b"CLAUDE_CODE_EXECPATH": b"/usr/bin/claude"}
    server, command = Running(200, HOST, 4, inherited), Running(201, HOST, 5, CLAUDE_TOOL)
    assert named("claude", table("claude", server, command, hook=inherited)) == [201]


def test_excluded_numbers_are_left_out():
    found = table("codex", Running(200, HOST, 4, CODEX_TOOL), Running(201, HOST, 5, CODEX_TOOL))
    assert named("codex", found, 200) == [201]


def test_the_oldest_comes_first():
    found = table("codex", Running(200, HOST, 9, CODEX_TOOL), Running(201, HOST, 4, CODEX_TOOL))
    assert named("codex", found) == [201, 200]


def test_a_circle_of_parents_ends():
    """Numbers are given again: a listing that was not taken in one instant may show one."""
    found = table("codex", Running(200, 201, 4, CODEX_TOOL), Running(201, 200, 5, {}))
    assert named("codex", found) == [200, 201]


# Real processes. The hook and the commands are brothers, as they are below a host.

HOOK_CODE = """\
import json, sys
from harness_runtime.session.processes import left_running
session, host, *exclude = sys.argv[1:]
found = left_running(session, host, {int(pid) for pid in exclude})
print(json.dumps({process.pid: process.command for process in found}))
"""

Start = Callable[..., subprocess.Popen]


@pytest.fixture
def start() -> Iterator[Start]:
    """Start a command as a host's tool does, and wait until it is there; it is ended after the test."""
    started = []

    def start(*words: str, session: str = ID, **options) -> subprocess.Popen:
        environment = {"PATH": os.environ["PATH"], "CODEX_THREAD_ID": session, "SECRET_KEY": "do-not-show"}
        process = subprocess.Popen(words, env=environment, start_new_session=True, **options)
        started.append(process)
        return process  # Popen returns after exec: the new environment is in place

    yield start
    for process in started:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        if process.stdout:
            process.stdout.close()


def hook(session: str = ID, *exclude: int, host: str = "codex") -> dict[int, str]:
    """What a hook of this session finds."""
    words = [sys.executable, "-c", HOOK_CODE, session, host, *map(str, exclude)]
    done = subprocess.run(words, capture_output=True, text=True, check=True, cwd=CHECKOUT)
    return {int(pid): command for pid, command in json.loads(done.stdout).items()}


def test_a_running_command_is_named_with_its_words(start):
    sleeper = start("sleep", "300")
    assert hook() == {sleeper.pid: "sleep 300"}


def test_a_process_that_detached_itself_twice_is_named(start):
    shell = start("sh", "-c", "setsid sh -c 'sleep 300 >/dev/null 2>&1 & echo $!'", stdout=subprocess.PIPE)
    pid = int(shell.stdout.readline())
    shell.wait()
    try:
        assert list(hook()) == [pid]
    finally:
        os.kill(pid, signal.SIGKILL)


def test_a_zombie_has_ended(start):
    ended = start("true")
    os.waitid(os.P_PID, ended.pid, os.WEXITED | os.WNOWAIT)
    assert hook() == {}


def test_a_process_of_another_session_or_an_excluded_one_stays_unnamed(start):
    sleeper = start("sleep", "300", session=OTHER)
    assert hook(ID) == {}
    assert hook(OTHER, sleeper.pid) == {}
    assert hook(OTHER, host="claude") == {}


def test_what_this_process_started_itself_is_not_named(start):
    start("sleep", "300")
    assert left_running(ID, "codex") == []


@pytest.mark.skipif(os.geteuid() != 0, reason="only root starts a process of another user")
def test_a_process_of_another_user_is_not_ours(start):
    start("sleep", "300", user=65534)
    assert hook() == {}


def test_neither_environment_nor_control_characters_are_shown(start):
    start("sh", "-c", "sleep 300; : '\x1b[2J\n\u202e'" + "x" * 500)
    line = hook().popitem()[1]
    assert line.isprintable()
    assert "do-not-show" not in line


def test_a_process_that_wrote_over_its_arguments_shows_no_environment(start):
    """Without its last NUL the kernel lets a command line run on into the environment."""
    code = "import ctypes, os; f = open('/proc/self/stat').read().rpartition(')')[2].split();"
    code += "ctypes.memset(int(f[45]), 120, int(f[46]) - int(f[45])); print(flush=True); input()"
    words = (sys.executable, "-I", "-c", code)
    process = start(*words, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    process.stdout.readline()
    with open(f"/proc/{process.pid}/cmdline", "rb") as file:
        assert b"x" * 100 in file.read()
    line = hook()[process.pid]
    assert set(line) <= {"x", "…"}
    process.stdin.close()


def test_a_process_that_vanishes_while_we_look_is_left_out(start, monkeypatch):
    sleeper = start("sleep", "300")
    entry = running()[sleeper.pid]
    sleeper.kill()
    sleeper.wait()
    assert processes.command(entry) == ""
    monkeypatch.setattr(processes.os, "listdir", lambda path: [str(os.getpid()), str(sleeper.pid), "self"])
    assert list(running()) == [os.getpid()]


def test_a_number_that_was_given_again_is_not_named(start):
    sleeper = start("sleep", "300")
    entry = running()[sleeper.pid]
    assert processes.command(replace(entry, started=entry.started - 1)) == ""


def test_a_process_that_may_not_be_read_is_not_named_but_its_children_are(monkeypatch):
    real = processes._read

    def denied(path, most):
        if path == f"/proc/{os.getpid()}/environ":
            raise PermissionError(path)
        return real(path, most)

    monkeypatch.setattr(processes, "_read", denied)
    found = running()[os.getpid()]
    assert (found.parent, dict(found.variables)) == (os.getppid(), {})


@pytest.mark.parametrize("listing", [OSError, FileNotFoundError, PermissionError])
def test_a_system_without_proc_cannot_tell(monkeypatch, listing):
    def fail(path):
        raise listing(path)

    monkeypatch.setattr(processes.os, "listdir", fail)
    assert left_running(ID, "codex") is None


def test_a_proc_that_does_not_even_show_ourselves_cannot_tell(monkeypatch):
    monkeypatch.setattr(processes.os, "listdir", lambda path: ["1", "self"])
    assert left_running(ID, "codex") is None


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("sleep 300", "sleep 300"),
        ("a\nb\tc\x1b[31m", "a�b�c�[31m"),
        ("a\u202eb\u200bc\x85", "a�b�c�"),
        ("x" * 120, "x" * 120),
        ("x" * 121, "x" * 119 + "…"),
    ],
    ids=ascii,
)
def test_a_command_line_is_cut_and_made_visible(text, line):
    assert shown(text) == line
    assert len(shown(text)) <= MAX_COMMAND


def test_the_name_of_a_process_may_hold_anything(tmp_path):
    rest = " ".join(["S", "7", *["0"] * 17, "99", *["0"] * 30])
    (tmp_path / "stat").write_bytes(b"42 (a) R 1 (\n\xff) " + rest.encode())
    assert processes._status(str(tmp_path)) == ("S", 7, 99)
