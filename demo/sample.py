"""A gated run with something of everything to look at: for the pictures of the documentation, and to try a change of
how runs are shown. The hooks, the files, the sensors and the confined commands are real; the agent is this script.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

from harness_runtime.loop.undo.rollback import rollback
from harness_runtime.session.store import Store
from tests.cli.trusting import trust
from tests.support.artifacts import completion, handoff, ledger_table, repair_plan, review, small_plan, summary
from tests.support.piped import PipedHost

APP, NAMES, TEST, OLD = "src/app.py", "src/names.py", "checks/test_app.py", "src/old.py"
COMMAND = "python3 -m unittest -q checks.test_app"
COMMANDS = (COMMAND,)
FILES = {
    APP: 'def greet():\n    return "hello"\n',
    OLD: "# nobody uses this\n",
    "src/config/secrets.py": "TOKEN = None\n",
    TEST: "import unittest\nfrom src.app import greet\n\n\nclass Greets(unittest.TestCase):\n"
    '    def test_it_greets(self):\n        self.assertTrue(greet("Ada").startswith("hello"))\n',
    "README.md": "# Greetings\n",
    "check.sh": "grep -q Lovelace checks/test_app.py || { echo 'no full name is greeted'; exit 3; }\n",
    ".o4/harness.toml": """[[sensors]]
name = "style"
command = "sh -c true"
blocking = false
auto = true
timing = "pre_integration"

[[sensors]]
name = "full names"
command = "sh check.sh"
timing = "pre_integration"
fix_hint = "Greet somebody by first and last name."
""",
}
GREETS = 'from src import names\n\n\ndef greet(name):\n    return f"hello, {names.shown(name)}"\n'
SHOWN = "def shown(name):\n    return name.strip().title()\n"
REPAIRED = ledger_table(Repair_plan_approval="| Repair plan approval | yes | yes | y | approved | - |")


def stage(root: Path, language: str = "en") -> PipedHost:
    """A project with a trusted harness file, and the conversation in which the run will be."""
    workspace, home = root / "greetings", root / "home"
    for name, text in FILES.items():
        (workspace / name).parent.mkdir(parents=True, exist_ok=True)
        (workspace / name).write_text(text, "utf-8")
    subprocess.run(["git", "init", "-q", str(workspace)], check=True)
    home.mkdir()
    effort = {"type": "turn_context", "payload": {"effort": "xhigh"}}
    (home / "transcript.jsonl").write_text(json.dumps(effort) + "\n", "utf-8")
    data = root / "data"
    data.mkdir(mode=0o700)
    (data / "config.json").write_text(json.dumps({"confinement": "best_effort"}), "utf-8")
    trust(data, workspace)
    return PipedHost(data, workspace, home, extra={"HARNESS_LANG": language})


def play(host: PipedHost, in_the_middle: Callable[[], object] = lambda: None) -> None:
    """The whole run, to its completion. `in_the_middle`: while the agent may write, after some denials."""
    host.prompt("$harness greet people by name")
    for command in (f"cat {APP}", f"cat {TEST}", "grep -rn greet src", "git status"):
        host.run_shell(command)
    write(host, APP, GREETS)
    host.review(_plan().replace("## Approval Gate", handoff("planner") + "\n## Approval Gate"), agent="planner-1")
    host.stop(_plan())
    host.prompt("what does scratch mean?")
    host.stop("Scratch paths may be written and are left out of the audit.\n\nProceed with this Plan? [y/N]")
    host.prompt("y")
    host.run_shell(f"cat {APP}")
    write(host, APP, GREETS)
    write(host, NAMES, SHOWN)
    host.run_shell("cat .env")
    host.run_shell("rm -rf src/config")
    host.run_shell(f'python3 -c \'open("{NAMES}", "w")\'')
    host.run_shell(f"rm {OLD}")
    write(host, APP, GREETS, agent_id="helper-1", agent_type="worker")
    host.run_shell(COMMAND)
    in_the_middle()
    (host.workspace / "README.md").write_text("# Greetings, by somebody else\n", "utf-8")
    host.stop(summary())
    host.prompt("go on")
    host.review(review("REPAIR_REQUIRED") + handoff(), agent="reviewer-1")
    source = host.state["accepted"]["plan"]
    host.stop(repair_plan(source, APP, OLD, TEST, NAMES, add=(NAMES,), verification_commands=list(COMMANDS)))
    host.prompt("y")
    write(host, NAMES, SHOWN)
    host.run_shell(COMMAND)
    host.stop(summary())
    host.prompt("go on")
    host.review(review("PASS") + handoff(), agent="reviewer-2")
    host.stop(_report())
    host.prompt("go on")
    host.stop(_report())


def put_back(host: PipedHost, path: str) -> None:
    """What `harness-state rollback` does once a person has asked for it in a terminal."""
    rollback(Store(str(host.data), host.session_id), path, str(host.workspace), terminal=True)


def write(host: PipedHost, path: str, text: str, **fields: str) -> None:
    """The agent's own tool: judged, done unless it is denied, and reported."""
    target = host.workspace / path
    kind = "Update" if target.exists() else "Add"
    body = "\n".join(f"+{line}" for line in text.splitlines())
    lead = "@@\n" if kind == "Update" else ""
    patch = f"*** Begin Patch\n*** {kind} File: {path}\n{lead}{body}\n*** End Patch\n"
    if not host.tool("apply_patch", {"command": patch}, **fields).denied:
        target.write_text(text, "utf-8")
        host.finished("Success.")


def harness_state(host: PipedHost, *words: str, environ: Mapping[str, str] | None = None) -> str:
    """What the terminal prints for these words."""
    done = subprocess.run(
        [sys.executable, "-m", "harness_runtime.cli.main", *words],
        env={**os.environ, "PLUGIN_DATA": str(host.data), "HARNESS_LANG": "en", **(environ or {})},
        capture_output=True,
        text=True,
        check=False,
    )
    return done.stdout + done.stderr


def _plan() -> str:
    return small_plan(APP, OLD, TEST, commands=COMMANDS)


def _report() -> str:
    return completion("completed", "clean_context_review_completed", REPAIRED)
