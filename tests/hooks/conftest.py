"""Running the launcher itself: any shell, any PATH, any interpreter, streams closed or broken."""

from __future__ import annotations

import itertools
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from tests.support.answers import JudgedHost
from tests.support.artifacts import tiny_completion, tiny_plan
from tests.support.piped import EVENTS, ROOT, Reply
from tests.support.processes import without_powers

SHELLS = {name: found for name in ("dash", "bash", "busybox", "ksh", "mksh", "yash") if (found := shutil.which(name))}
REAL_PYTHON = Path(sys.executable).parent


@dataclass
class Bench(JudgedHost):
    """A host whose hooks run under conditions that a test chooses."""

    shell_words: tuple[str, ...] = ()  # empty: as hooks.json says
    closed: tuple[int, ...] = ()
    powerless: bool = False  # root gives up what lets it ignore file modes
    broken_stdout: bool = False  # nobody reads it any more
    forked: bool = False  # from a process that waits, where the streams and powers are a hook's own
    trace: Path = field(default_factory=Path)

    def __post_init__(self) -> None:
        self.trace = self.home / "trace"

    def run(self, event: str, raw: bytes) -> Reply:
        command = EVENTS[event][0]["hooks"][0]["command"]
        argv = ["/bin/sh", "-c", command]
        if self.shell_words:
            argv = [*self.shell_words, f"{self.plugin}/hooks/launch", command.split()[-1]]

        def prepare() -> None:
            if self.powerless:
                without_powers()
            for descriptor in self.closed:
                os.close(descriptor)

        done = subprocess.run(
            argv,
            input=raw,
            stdout=unread_pipe() if self.broken_stdout else subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=self.workspace,
            env=self.hook_environment(self.forked and not (self.closed or self.powerless)),
            timeout=60,
            check=False,
            preexec_fn=prepare,
        )
        return Reply(done.returncode, (done.stdout or b"").decode(), done.stderr.decode())

    def bytes_of(self, event: str, **fields: Any) -> bytes:
        return json.dumps(self.payload(event, **fields)).encode()

    def shell_is(self, name: str) -> None:
        self.shell_words = (SHELLS[name], "sh") if name == "busybox" else (SHELLS[name],)

    def approve_tiny(self) -> Reply:
        return self.approve(tiny_plan("src/app.py"))

    def interpreter(self, text: str | bytes, *, mode: int = 0o755) -> Path:
        """Record a program of this text as the interpreter of the hooks."""
        program = self.home / "interpreter"
        program.write_bytes(text if isinstance(text, bytes) else text.encode())
        program.chmod(mode)
        self.record(program)
        return program

    def record(self, program: Path | str) -> None:
        self.data.mkdir(mode=0o700, exist_ok=True)
        (self.data / "interpreter").write_text(f"{program}\n", "utf-8")

    def without_python(self) -> None:
        """PATH holds what the launcher itself needs, and no Python."""
        self.extra["PATH"] = str(self.programs())

    def programs(self, *names: str) -> Path:
        """A folder with `cat`, and with each of `names` as a program that leaves a trace when it is started."""
        folder = self.home / f"bin{'-'.join(names)}"
        folder.mkdir(exist_ok=True)
        for name in ("cat", "touch"):
            if not (folder / name).exists():
                (folder / name).symlink_to(shutil.which(name) or "")
        for name in names:
            traced(folder / name, self.trace)
        return folder

    def mark(self, session_id: str = "another-session") -> None:
        """Arm a session without any run behind it."""
        (self.data / "armed").mkdir(mode=0o700, parents=True, exist_ok=True)
        (self.data / "armed" / session_id).touch(mode=0o600)

    def every_event(self) -> Iterator[tuple[str, Reply]]:
        for event in EVENTS:
            yield event, self.fire(event, **FIELDS[event])


FIELDS: dict[str, dict[str, Any]] = {
    "SessionStart": {"source": "startup"},
    "UserPromptSubmit": {"prompt": "hello"},
    "PreToolUse": {"tool_name": "Bash", "tool_input": {"command": "ls"}},
    "PostToolUse": {"tool_name": "Bash", "tool_input": {"command": "ls"}, "tool_response": "src\n"},
    "PostToolUseFailure": {"tool_name": "Bash", "tool_input": {"command": "ls"}, "error": "Exit code 1"},
    "PermissionRequest": {"tool_name": "Bash", "tool_input": {"command": "ls"}},
    "Stop": {"last_assistant_message": "done", "stop_hook_active": False},
    "SessionEnd": {"reason": "other"},
    "SubagentStart": {"agent_id": "kid", "agent_type": "x"},
    "SubagentStop": {
        "last_assistant_message": "done",
        "stop_hook_active": False,
        "agent_id": "kid",
        "agent_type": "x",
    },
}


