"""A small world around a confined command: a workspace, its boundary, secrets, an outside that must not change."""

from __future__ import annotations

import ctypes
import json
import os
import shutil
import signal
import socket
import stat
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
PROGRAMS = Path(__file__).with_name("programs")
TOKEN = "token-4f1d9c"
HELD_TOKEN = "token-of-another-7be2"
SPARE_USER = 4711
SYSTEM_PYTHON = "/usr/bin/python3"


@dataclass
class Ended:
    """How a run ended: the engine's outcome or fault, and what it wrote."""

    outcome: dict[str, Any]
    out: str
    err: str

    def __getattr__(self, name: str) -> Any:
        return self.outcome[name]


@dataclass
class World:
    """`user` is who runs in it: 0 for whoever runs the tests."""

    folder: Path
    user: int = 0
    servers: list[socket.socket] = field(default_factory=list)
    holder: subprocess.Popen[bytes] | None = None
    before: dict[str, object] = field(default_factory=dict)

    @property
    def python(self) -> str:
        return SYSTEM_PYTHON if self.user else sys.executable

    @property
    def as_user(self) -> list[str]:
        number = str(self.user)
        return ["setpriv", f"--reuid={number}", f"--regid={number}", "--clear-groups"] if self.user else []

    @property
    def programs(self) -> Path:
        """Copies where a confined run sees them: the checkout may lie in a folder that it does not."""
        return self.folder / "programs"

    @property
    def workspace(self) -> Path:
        return self.folder / "workspace"

    @property
    def package(self) -> Path:
        return self.workspace / "src" / "package"

    @property
    def temporary(self) -> Path:
        return self.folder / "temporary"

    def environment(self) -> dict[str, str]:
        return {"PATH": os.environ["PATH"], "TMPDIR": str(self.temporary), "HOME": str(self.folder / "home")}

    def told(self, engine: str, argv: list[str], **changed: Any) -> dict[str, Any]:
        """What programs/confined.py is told."""
        secrets = (
            self.workspace / ".env",
            self.workspace / "src" / "keys" / "secret.pem",
            self.folder / "home" / ".ssh",
        )
        return {
            "engine": engine,
            "writable": [str(self.workspace / "src")],
            "read_only": [str(self.workspace / "src" / ".git")],
            "hidden": [str(path) for path in secrets],
            "temporary": str(self.temporary),
            "network": "none",
            "limits": {"processes": 20, "seconds": 60.0},
            "argv": argv,
            "cwd": str(self.workspace),
            "env": self.environment(),
            "rest": "",
            "merge": False,
            "announce": False,
            "stop": str(self.folder / "stop"),
            "outcome": str(self.folder / "outcome.json"),
            **changed,
        }

    def start(self, told: dict[str, Any], **streams: Any) -> subprocess.Popen[bytes]:
        """The supervisor, told what to do."""
        words = [*self.as_user, self.python, "-I", "-S", str(PROGRAMS / "confined.py"), str(ROOT)]
        streams = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **streams}
        run = subprocess.Popen(words, stdin=subprocess.PIPE, cwd=self.folder, **streams)
        assert run.stdin
        run.stdin.write(json.dumps(told).encode())
        run.stdin.close()
        run.stdin = None
        return run

    def ended(self, run: subprocess.Popen[bytes]) -> Ended:
        out, err = run.communicate(timeout=120)
        path = self.folder / "outcome.json"
        outcome = json.loads(path.read_text()) if path.exists() else {}
        return Ended(outcome, (out or b"").decode("utf-8", "replace"), (err or b"").decode("utf-8", "replace"))

    def run(self, engine: str, argv: list[str], **changed: Any) -> Ended:
        """`engine` "" runs it unconfined."""
        if engine:
            return self.ended(self.start(self.told(engine, argv, **changed)))
        done = subprocess.run(
            [*self.as_user, *argv], cwd=self.workspace, env=self.environment(), capture_output=True,
            stdin=subprocess.DEVNULL, timeout=60, check=False,
        )  # fmt: skip
        return Ended({}, done.stdout.decode("utf-8", "replace"), done.stderr.decode("utf-8", "replace"))

    def remember(self) -> None:
        self.before = self._outside()

    def breaches(self, ended: Ended) -> list[str]:
        """What got out, or was changed although it must not be."""
        found = [f"changed: {name}" for name, _ in self._outside().items() ^ self.before.items()]
        for word in ("ESCAPED", TOKEN, HELD_TOKEN):
            found += [f"printed: {line}" for line in ended.out.splitlines() if word in line]
        found += [f"reached: {server.getsockname()}" for server in self.servers if _reached(server)]
        if self.holder and (self.holder.poll() is not None or _is_dying(self.holder.pid)):
            found.append("the other process is dead")
        if self._still_ticking():
            found.append("something is still alive")
        return sorted(set(found))

    def _still_ticking(self) -> bool:
        ticks = self.temporary / "ticks"
        if not ticks.exists():
            return False
        size = ticks.stat().st_size
        time.sleep(0.2)
        return ticks.stat().st_size > size

    def _outside(self) -> dict[str, object]:
        places = [self.folder / "outside", self.workspace / "src" / ".git", self.folder / "home"]
        single = [self.workspace / ".env", self.workspace / "src" / "keys" / "secret.pem"]
        paths = [path for place in places for path in (place, *sorted(place.rglob("*")))] + single
        return {str(path.relative_to(self.folder)): _state(path) for path in paths}

    def hold(self) -> int:
        """A process that does not belong to the run, with an open file and a secret in its environment."""
        words = [*self.as_user, "sh", "-c", 'exec 9<>"$0"; exec sleep 300', str(self.folder / "outside" / "held")]
        self.holder = subprocess.Popen(
            words, env={"PATH": os.environ["PATH"], "T": HELD_TOKEN}, start_new_session=True
        )
        handle = f"/proc/{self.holder.pid}/fd/9"
        while not os.path.lexists(handle) or Path(f"/proc/{self.holder.pid}/comm").read_text() != "sleep\n":
            time.sleep(0.005)
        self.remember()
        return self.holder.pid

    def listen(self) -> None:
        """Servers outside: TCP and UDP on one port, and UNIX sockets of each kind."""
        tcp = self._server(socket.AF_INET, socket.SOCK_STREAM, ("127.0.0.1", 0))
        self._server(socket.AF_INET, socket.SOCK_DGRAM, tcp.getsockname())
        (self.folder / "port").write_text(str(tcp.getsockname()[1]))
        outside = self.folder / "outside"
        self._server(socket.AF_UNIX, socket.SOCK_STREAM, str(outside / "socket"))
        self._server(socket.AF_UNIX, socket.SOCK_DGRAM, str(outside / "datagrams"))
        self._server(socket.AF_UNIX, socket.SOCK_STREAM, "\0" + str(self.folder))
        self._listen_under_other_names()
        for name, place in (("tmp-socket", "/tmp"), ("run-socket", "/run")):
            path = f"{place}/harness-{self.folder.name}"
            if os.access(place, os.W_OK):
                self._server(socket.AF_UNIX, socket.SOCK_STREAM, path)
                (self.folder / name).write_text(path)
        self.remember()

    def _listen_under_other_names(self) -> None:
        """Of these the system's list of sockets does not tell where they can be found, or not yet."""
        services = self.folder / "services"
        services.mkdir(mode=0o755)
        for folder in (services, self.package):
            self._listen_and_move(folder / "moved")
        held = os.open(services, os.O_PATH)
        self._server(socket.AF_UNIX, socket.SOCK_STREAM, f"/proc/self/fd/{held}/relative")
        os.close(held)
        elsewhere = threading.Thread(target=self._listen_in_another_network, args=(services,))
        elsewhere.start()
        elsewhere.join()
        threading.Thread(target=self._listen_later, args=(services,), daemon=True).start()

    def _listen_and_move(self, now: Path) -> None:
        before = now.with_name("before")
        self._server(socket.AF_UNIX, socket.SOCK_STREAM, str(before))
        before.rename(now)

    def _listen_in_another_network(self, services: Path) -> None:
        """As a container does that shares the folder. Only root can have one at once."""
        ctypes.CDLL(None).unshare(0x40000000)  # CLONE_NEWNET, for this thread alone
        self._server(socket.AF_UNIX, socket.SOCK_STREAM, str(services / "elsewhere"))

    def _listen_later(self, services: Path) -> None:
        while not (self.temporary / "waits").exists():
            if not self.folder.exists():
                return
            time.sleep(0.005)
        self._listen_and_move(services / "newer")

    def _server(self, family: int, kind: int, address: Any) -> socket.socket:
        server = socket.socket(family, kind)
        server.bind(address)
        if kind == socket.SOCK_STREAM:
            server.listen(5)
        server.setblocking(False)
        self.servers.append(server)
        if isinstance(address, str) and address.startswith("/"):
            os.chmod(address, 0o777)
        return server

    def close(self) -> None:
        for server in self.servers:
            name = server.getsockname()
            if isinstance(name, str) and os.path.dirname(name) in ("/tmp", "/run"):
                Path(name).unlink(missing_ok=True)
            server.close()
        if self.holder:
            self.holder.kill()
            self.holder.wait()


