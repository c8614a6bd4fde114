"""Attacks that use a confined command whose end nobody saw, or that has not ended yet."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import time

import pytest

from tests.attacks.carrying import put
from tests.conftest import piped_host
from tests.support.artifacts import small_plan
from tests.support.kept import Kept
from tests.support.piped import PipedHost

COMMAND = "python src/work.py"
TOKEN = "TOKEN-8f3a"
TAIL = "\nopen('src/ready', 'w').close()\nimport time; time.sleep(60)\n"
REPOSITORY = """
import os
for name in ("objects", "refs"): os.makedirs(f"src/deep/.git/{name}")
open("src/deep/.git/HEAD", "w").write("ref: refs/heads/x")
"""
IGNORE = "open('src/.ignore', 'w').write('*.log\\n')\n"  # shows no secret yet
BYTECODE = "import os\nos.mkdir('src/__pycache__')\nopen('src/__pycache__/app.cpython-311.pyc', 'w').write('x')\n"
RG = pytest.mark.skipif(shutil.which("rg") is None, reason="rg is not installed")


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Kept:
    root = tmp_path_factory.mktemp("unended")
    codex = piped_host(root, "codex")
    codex.extra["HARNESS_LANG"] = "en"
    put(codex.workspace / "src/work.py", "")
    codex.approve(small_plan("src/**", commands=(COMMAND,)))
    if codex.state["engine"]["name"] == "none":
        pytest.skip("nothing confines commands here")
    return Kept.of(codex, root)


@pytest.fixture
def codex(kept: Kept) -> PipedHost:
    return kept.again()


def started(host: PipedHost, text: str) -> subprocess.Popen[bytes]:
    """The command as the host starts it, in a group of its own, at the point where it has done its work."""
    put(host.workspace / "src/work.py", text + TAIL)
    host.shell(COMMAND)
    assert host.called is not None
    process = subprocess.Popen(
        ["/bin/sh", "-c", host.called.tool_input["command"]],
        cwd=host.workspace,
        env=host.environment(),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    end = time.monotonic() + 60
    while not (host.workspace / "src/ready").exists():
        assert time.monotonic() < end and process.poll() is None, "nothing happened"
        time.sleep(0.02)
    return process


def killed(host: PipedHost, text: str) -> None:
    process = started(host, text)
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def ledger_events(host: PipedHost) -> list[str]:
    return [record["event"] for record in host.ledger]


def test_a_killed_run_leaves_a_repository_and_no_hook_ever_comes(codex: PipedHost) -> None:
    killed(codex, REPOSITORY)
    codex.turn = "turn-next"
    reply = codex.shell("cat src/app.py")
    assert "src/deep/.git" in reply.context and "src/deep/.git" in reply.message
    assert (codex.state["phase"], ledger_events(codex)[-1]) == ("repair_planning", "run_faults")
    assert codex.write("src/app.py").denied
    assert codex.shell("cat src/app.py").silent


def test_a_write_after_a_killed_run_is_denied_at_once(codex: PipedHost) -> None:
    killed(codex, REPOSITORY)
    codex.turn = "turn-next"
    assert "src/deep/.git" in codex.write("src/app.py").reason


def test_a_killed_run_leaves_a_repository_and_the_host_reports_it(codex: PipedHost) -> None:
    killed(codex, REPOSITORY)
    assert "src/deep/.git" in codex.finished("killed").reason
    assert codex.state["phase"] == "repair_planning"


def test_a_killed_run_leaves_bytecode(codex: PipedHost) -> None:
    killed(codex, BYTECODE)
    codex.turn = "turn-next"
    assert codex.shell("cat src/app.py").silent
    assert not (codex.workspace / "src/__pycache__").exists()
    assert codex.state["phase"] == "implement" and not codex.write("src/app.py").denied


def test_what_a_killed_run_may_do_costs_nothing_more_and_its_ticket_is_void(codex: PipedHost) -> None:
    killed(codex, "")
    assert codex.called is not None
    again = codex.called.tool_input["command"]
    codex.turn = "turn-next"
    assert codex.shell("cat src/app.py").silent
    assert not (codex.folder / "unended").exists()
    done = subprocess.run(["/bin/sh", "-c", again], capture_output=True, env=codex.environment(), check=False)
    assert done.returncode == 125


@pytest.mark.parametrize("turn", ["turn-2", "turn-next"])
def test_a_run_that_ended_without_a_hook_is_evidence_later(codex: PipedHost, turn: str) -> None:
    codex.shell(COMMAND)
    codex.execute()
    codex.turn = turn
    assert codex.shell("cat src/app.py").silent
    assert [(record["kind"], record["exit"]) for record in codex.evidence] == [("confined_run", 0)]
    assert not (codex.folder / "unended").exists()


def test_a_child_takes_no_running_command_for_a_dead_one(codex: PipedHost) -> None:
    codex.shell(COMMAND)
    waiting = codex.called
    codex.turn = "turn-of-a-child"
    codex.shell("cat src/app.py", agent_id="kid", agent_type="x")
    codex.turn, codex.called = "turn-2", waiting
    done = codex.execute()
    assert codex.finished(done.stdout).silent and codex.evidence[-1]["exit"] == 0


@pytest.mark.parametrize("turn", ["turn-2", "turn-next"])
def test_rg_obeys_what_a_running_command_plants(codex: PipedHost, turn: str) -> None:
    put(codex.workspace / "src/deep/.env", TOKEN)
    process = started(codex, IGNORE)
    codex.turn = turn
    reply = codex.shell(f"rg {TOKEN} src")
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    assert "confined_reading" in reply.reason


def test_rg_runs_beside_a_command_that_is_about_to_start(codex: PipedHost) -> None:
    put(codex.workspace / "src/deep/.env", TOKEN)
    codex.shell(COMMAND)
    confined = codex.called
    assert "confined_reading" in codex.shell(f"rg {TOKEN}").reason
    assert "confined_reading" in codex.shell(f"timeout 9 rg {TOKEN} src | head -3").reason
    assert "confined_reading" in codex.shell(f"rg {TOKEN} src > src/found").reason
    assert codex.shell("grep -n hello src/app.py").silent
    codex.called = confined
    codex.finished(codex.execute().stdout)
    assert codex.shell("rg hello src").silent


def test_a_command_starts_beside_a_search_that_runs(codex: PipedHost) -> None:
    codex.shell("rg hello src")
    codex.finished("")
    assert not codex.shell(COMMAND).denied, "there is nothing to show"
    codex.finished(codex.execute().stdout)
    put(codex.workspace / "src/deep/.env", TOKEN)
    codex.shell("timeout 9 rg hello src")
    search = codex.called
    assert "reader_running" in codex.shell(COMMAND).reason
    codex.called = search
    codex.finished("")
    assert not codex.shell(COMMAND).denied


def test_rg_passes_beside_it_where_there_is_nothing_to_show(codex: PipedHost) -> None:
    codex.shell(COMMAND)
    assert codex.shell("rg hello src").silent


def test_rg_obeys_what_a_command_has_left(codex: PipedHost) -> None:
    put(codex.workspace / "src/deep/.env", TOKEN)
    put(codex.workspace / "src/work.py", IGNORE)
    codex.run_shell(COMMAND)
    assert "src/.ignore" in codex.shell(f"rg {TOKEN}").reason
    codex.prompt("cancel")
    assert "planted" in codex.shell(f"rg {TOKEN} src").reason
    (codex.workspace / "src/.ignore").unlink()
    assert codex.shell(f"rg {TOKEN} src").silent


def test_a_new_run_forgets_nothing_of_what_a_killed_one_left(codex: PipedHost) -> None:
    put(codex.workspace / "src/deep/.env", TOKEN)
    killed(codex, IGNORE)
    codex.prompt("$harness something else")
    assert "planted" in codex.shell(f"rg {TOKEN} src").reason


@pytest.mark.parametrize("command", ["sleep 9; rg x src", "sleep 9 && git status", "timeout 9 sleep 9; git log"])
def test_a_reader_waits_until_something_has_been_planted(codex: PipedHost, command: str) -> None:
    assert codex.shell(command).denied


def test_waiting_alone_passes(codex: PipedHost) -> None:
    assert codex.shell("sleep 1; cat src/app.py").silent
