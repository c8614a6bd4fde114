"""What both drivers share: a clean environment, processes that end, a workspace, a look at the session."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from .scripted import ROOT, Request

OTHERS_VARIABLES = ("ANTHROPIC", "CLAUDE", "CODEX", "HARNESS", "OPENAI", "PLUGIN_", "XDG_")


class HostFault(Exception):
    """The host program did not do its part; the text holds what it printed."""


@dataclass(frozen=True)
class Hook:
    """One run of a hook, as the host tells it to the person's client."""

    event: str
    outcome: str
    told: str = ""
    """What the person gets to read."""
    added: str = ""
    """What is put before the model without the person's seeing it."""


@dataclass(frozen=True)
class Turn:
    """One prompt and what became of it."""

    prompt: str
    said: str
    """The agent's last words, as the host prints them."""
    hooks: tuple[Hook, ...]
    requests: tuple[Request, ...]
    """What the model was sent in this turn."""

    def heard(self, speaker: str = ROOT) -> str:
        """All that the speaker's model could read at the end of this turn, older turns included."""
        return "\n".join(next((r.said for r in reversed(self.requests) if r.speaker == speaker), ()))

    def outcomes(self, event: str) -> list[str]:
        return [hook.outcome for hook in self.hooks if hook.event == event]

    def told(self, event: str) -> str:
        return "\n".join(hook.told for hook in self.hooks if hook.event == event)


def environment(home: Path, temporary: Path, **more: str) -> dict[str, str]:
    """The person's environment without keys, sessions and ways to the network."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(OTHERS_VARIABLES)}
    closed = dict.fromkeys(
        ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "http_proxy", "https_proxy", "all_proxy"),
        "http://127.0.0.1:9",
    )
    loopback = {"NO_PROXY": "127.0.0.1,localhost", "no_proxy": "127.0.0.1,localhost"}
    places = {"HOME": str(home), "TMPDIR": str(temporary), "GIT_ALLOW_PROTOCOL": "file"}
    return {**kept, **closed, **loopback, **places, **more}


PATIENCE = 240.0
"""Seconds. A host on a busy machine is slow, and only one that hangs is to be ended."""


class Watch:
    """Kills a process with all that it started when nothing was heard from it for PATIENCE."""

    def __init__(self, pid: int) -> None:
        self._pid, self._heard, self._over = pid, False, False
        self._changed = threading.Condition()
        threading.Thread(target=self._wait, daemon=True).start()

    def heard(self) -> None:
        self._tell(heard=True)

    def end(self) -> None:
        self._tell(over=True)

    def _tell(self, heard: bool = False, over: bool = False) -> None:
        with self._changed:
            self._heard, self._over = self._heard or heard, self._over or over
            self._changed.notify()

    def _wait(self) -> None:
        with self._changed:
            while self._changed.wait_for(lambda: self._heard or self._over, PATIENCE):
                self._heard = False
                if self._over:
                    return
        kill_tree(self._pid)


def wait_until(holds: Callable[[], bool]) -> None:
    """Poll, for at most PATIENCE."""
    late = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < late
        time.sleep(0.05)


def run(
    words: list[str], folder: Path, env: dict[str, str], seconds: float = PATIENCE
) -> subprocess.CompletedProcess:
    """Run to the end, or kill it with all that it started and raise HostFault."""
    process = subprocess.Popen(
        words,
        cwd=folder,
        env=env,
        text=True,
        errors="replace",
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    try:
        out, err = process.communicate(timeout=seconds)
    except subprocess.TimeoutExpired:
        kill_tree(process.pid)
        out, err = process.communicate()
        raise HostFault(f"{words[0]} did not end within {seconds} s\n{out[-2000:]}\n{err[-2000:]}") from None
    finally:
        if process.poll() is None:  # the test itself is being stopped
            kill_tree(process.pid)
    return subprocess.CompletedProcess(words, process.returncode, out, err)


def kill_tree(pid: int) -> None:
    """Kill a process and its descendants: hosts start tool commands in sessions of their own."""
    for doomed in [*_descendants(pid), pid]:
        try:
            os.kill(doomed, signal.SIGKILL)
        except ProcessLookupError:
            continue


def _descendants(pid: int) -> Iterator[int]:
    listed = subprocess.run(["ps", "-A", "-o", "pid=,ppid="], capture_output=True, text=True, check=False)
    children: dict[int, list[int]] = {}
    for child, parent in (map(int, line.split()) for line in listed.stdout.splitlines()):
        children.setdefault(parent, []).append(child)
    waiting = [pid]
    while waiting:
        found = children.get(waiting.pop(), [])
        waiting += found
        yield from found


def record_interpreter(data: Path, python: str = sys.executable) -> None:
    """Name the Python that has the dependencies, as the installer does."""
    data.mkdir(mode=0o700, parents=True, exist_ok=True)
    data.chmod(0o700)
    record = data / "interpreter"
    record.write_text(f"{python}\n", "utf-8")
    record.chmod(0o600)


def make_workspace(folder: Path) -> Path:
    """A small project in a git repository."""
    (folder / "src").mkdir(parents=True)
    (folder / "src" / "app.py").write_text('def main():\n    print("app")\n', "utf-8")
    (folder / "README.md").write_text("# A project\n", "utf-8")
    subprocess.run(["git", "init", "-q", str(folder)], check=True)
    return folder


def session_state(data: Path, session: str | None) -> dict | None:
    """The session's state.json, None when Harness keeps nothing about it."""
    found = data / "runs" / (session or "") / "state.json"
    return json.loads(found.read_text("utf-8")) if session and found.is_file() else None


def session_records(data: Path, session: str | None, name: str) -> list[dict]:
    """The session's ledger.jsonl or evidence.jsonl, oldest first; empty before there is any."""
    found = data / "runs" / (session or "") / f"{name}.jsonl"
    return [json.loads(line) for line in found.read_text("utf-8").splitlines()] if found.is_file() else []


def files_below(folder: Path) -> frozenset[str]:
    """Relative paths, without the repository's own files."""
    names = (path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())
    return frozenset(name for name in names if not name.startswith(".git/"))