def unread_pipe() -> int:
    """The writing end of a pipe that has no reader any more."""
    out, into = os.pipe()
    os.close(out)
    return into


def traced(program: Path, trace: Path) -> None:
    """A program that would be seen if it ever started."""
    program.write_text(f'#!/bin/sh\ntouch "{trace}"\nexit 0\n', "utf-8")
    program.chmod(0o755)


@pytest.fixture(scope="session")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Compiled modules that the hooks of all tests share: compiling them anew each time would be most of the work."""
    return tmp_path_factory.mktemp("pycache")


def bench(root: Path, name: str, compiled: Path, *, forked: bool = False) -> Bench:
    workspace, home = root / "workspace", root / "home"
    (workspace / "src").mkdir(parents=True)
    (workspace / "src" / "app.py").write_text("print('hello')\n", "utf-8")
    home.mkdir()
    host = Bench(
        data=root / "data", workspace=workspace, home=home, host=name, session_id=str(uuid4()), forked=forked
    )
    host.data.mkdir(mode=0o700)
    (host.data / "pycache").symlink_to(compiled)
    return host


@pytest.fixture
def make_host(tmp_path: Path, compiled: Path) -> Callable[[str], Bench]:
    return lambda name: bench(tmp_path, name, compiled)


@pytest.fixture(params=["codex", "claude"])
def host(request: pytest.FixtureRequest, make_host: Callable[[str], Bench]) -> Bench:
    return make_host(request.param)


@pytest.fixture
def codex(make_host: Callable[[str], Bench]) -> Bench:
    return make_host("codex")


@pytest.fixture
def copied_plugin(tmp_path: Path, codex: Bench) -> Path:
    """A copy of the plugin that a test may damage; `codex` runs its hooks from there."""
    folder = tmp_path / "plugin"
    skip = shutil.ignore_patterns("__pycache__")
    for name in ("hooks", "harness_runtime", "skills"):
        shutil.copytree(ROOT / name, folder / name, ignore=skip)
    codex.plugin = folder
    (codex.data / "pycache").unlink()  # compiled for other paths
    return folder


class Stages:
    """One conversation that was held once, and can be taken up again at each of its stages."""

    def __init__(self, host: Bench, kept: Path) -> None:
        self.host, self.kept = host, kept
        self.turns: dict[str, str] = {}
        shutil.copytree(host.home, kept / "home", symlinks=True)

    def tell(self) -> None:
        host = self.host
        host.prompt("$harness add a greeting")
        self.keep("planning")
        host.stop(tiny_plan("src/app.py"))
        self.keep("pending")
        host.prompt("n")
        self.keep("held")
        self.at("pending").prompt("y")
        self.keep("implement", "turn-100")
        host.stop(tiny_completion())
        self.keep("completed", "turn-100")

    def keep(self, stage: str, turn: str = "") -> None:
        shutil.copytree(self.host.data, self.kept / stage, symlinks=True)
        self.turns[stage] = turn or self.host.turn

    def at(self, stage: str) -> Bench:
        """The host as it was then; what was there before is gone."""
        for kept, place in ((stage, self.host.data), ("home", self.host.home)):
            shutil.rmtree(place)
            shutil.copytree(self.kept / kept, place, symlinks=True)
        return replace(
            self.host, turn=self.turns[stage], extra={}, heard=[], _turns=itertools.count(100), powerless=False
        )


def told(name: str, folder: Path, compiled: Path) -> Stages:
    stages = Stages(bench(folder, name, compiled, forked=True), folder / "kept")
    stages.tell()
    return stages


@pytest.fixture(scope="session")
def stages(tmp_path_factory: pytest.TempPathFactory, compiled: Path) -> Stages:
    """For what does not depend on the host."""
    return told("codex", tmp_path_factory.mktemp("stages"), compiled)


@pytest.fixture(scope="session")
def claude_stages(tmp_path_factory: pytest.TempPathFactory, compiled: Path) -> Stages:
    return told("claude", tmp_path_factory.mktemp("stages"), compiled)


@pytest.fixture(scope="session", params=["codex", "claude"])
def host_stages(request: pytest.FixtureRequest) -> Stages:
    return request.getfixturevalue("stages" if request.param == "codex" else "claude_stages")