def _is_dying(pid: int) -> bool:
    """It has a SIGKILL, which it may not have noticed yet."""
    try:
        lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    except OSError:
        return True
    fields = dict(line.split(":\t", 1) for line in lines if ":\t" in line)
    pending = int(fields["SigPnd"], 16) | int(fields["ShdPnd"], 16)
    return fields["State"][0] in "ZX" or bool(pending & 1 << (signal.SIGKILL - 1))


def _reached(server: socket.socket) -> bool:
    try:
        if server.type == socket.SOCK_STREAM:
            server.accept()[0].close()
        else:
            server.recv(100)
    except BlockingIOError:
        return False
    return True


def _state(path: Path) -> tuple[object, ...]:
    if not os.path.lexists(path):
        return ("gone",)
    found = path.lstat()
    kept = (found.st_mode, found.st_uid, found.st_gid, found.st_mtime_ns, found.st_ino)
    content = path.read_bytes() if stat.S_ISREG(found.st_mode) else b""
    return (*kept, content, tuple(os.listxattr(path, follow_symlinks=False)))


@contextmanager
def world(user: int = 0, base: str | None = None) -> Iterator[World]:
    """A fresh one, where an ordinary user can reach it as well. `base`: where, if not in the temporary folder."""
    folder = Path(tempfile.mkdtemp(prefix="harness-world-", dir=base)).resolve()
    made = World(folder, user)
    try:
        _furnish(made)
        made.remember()
        yield made
    finally:
        made.close()
        shutil.rmtree(folder, ignore_errors=True)


def _furnish(made: World) -> None:
    folder = made.folder
    files = {
        "workspace/pyproject.toml": "",
        "workspace/.env": f"TOKEN={TOKEN}\n",
        "workspace/src/top": "top\n",
        "workspace/src/.git/config": "[core]\n",
        "workspace/src/package/mine": "mine\n",
        "workspace/src/keys/secret.pem": f"{TOKEN}\n",
        "home/.ssh/id": f"{TOKEN}\n",
        "outside/victim": "victim\n",
        "outside/held": "held\n",
        "temporary/ours": "",
    }
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    (folder / "outside" / "folder").mkdir()
    shutil.copytree(PROGRAMS, made.programs, ignore=shutil.ignore_patterns("__pycache__"))
    (made.package / "link").symlink_to(folder / "outside" / "victim")
    folder.chmod(0o755)
    if made.user:
        for path in (folder, *folder.rglob("*")):
            os.chown(path, made.user, made.user, follow_symlinks=False)
