"""A gated run without any host: the real hook commands get JSON on stdin, as a host would pipe it.

The agent is this script; the hooks, their answers, the stored state and `inspect` are real.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import textwrap
from pathlib import Path

from tests.support.artifacts import tiny_completion, tiny_plan
from tests.support.piped import PipedHost, Reply


def run() -> int:
    with tempfile.TemporaryDirectory(prefix="harness-demo-") as folder:
        root = Path(folder).resolve()
        (root / "project/src").mkdir(parents=True)
        (root / "home").mkdir()
        language = {name: value for name, value in os.environ.items() if name == "HARNESS_LANG"}
        _tell(PipedHost(root / "data", root / "project", root / "home", extra=language))
    return 0


def _tell(host: PipedHost) -> None:
    _person("$harness add a greeting", host.prompt("$harness add a greeting"))
    _agent("reads src", host.shell("ls src"))
    _agent("writes before approval", host.write("src/greeting.py"))
    _said("shows a Plan for src/greeting.py", host.stop(tiny_plan("src/greeting.py", scope="A greeting.")))
    _agent("a child says y", host.prompt("y", agent_id="child", agent_type="worker"))
    _agent("writes, still without your answer", host.write("src/greeting.py"))
    _person("y", host.prompt("y"))
    _agent("writes src/greeting.py", host.write("src/greeting.py"))
    _agent("writes src/other.py", host.write("src/other.py"))
    _agent("runs rm -rf src", host.shell("rm -rf src"))
    _agent("a child writes src/greeting.py", host.write("src/greeting.py", agent_id="child", agent_type="worker"))
    _said("shows its Completion Report", host.stop(tiny_completion()))
    print("\n$ harness-state inspect", flush=True)
    subprocess.run(
        [sys.executable, "-m", "harness_runtime.cli.main", "inspect", host.session_id],
        env={**os.environ, "PLUGIN_DATA": str(host.data)},
        check=True,
    )
    _person("thanks", host.prompt("thanks"))


def _person(text: str, reply: Reply) -> None:
    print(f"\n> {text}")
    _indent(reply.message or reply.reason)


def _agent(what: str, reply: Reply) -> None:
    print(f"  {'denied' if reply.denied else 'passes':7} {what}")
    if reply.denied:
        _indent(reply.reason)


def _said(what: str, reply: Reply) -> None:
    print(f"  agent   {what}")
    _indent(reply.message or reply.reason)


def _indent(text: str) -> None:
    for line in text.splitlines():
        print(textwrap.indent(textwrap.fill(line, 100), "          "))
