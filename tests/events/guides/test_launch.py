"""A sensor outside a run, in the kernel boundary: the workspace is its own, nothing else is."""

from __future__ import annotations

import os
import socket
import time
from pathlib import Path

import pytest

from harness_runtime.confinement.probe import choose
from harness_runtime.events.guides.launch import Workspace, confined
from harness_runtime.guides.document import Sensor
from harness_runtime.guides.sensors.result import Outcome, Result
from harness_runtime.guides.sensors.run import run_sensors
from harness_runtime.settings.guard import Guard
from tests.guides.sensors.test_run import wait_until_gone

ENGINE = choose("none", os.environ)
needs_engine = pytest.mark.skipif(ENGINE is None, reason="no confinement engine works here")
pytestmark = needs_engine


class Ground:
    """A workspace with a repository, a harness file and a secret; an outside and a data folder beside it."""

    def __init__(self, root: Path) -> None:
        self.workspace, self.outside, self.data = root / "workspace", root / "outside", root / "data"
        for folder in (
            self.workspace / ".git",
            self.workspace / ".o4",
            self.workspace / "src",
            self.outside,
            self.data,
        ):
            folder.mkdir(parents=True)
        (self.workspace / ".env").write_text("TOKEN=secret-words")
        (self.workspace / ".o4/harness.toml").write_text("")
        (self.data / "key").write_text("secret-words")
        self.guard = Guard(secret_paths=["private/**"], deny_write_paths=["frozen/**"])

    def run(self, command: str, seconds: int = 60, **environ: str) -> Result:
        workspace = Workspace(self.workspace, [self.data], self.guard)
        launch = confined(workspace, {**os.environ, **environ}, "en")
        assert launch is not None
        sensor = Sensor(name="S", command=command, timeout_secs=seconds)
        return run_sensors([sensor], self.workspace, launch).results[0]


@pytest.fixture
def ground(tmp_path: Path) -> Ground:
    return Ground(tmp_path)


def test_the_workspace_is_writable_and_the_result_names_the_engine(ground: Ground) -> None:
    result = ground.run("echo made > src/new; mkdir build; cat src/new; pwd")
    assert ENGINE is not None
    assert (result.outcome, result.engine) == (Outcome.PASSED, ENGINE.name)
    assert result.tail == ("made", os.path.realpath(ground.workspace))
    assert (ground.workspace / "src/new").read_text() == "made\n"


@pytest.mark.parametrize(
    "command",
    [
        "echo x > .git/config",
        "mkdir .git/hooks",
        "echo x >> .o4/harness.toml",
        "rm -f .o4/harness.toml",
        "echo x > ../outside/file",
        "ln -s ../outside/x link",
        "echo x > frozen/file",
    ],
)
def test_elsewhere_nothing_is_written(ground: Ground, command: str) -> None:
    (ground.workspace / "frozen").mkdir()
    before = sorted(ground.workspace.rglob("*"))
    result = ground.run(f"{command} && echo done")
    assert (result.outcome, "done" in result.tail) == (Outcome.FAILED, False)
    assert sorted(ground.workspace.rglob("*")) == before
    assert list(ground.outside.iterdir()) == []
    assert (ground.workspace / ".o4/harness.toml").read_text() == ""


@pytest.mark.parametrize("path", [".env", "../data/key", "private/notes"])
def test_secrets_and_the_data_folder_cannot_be_read(ground: Ground, path: str) -> None:
    (ground.workspace / "private").mkdir()
    (ground.workspace / "private/notes").write_text("secret-words")
    assert "secret-words" not in "".join(ground.run(f"cat {path}").tail)


def test_there_is_no_network(ground: Ground) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        result = ground.run(f"exec 3<>/dev/tcp/127.0.0.1/{port} && echo connected")
    assert (result.outcome, "connected" in result.tail) == (Outcome.FAILED, False)


def test_keys_of_the_environment_do_not_reach_it(ground: Ground) -> None:
    assert ground.run("echo [$OPENAI_API_KEY] [$LANG]", OPENAI_API_KEY="k", LANG="C.UTF-8").tail == ("[] [C.UTF-8]",)


def test_names_that_nothing_may_make_fail_the_sensor_and_are_told(ground: Ground) -> None:
    result = ground.run("mkdir .claude; echo fine")
    assert (result.outcome, result.exit_code) == (Outcome.FAILED, 1)
    assert "fine" in result.tail and result.tail[-1].endswith(": .claude")


def test_a_library_that_programs_would_load_fails_it_too(ground: Ground) -> None:
    result = ground.run("touch src/libselinux.so.1", LD_LIBRARY_PATH=f"{ground.workspace}/src")
    assert (result.outcome, result.tail[-1].endswith("src/libselinux.so.1")) == (Outcome.FAILED, True)


@pytest.mark.parametrize(("command", "code"), [("exit 3", 3), ("exit 125", 125), ("kill -9 $$", 137)])
def test_the_exit_code_is_the_command_s(ground: Ground, command: str, code: int) -> None:
    result = ground.run(command)
    assert (result.outcome, result.exit_code) == (Outcome.FAILED, code)


def test_the_time_limit_ends_also_a_process_in_a_session_of_its_own(ground: Ground) -> None:
    ground.run("setsid sh -c 'while :; do date +%N > beat; sleep 0.05; done' & sleep 300", seconds=2)
    beat = ground.workspace / "beat"
    assert beat.exists()
    last = beat.read_text()
    time.sleep(0.3)
    assert beat.read_text() == last


def test_what_keeps_it_from_starting_is_said(ground: Ground, monkeypatch: pytest.MonkeyPatch) -> None:
    workspace = Workspace(ground.workspace, [ground.data], ground.guard)
    launch = confined(workspace, os.environ, "en")
    assert launch is not None
    for path in sorted(ground.workspace.rglob("*"), reverse=True):
        path.rmdir() if path.is_dir() else path.unlink()
    ground.workspace.rmdir()
    ground.workspace.write_text("no folder any more")
    result = run_sensors([Sensor(name="S", command="true")], ground.outside, launch).results[0]
    assert (result.outcome, result.why, bool(result.detail)) == (Outcome.NOT_STARTED, "cannot_start", True)


def test_no_temporary_folder_stays(ground: Ground, tmp_path: Path) -> None:
    (tmp_path / "temporary").mkdir()
    result = ground.run("mkdir -p $TMPDIR/a/b; echo $TMPDIR", TMPDIR=str(tmp_path / "temporary"))
    assert result.tail[0].startswith(str(tmp_path / "temporary"))
    assert list((tmp_path / "temporary").iterdir()) == []


def test_it_ends_when_who_started_it_is_gone(ground: Ground) -> None:
    """A hook that the host kills takes its sensors with it."""
    launch = confined(Workspace(ground.workspace, [ground.data], ground.guard), os.environ, "en")
    assert launch is not None
    invocation = launch("touch begun; sleep 300", ground.workspace)
    starter = os.fork()
    if starter == 0:
        os.setsid()
        pid = os.posix_spawn(invocation.words[0], invocation.words, dict(invocation.environ))
        (ground.data / "pid").write_text(str(pid))
        until = time.monotonic() + 60
        while not (ground.workspace / "begun").exists() and time.monotonic() < until:
            time.sleep(0.02)
        os._exit(0)
    os.waitpid(starter, 0)
    wait_until_gone(int((ground.data / "pid").read_text()))
