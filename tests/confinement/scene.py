"""A run with authority over a workspace, its tickets, and the program harness-confine as a shell would start it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from harness_runtime.confinement.evidence_line import signed_lines
from harness_runtime.confinement.probe import probe
from harness_runtime.session.confine_script import install_script
from harness_runtime.session.confined_lock import make_confined_lock
from harness_runtime.session.keys import make_key, read_key
from harness_runtime.session.layout import sha256
from harness_runtime.session.tickets import write_ticket
from harness_runtime.wire.rewrite import joined
from tests.support.piped import ROOT

PLAN = "a" * 64
SESSION = "11111111-2222-4333-8444-555555555555"

# Starts the program as its script does, with the named engine chosen for it.
CHOSEN = """
import sys
sys.path.insert(0, {root!r})
from harness_runtime.confinement import command, probe
name = sys.argv.pop(1)
def choose(network, environ, data, untried=False):
    ways = {{"bubblewrap": lambda: probe._bubblewrap(environ, network)[1], "landlock": lambda: probe._landlock()[1]}}
    engine = ways.get(name, lambda: None)()
    return engine if engine is not None and network in engine.networks else None
probe.choose = choose
command.main()
"""

ENGINES = ("bubblewrap", "landlock")
_USABLE = {report.name: report.why for report in probe(os.environ) if report.usable}


def confined_by(base: Path, engine: str) -> Run:
    """A run whose commands this engine confines; skips the test where that is not possible."""
    if engine not in _USABLE:
        pytest.skip(f"{engine} cannot be used here")
    return Run(base.resolve(), engine)


class Run:
    """`root` is the workspace, `home` the person's folder, `outside` neither. `engine`: a name, None for the chosen
    one, "none" where there is none and the person lets a command run nevertheless."""

    def __init__(self, base: Path, engine: str | None = None) -> None:
        self.base, self.engine = base, engine
        self.root, self.home, self.data, self.outside = (base / name for name in ("ws", "home", "data", "outside"))
        for folder in (self.root / "src", self.home, self.data, self.outside):
            folder.mkdir(parents=True)
        self._short = TemporaryDirectory(prefix="hc-")  # sockets are made below it, and their names must be short
        self.temporary = Path(self._short.name).resolve()
        self.state: dict[str, Any] = {
            "schema_version": 1,
            "session_id": SESSION,
            "host": "codex",
            "run_id": "r-1",
            "revision": 1,
            "phase": "implement",
            "workspace_root": str(self.root),
            "language": "en",
            "accepted": {"plan": PLAN, "repair_plan": None},
            "held": False,
            "suspended": False,
            "project": None,
            "person": {"confinement": "best_effort" if engine == "none" else "required", "not_secret": []},
        }
        self.policy: dict[str, Any] = {
            **{name: self.state[name] for name in ("schema_version", "session_id", "run_id", "revision", "phase")},
            "kind": "plan",
            "artifact_sha256": PLAN,
            "workspace_root": str(self.root),
            "allowed_write_paths": ["src/**"],
            "scratch_paths": [],
            "verification_commands": [],
            "network": "none",
            "limits": {"seconds": 60, "processes": 256, "file_mb": 64},
        }
        self.folder = self.data / "runs" / SESSION
        (self.folder / "policies").mkdir(parents=True)
        make_key(str(self.data), SESSION)
        self.key = read_key(str(self.data), SESSION)
        make_confined_lock(str(self.data), SESSION)
        self.seal()

    def seal(self, **policy: object) -> None:
        """Put the policy, with these changes, into force."""
        self.policy |= policy
        raw = json.dumps(self.policy).encode()
        self.digest = sha256(raw)
        (self.folder / f"policies/{self.digest}.json").write_bytes(raw)
        self.store(policy_sha256=self.digest)

    def store(self, **state: object) -> None:
        """As the product does: the new state in place of the old one at once."""
        self.state |= state
        fresh = self.folder / "state.json.tmp"
        fresh.write_text(json.dumps(self.state), "utf-8")
        fresh.rename(self.folder / "state.json")

    def file(self, path: str, text: str = "x\n") -> Path:
        target = self.root / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, "utf-8")
        return target

    def ticket(self, *words: str, shell: str = "", rest: str = "", writable: bool = True, **fields: object) -> int:
        text = shell or " ".join(filter(None, (joined(list(words)), rest)))
        places = {"data": self.data, "plugin_root": ROOT, "home": self.home, "codex_home": "", "claude_home": ""}
        return write_ticket(
            str(self.data),
            {
                "session_id": SESSION,
                "run_id": "r-1",
                "revision": 1,
                "kind": "shell" if shell else "verification",
                "text": text,
                "words": list(words),
                "rest": rest,
                "cwd": str(self.root),
                "env": {},
                "command": text,
                "evidence": not shell,
                "writable": writable,
                "network": "none",
                "policy_sha256": self.digest if writable else None,
                "places": {name: str(place) for name, place in places.items()},
                "input": "",
                "tool_use_id": "call_1",
            }
            | fields,
        )

    @cached_property
    def program(self) -> list[str]:
        """The start of its command line."""
        if self.engine is None:
            return [install_script(str(self.data), str(ROOT))]
        entry = self.base / "entry.py"
        entry.write_text(CHOSEN.format(root=str(ROOT)), "utf-8")
        cache = f"pycache_prefix={self.base}/pycache"
        return [sys.executable, "-I", "-S", "-X", "utf8", "-X", cache, str(entry), self.engine, str(self.data)]

    @property
    def environ(self) -> dict[str, str]:
        return {
            "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
            "HOME": str(self.home),
            "TMPDIR": str(self.temporary),
            "LANG": "C.UTF-8",
            "HARNESS_LANG": "en",
        }

    def start(self, *words: str, env: Mapping[str, str] | None = None, **options: Any) -> subprocess.Popen[str]:
        """The program with these arguments after the data folder's."""
        return subprocess.Popen(
            [*self.program, *words], cwd=options.pop("cwd", self.root), env={**self.environ, **(env or {})},
            stdout=options.pop("stdout", subprocess.PIPE), stderr=options.pop("stderr", subprocess.PIPE), text=True,
            **options,
        )  # fmt: skip

    def call(self, *words: str, **options: Any) -> Done:
        started = self.start(*words, **options)
        out, err = started.communicate(timeout=120)
        return Done(self, started.returncode, out, err)

    def confined(self, *words: str, env: Mapping[str, str] | None = None, **ticket: Any) -> Done:
        """A new ticket for this command, and its run as the rewritten command would start it."""
        number = self.ticket(*words, **ticket)
        shown = list(words) if words and not ticket.get("rest") else [_text(self, number)]
        return self.call(str(number), "--", *shown, env=env)

    def python(self, text: str, **ticket: Any) -> Done:
        return self.confined(sys.executable, "-c", text, **ticket)


def _text(run: Run, number: int) -> str:
    return str(json.loads((run.data / f"confined/{number}.json").read_text("utf-8"))["text"])


class Done:
    """`line` are the fields of the signed last line, {} when there is none; `out` the output without it."""

    def __init__(self, run: Run, code: int, out: str | None, err: str) -> None:
        self.code, self.err, self.whole = code, err, out or ""
        found = list(signed_lines(run.key, self.whole, 1))
        self.line: dict[str, Any] = found[0] if found and found[0] else {}
        before, _, _ = self.whole.rpartition("harness-confine: {")
        self.out = before.removesuffix("\n") if self.line else self.whole

    def __repr__(self) -> str:
        return f"Done({self.code}, {self.whole!r}, {self.err!r})"
