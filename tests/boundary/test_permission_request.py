"""PermissionRequest, as the host runs it: typing into a terminal is refused in a run, also by a broken hook."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from harness_runtime.session.calls import last_calls
from tests.support.answers import answer_faults
from tests.support.piped import ROOT, PipedHost, Reply

TYPING = {"session_id": 7, "chars": "rm -rf .\n", "parent_call_id": "call_1", "cwd": "/", "tty": True}


def request(host: PipedHost, tool: str = "write_stdin", tool_input: object = None, **fields: Any) -> Reply:
    reply = host.fire("PermissionRequest", tool_name=tool, tool_input=tool_input or TYPING, **fields)
    assert answer_faults("codex", "PermissionRequest", reply) == []
    return reply


def refused(reply: Reply) -> bool:
    decision = reply.answer.get("hookSpecificOutput", {}).get("decision", {})
    return (
        reply.code == 2
        and decision.get("behavior") == "deny"
        and decision["message"].strip()
        == reply.stderr.splitlines()[-1].strip()  # a shell may tell of a signal before
    )


@pytest.fixture
def armed(host: PipedHost) -> PipedHost:
    host.prompt("$harness do it")
    return host


def test_nothing_is_said_where_nothing_is_armed(host: PipedHost) -> None:
    assert request(host).silent


def test_nothing_is_said_in_a_session_that_is_not_armed(armed: PipedHost) -> None:
    armed.session_id = "99999999-2222-4333-8444-555555555555"
    assert request(armed).silent


@pytest.mark.parametrize("tool", ["write_stdin", "functionswrite_stdin"])
def test_typing_into_a_terminal_is_refused(armed: PipedHost, tool: str) -> None:
    reply = request(armed, tool)
    assert refused(reply)
    assert "[tool_unmodeled, planning]" in reply.stderr
    record = last_calls(str(armed.data), armed.session_id, 1)[0]
    assert (record["tool"], record["verdict"], record["rule"]) == (tool, "deny", "tool_unmodeled")


def test_a_child_is_refused_too(armed: PipedHost) -> None:
    assert refused(request(armed, agent_id="kid", agent_type="default"))


@pytest.mark.parametrize("tool", ["Bash", "apply_patch", "Write", "mcp__x__y", "", "write_stdin_2"])
def test_every_other_question_is_the_hosts(armed: PipedHost, tool: str) -> None:
    assert request(armed, tool, {"command": "make all"}).silent


def test_a_state_that_cannot_be_read_opens_nothing(armed: PipedHost) -> None:
    (armed.folder / "state.json").write_text("{")
    assert refused(request(armed))
    assert request(armed, "Bash").silent


def test_a_released_session_is_asked_again(armed: PipedHost) -> None:
    armed.prompt("$harness:off")
    assert request(armed).silent


BREAKAGES = ["a crash", "no interpreter", "a kill", "silence", "broken JSON", "17 MB", "deep"]


@pytest.mark.parametrize("breakage", BREAKAGES)
def test_a_failure_refuses_typing_and_asks_everything_else(armed: PipedHost, breakage: str, tmp_path: Path) -> None:
    spoil = broken(armed, breakage, tmp_path)
    own, other = (json.dumps(payload(armed, tool)).encode() for tool in ("write_stdin", "Bash"))
    reply = armed.pipe("PermissionRequest", spoil(own))
    assert refused(reply)
    assert answer_faults("codex", "PermissionRequest", reply) == []
    asked = armed.pipe("PermissionRequest", spoil(other))
    assert (asked.code, asked.stdout) == (1, "")
    assert asked.stderr.splitlines()[-1].startswith("Harness: ")
    armed.session_id = "99999999-2222-4333-8444-555555555555"
    stranger = json.dumps(payload(armed, "write_stdin")).encode()
    assert armed.pipe("PermissionRequest", spoil(stranger)).code != 2, "another session's question is none of ours"


def payload(host: PipedHost, tool: str) -> dict[str, Any]:
    return host.payload("PermissionRequest", tool_name=tool, tool_input=TYPING)


def broken(host: PipedHost, breakage: str, tmp_path: Path) -> Any:
    scripts = {"a crash": "import os; os._exit(1)", "a kill": "import os; os.kill(os.getpid(), 9)", "silence": "pass"}
    if breakage in scripts:
        host.plugin = tmp_path / "plugin"
        shutil.copytree(ROOT / "hooks", host.plugin / "hooks")
        (host.plugin / "hooks/permission_request").write_text(scripts[breakage])
    if breakage == "no interpreter":
        (host.data / "interpreter").unlink(missing_ok=True)
        host.extra["PATH"] = str(programs(tmp_path / "bin"))
    match breakage:
        case "broken JSON":
            return lambda raw: raw[:-1]
        case "17 MB":
            return lambda raw: raw.replace(b"rm -rf", b"x" * (17 << 20))
        case "deep":
            return lambda raw: raw.replace(b"{", b'{"d":' + b"[" * 5000 + b"]" * 5000 + b",", 1)
    return bytes


def programs(folder: Path) -> Path:
    """A PATH with what the launcher calls, and no Python."""
    folder.mkdir()
    for name in ("cat", "sh"):
        (folder / name).symlink_to(shutil.which(name) or "")
    return folder


def test_a_request_costs_what_a_tool_call_costs(armed: PipedHost) -> None:
    """The hot door: no `json`, no `re`, nothing of the cold path."""
    import subprocess
    import sys

    raw = json.dumps(payload(armed, "Bash")).encode()
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-X", "importtime", str(ROOT / "hooks/permission_request")],
        input=raw, capture_output=True, env=armed.environment(), cwd=armed.workspace, timeout=60, check=False,
    )  # fmt: skip
    assert done.returncode == 63
    names = {line.split("|")[-1].strip() for line in done.stderr.decode().splitlines()}
    assert "harness_runtime.events.on_permission_request" in names
    assert names.isdisjoint(("json", "re", "typing", "pathlib", "pydantic", "filelock"))
