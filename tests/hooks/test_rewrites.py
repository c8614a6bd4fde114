"""An approved command passes only as its ticket says, and what the host hears is whole or a denial."""

from __future__ import annotations

import fcntl
import json
import os
import shutil
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from harness_runtime.session.calls import find_call, last_calls
from harness_runtime.session.confined_lock import confined_lock_path
from harness_runtime.session.tickets import read_ticket, ticket_folder, ticket_numbers
from harness_runtime.wire.call_digest import call_digest
from tests.hooks.conftest import Bench, Stages, bench
from tests.support.artifacts import small_plan
from tests.support.engines import set_engine
from tests.support.piped import Reply

COMMANDS = (
    {"command": "pytest -q", "more_args": True, "env": {"CI": "1"}},
    {"command": "make test", "cwd": "src", "evidence": False},
)


@pytest.fixture(scope="module", params=["codex", "claude"])
def implementing(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, compiled: Path) -> Stages:
    """A run with an approved Plan, held once for each host."""
    folder = tmp_path_factory.mktemp("rewrites")
    stages = Stages(bench(folder, request.param, compiled), folder / "kept")
    stages.host.approve(small_plan("src/**", commands=COMMANDS))
    set_engine(stages.host, "bubblewrap")
    stages.keep("implement")
    return stages


@pytest.fixture
def host(implementing: Stages) -> Bench:
    host = implementing.at("implement")
    host.extra["HARNESS_LANG"] = "en"
    return host


def output(reply: Reply) -> dict[str, Any]:
    return reply.answer["hookSpecificOutput"]


@pytest.mark.parametrize(
    ("command", "said"),
    [
        ("pytest -q; ls", "use the next call"),
        ("pytest -q -x && pytest -q", "Run one verification command a call"),
        ("for i in 1 2; do pytest -q; done", "Run one verification command a call"),
        ("pytest -q > src/out", "Run one verification command a call"),
        ("for i in 1 2; do echo $i; done", ""),
        ("make test; for i in 1; do ls; done", ""),  # is no evidence anyway
    ],
)
def test_an_approved_command_in_a_confined_line_is_told_how_to_count(
    confined_shell: Bench, command: str, said: str
) -> None:
    reply = confined_shell.shell(command)
    assert "harness-confine" in output(reply)["updatedInput"]["command"]
    assert read_ticket(str(confined_shell.data), 1)["kind"] == "shell"
    assert (said in reply.context and "`pytest -q" in reply.context) if said else not reply.context


@pytest.fixture
def confined_shell(host: Bench) -> Bench:
    """The person lets run confined what nobody understands."""
    state = host.state
    state["person"]["shell"] = "confined"
    (host.folder / "state.json").write_text(json.dumps(state), "utf-8")
    return host


def test_the_host_is_told_to_run_another_form(host: Bench) -> None:
    given = {"command": "pytest -q 2>&1 | tail -5", "description": "Run 'the' tests", "timeout": 60_000}
    reply = host.tool("Bash", given, tool_use_id="call_9")
    line = f"{host.data}/bin/harness-confine 1 -- 'pytest -q 2>&1 | tail -5'"
    assert (reply.code, reply.stderr) == (0, "")
    assert output(reply)["updatedInput"] == ({} if host.host == "codex" else given) | {"command": line}
    assert output(reply).get("permissionDecision") == ("allow" if host.host == "codex" else None)
    ticket = read_ticket(str(host.data), 1)
    state = host.state
    digest = call_digest("Bash", output(reply)["updatedInput"])
    assert ticket == {
        "schema_version": 1,
        "call": 1,
        "session_id": host.session_id,
        "run_id": state["run_id"],
        "revision": 1,
        "kind": "verification",
        "text": "pytest -q 2>&1 | tail -5",
        "words": ["pytest", "-q"],
        "rest": "2>&1 | tail -5",
        "cwd": str(host.workspace.resolve()),
        "env": {"CI": "1"},
        "command": "pytest -q",
        "evidence": True,
        "writable": True,
        "network": "none",
        "policy_sha256": state["policy_sha256"],
        "places": ticket["places"],
        "input": digest,
        "tool_use_id": "call_9",
    }
    record = find_call(str(host.data), host.session_id, host.turn, "call_9")
    assert record is not None
    assert (record["kind"], record["rule"], record["input"]) == ("execute", "verification", digest)
    assert Path(confined_lock_path(str(host.data), host.session_id)).stat().st_mode & 0o777 == 0o600


def test_every_call_has_a_ticket_of_its_own(host: Bench) -> None:
    with ThreadPoolExecutor(8) as pool:
        replies = list(pool.map(lambda number: host.shell(f"pytest -q t{number}.py"), range(8)))
    lines = [output(reply)["updatedInput"]["command"] for reply in replies]
    assert sorted(ticket_numbers(str(host.data))) == list(range(1, 9))
    assert sorted(int(line.split()[1]) for line in lines) == list(range(1, 9))
    for line in lines:
        number, words = int(line.split()[1]), line.split()[3:]
        assert read_ticket(str(host.data), number)["words"] == words


def test_in_its_folder(host: Bench) -> None:
    line = output(host.shell("cd src && make test"))["updatedInput"]["command"]
    assert line == f"cd src && {host.data}/bin/harness-confine 1 -- make test"
    ticket = read_ticket(str(host.data), 1)
    assert (ticket["cwd"], ticket["evidence"]) == (str((host.workspace / "src").resolve()), False)


