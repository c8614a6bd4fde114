"""A gated run in a real host: its prompts, what the agent says, and what Harness decides.

The model is a script on loopback; Codex or Claude Code, the installed plugin, its hooks and the files are real.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

from demo.shown import show, spoken
from harness_runtime.cli.installation.publication import publish_marketplace
from tests.hosts.claude import Claude
from tests.hosts.codex import Codex
from tests.hosts.programs import Unavailable, find
from tests.hosts.scratch import HostFault
from tests.hosts.stage import live_stage
from tests.hosts.story import Scene, play

HOSTS = {"codex": Codex, "claude": Claude}


def run(name: str) -> int:
    """`name` is a key of HOSTS. Exit code 1, and a line on stderr, when the host is missing or fails."""
    try:
        find(name)
        with tempfile.TemporaryDirectory(prefix="harness-demo-") as folder:
            _tell(name, Path(folder).resolve())
    except (Unavailable, HostFault) as fault:
        print(f"demo: {fault}", file=sys.stderr)
        return 1
    return 0


def _tell(name: str, folder: Path) -> None:
    publish_marketplace(folder / "marketplace")
    language = spoken(os.environ)
    host = HOSTS[name](folder / name, **language)
    stage = live_stage(host, "project")
    try:
        host.install(folder / "marketplace")
        print(f"{host.call('--version').stdout.strip()} with Harness, and a scripted model", flush=True)
        known = stage.files
        for scene in play(stage):
            _show(scene, known, stage.talk.workspace)
            known = scene.files
            if not scene.state:
                raise HostFault(f"Harness did not start in {name}")
        print(f"\n$ harness-state inspect {stage.talk.session}", flush=True)
        inspect = [sys.executable, "-m", "harness_runtime.cli.main", "inspect", stage.talk.session]
        subprocess.run(inspect, env={**os.environ, **language, "PLUGIN_DATA": str(host.data)}, check=False)
    finally:
        stage.talk.close()
        host.close()


def _show(scene: Scene, known: frozenset[str], workspace: Path) -> None:
    turn = scene.turn
    print(f"\n{scene.about}\n> {turn.prompt}")
    show("  ", turn.told("UserPromptSubmit"))
    reasons = [hook.told for hook in turn.hooks if hook.event == "PreToolUse" and hook.told]
    for call in scene.calls:
        who = "child" if call["child"] else "agent"
        subject = "" if call["subject"] == call["tool"] else call["subject"].removeprefix(f"{workspace}/")
        print(f"  {call['verdict']:6}{who}: {call['tool']} {subject}".rstrip())
        if call["verdict"] == "deny":
            show("        ", _take(reasons, call["rule"]))
    show("  | ", _short(turn.said))
    show("  ", turn.told("Stop"))
    for name in sorted(scene.files - known):
        print(f"  new file: {name}")


def _short(text: str) -> str:
    """The Plan whole, later artifacts by their first and last line: what they allow, the gate shows."""
    lines = [line for line in text.splitlines() if line.strip()]
    if len(lines) < 5 or lines[0] == "# Plan":
        return text
    return f"{lines[0]}\n… {len(lines) - 2} lines …\n{lines[-1]}"


def _take(reasons: list[str], rule: str) -> str:
    """The next reason that names the rule: a child's call may have been judged at the same time."""
    found = next((reason for reason in reasons if f"[{rule}" in reason), "")
    if found:
        reasons.remove(found)
    return found
