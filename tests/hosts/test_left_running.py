"""Both real hosts: what the agent left running is named and stops a run from going on; the host's own is not."""

from __future__ import annotations

import json
import os
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from .claude import Claude, LiveConversation
from .scratch import wait_until
from .scripted import Act, Say, Shell
from .stage import Stage, live_stage
from .story import GREETING, INSIDE, PLAN, REQUEST

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only Linux tells")

SLEEP = "sh -c 'echo $$ > left.pid; exec sleep 300'"
QUIET = "> /dev/null 2>&1 < /dev/null &"
DETACHED = Shell(f"setsid {SLEEP} {QUIET}")
IN_THE_TERMINAL = Shell(SLEEP, {"yield_time_ms": 250})
IN_THE_BACKGROUND = Shell(SLEEP, {"run_in_background": True})
HIDDEN = (
    "id=${CODEX_THREAD_ID:-$CLAUDE_CODE_SESSION_ID} "
    "setsid env -u CODEX_THREAD_ID -u CODEX_SESSION_ID -u CLAUDE_CODE_SESSION_ID "
    "sh -c 'echo $$ > left.pid; until test -e shown; do sleep 0.1; done; "
    f"exec env CODEX_THREAD_ID=$id CLAUDE_CODE_SESSION_ID=$id sleep 300' {QUIET}"
)
"""Not to be seen at activation: in a run no command that lasts passes, so nothing else can be there at a `y`."""


@pytest.fixture(params=["codex", "claude"])
def stage(request: pytest.FixtureRequest, name: str, tmp_path: Path) -> Iterator[Stage]:
    """A live conversation in a host with an MCP server of the person's."""
    host = request.getfixturevalue(request.param)
    opened = live_stage(host, name, with_mcp_server(isinstance(host, Claude), tmp_path))
    yield opened
    end(pid_in(opened.talk.workspace / "left.pid"))
    opened.talk.close()


def with_mcp_server(claude: bool, folder: Path) -> tuple[str, ...]:
    words = [str(Path(__file__).with_name("mcp_server.py")), str(folder / "mcp.pid")]
    if not claude:
        command, arguments = json.dumps(sys.executable), json.dumps(words)
        return ("-c", f"mcp_servers.notes.command={command}", "-c", f"mcp_servers.notes.args={arguments}")
    config = folder / "mcp.json"
    server = {"type": "stdio", "command": sys.executable, "args": words}
    config.write_text(json.dumps({"mcpServers": {"notes": server}}), "utf-8")
    return ("--mcp-config", str(config))


def pid_in(file: Path) -> int | None:
    return int(file.read_text("utf-8")) if file.is_file() else None


def end(pid: int | None) -> None:
    if pid is None:
        return
    try:
        os.kill(pid, signal.SIGKILL)
    except ProcessLookupError:
        return
    wait_until(lambda: not is_running(pid))


def is_running(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text("utf-8").rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def leave(stage: Stage, act: Act) -> int:
    """The agent starts something before Harness is asked for; its pid."""
    stage.say("set things up", act, Say("it runs"))
    file = stage.talk.workspace / "left.pid"
    wait_until(lambda: file.is_file() and file.read_text("utf-8").strip() != "")
    return int(file.read_text("utf-8"))


def ways(stage: Stage) -> list[Act]:
    return [DETACHED, IN_THE_BACKGROUND if isinstance(stage.host, Claude) else IN_THE_TERMINAL]


@pytest.mark.parametrize("way", [0, 1], ids=["detached", "kept by the host"])
def test_no_run_begins_over_it(stage: Stage, way: int, tmp_path: Path):
    left = leave(stage, ways(stage)[way])
    refused = stage.say(REQUEST)
    told = refused.told("UserPromptSubmit")
    assert (refused.requests, stage.state) == ((), {})
    assert f"{left} sleep 300" in told
    server = pid_in(tmp_path / "mcp.pid")
    assert is_running(server) and str(server) not in told

    end(left)
    if way == 1 and isinstance(stage.talk, LiveConversation):
        stage.talk.hear()  # Claude Code tells the model that the background command ended
    stage.say(REQUEST, stage.hands.read("README.md"), Say(PLAN))
    assert stage.phase == "plan_pending"


def test_no_y_is_consumed_over_it(stage: Stage, tmp_path: Path):
    left = leave(stage, Shell(HIDDEN))
    stage.say(REQUEST, stage.hands.read("README.md"), Say(PLAN))
    (stage.talk.workspace / "shown").touch()
    wait_until(lambda: Path(f"/proc/{left}/comm").read_text("utf-8") == "sleep\n")
    refused = stage.say("y", stage.hands.write(INSIDE, GREETING), Say("I may not"))
    assert f"{left} sleep 300" in refused.told("UserPromptSubmit")
    assert (refused.requests, stage.phase, INSIDE in stage.files) == ((), "plan_pending", False)

    end(left)
    assert is_running(pid_in(tmp_path / "mcp.pid"))
    stage.say("y", stage.hands.write(INSIDE, GREETING), Say("written"))
    assert INSIDE in stage.files


def test_in_a_run_nothing_can_be_left_running(stage: Stage):
    stage.say(REQUEST, stage.hands.read("README.md"), Say(PLAN))
    told = stage.say("y", *ways(stage), Say("I may not")).heard()
    assert told.count("[shell_") == 2
    assert "left.pid" not in stage.files