def test_a_folder_with_blanks_and_a_long_command_arrive_whole(host: Bench, tmp_path: Path) -> None:
    moved = tmp_path / "my data"
    shutil.copytree(host.data, moved, symlinks=True)
    host.data = moved
    words = "x" * 50_000
    line = output(host.shell(f"pytest -q {words}"))["updatedInput"]["command"]
    assert line == f"'{moved}/bin/harness-confine' 1 -- pytest -q {words}"


class TestRefused:
    """Without a ticket, a record or a reader the call does not run at all."""

    def test_no_ticket(self, host: Bench) -> None:
        Path(ticket_folder(str(host.data))).write_text("")
        reply = host.shell("pytest -q")
        assert reply.denied
        assert "[unrecorded, implement]" in reply.reason
        assert last_calls(str(host.data), host.session_id, 1)[0]["rule"] == "unrecorded"

    def test_no_record(self, host: Bench) -> None:
        turns = host.folder / "turns"
        turns.rename(host.folder / "elsewhere")
        turns.write_text("")
        reply = host.shell("pytest -q")
        assert reply.denied
        assert "[unrecorded, implement]" in reply.reason
        assert ticket_numbers(str(host.data)) == []

    def test_nobody_listens(self, host: Bench) -> None:
        host.broken_stdout = True
        reply = host.shell("pytest -q")
        assert (reply.code, bool(reply.stderr)) == (2, True)

    def test_stdout_is_closed(self, host: Bench) -> None:
        host.closed = (1,)
        reply = host.shell("pytest -q")
        assert (reply.code, bool(reply.stderr)) == (2, True)

    def test_a_number_that_json_has_no_form_for(self, host: Bench) -> None:
        raw = host.bytes_of("PreToolUse", tool_name="Bash", tool_input={"command": "pytest -q", "timeout": 7})
        reply = host.pipe("PreToolUse", raw.replace(b'"timeout": 7', b'"timeout": 1e999'))
        takes_the_command_alone = host.host == "codex"
        assert reply.denied != takes_the_command_alone
        assert bool(ticket_numbers(str(host.data))) == takes_the_command_alone

    def test_no_engine(self, host: Bench) -> None:
        set_engine(host, "none")
        assert "apt install bubblewrap" in host.shell("pytest -q").reason
        set_engine(host, "none", confinement="best_effort")
        assert output(host.shell("pytest -q"))["updatedInput"]
        set_engine(host, "none", shell="confined")
        assert "[confinement_missing, implement]" in host.shell("make").reason


def test_what_nobody_understands_runs_confined(host: Bench) -> None:
    set_engine(host, "bubblewrap", shell="confined")
    text = 'for f in *; do echo "it\'s $f"; done'
    line = output(host.shell(text))["updatedInput"]["command"]
    assert line == f"{host.data}/bin/harness-confine 1 -- 'for f in *; do echo \"it'\"'\"'s $f\"; done'"
    ticket = read_ticket(str(host.data), 1)
    assert (ticket["kind"], ticket["text"], ticket["words"], ticket["writable"]) == ("shell", text, [], True)
    host.shell(text, agent_id="kid", agent_type="x")
    ticket = read_ticket(str(host.data), 2)
    assert (ticket["writable"], ticket["policy_sha256"], ticket["network"]) == (False, None, "none")


class TestRunning:
    """While a confined command may write, nothing else does."""

    @pytest.fixture
    def running(self, host: Bench) -> Bench:
        host.shell("pytest -q")
        return host

    def test_a_change_waits(self, running: Bench) -> None:
        handle = os.open(confined_lock_path(str(running.data), running.session_id), os.O_RDONLY)
        fcntl.flock(handle, fcntl.LOCK_EX)
        for reply in (running.write("src/new.py"), running.shell("touch src/new.py")):
            assert reply.denied
            assert "[confined_running, implement]" in reply.reason
            assert "src/new.py" in reply.reason
        assert running.shell("cat src/app.py").silent
        assert not running.shell("pytest -q").denied
        os.close(handle)
        assert running.write("src/new.py").silent

    def test_hooks_that_ask_do_not_see_each_other(self, running: Bench) -> None:
        with ThreadPoolExecutor(8) as pool:
            assert all(reply.silent for reply in pool.map(lambda n: running.write(f"src/n{n}.py"), range(16)))


def test_every_call_that_may_run_is_remembered(host: Bench) -> None:
    calls = [
        ("Bash", {"command": "cat src/app.py", "description": "look"}),
        ("Read", {"file_path": f"{host.workspace}/src/app.py", "limit": 10.0}),
        ("TodoWrite", {"todos": [{"content": "x", "status": "pending"}]}),
        ("Agent", {"prompt": "look", "description": "x"}),
        ("Write", {"file_path": f"{host.workspace}/src/new.py", "content": "한글\n"}),
    ]
    for number, (tool, tool_input) in enumerate(calls):
        host.tool(tool, tool_input, tool_use_id=f"toolu_{number}")
    host.tool("Write", {"file_path": "README.md", "content": "x"}, tool_use_id="toolu_no")
    for number, (tool, tool_input) in enumerate(calls):
        record = find_call(str(host.data), host.session_id, host.turn, f"toolu_{number}")
        assert record is not None
        spelled = json.loads(json.dumps(tool_input, sort_keys=True).replace("10.0", "10"))
        assert (record["tool"], record["input"]) == (tool, call_digest(tool, spelled))
    denied = find_call(str(host.data), host.session_id, host.turn, "toolu_no")
    assert denied is not None
    assert (denied["verdict"], denied["input"]) == ("deny", "")
