"""A gated run in the real Codex: its prompts, what the agent says, and what Harness decides.

The model is a script on loopback; Codex, the installed plugin, its hooks and the files are real.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

from harness_runtime.cli.staging import publish_marketplace
from tests.hosts.codex import Codex
from tests.hosts.hands import DirectHands
from tests.hosts.programs import Unavailable, find
from tests.hosts.scratch import HostFault, files_below
from tests.hosts.story import Scene, play


def run() -> int:
    """Exit code 1 with one line on stderr when Codex is missing or does not do its part."""
    try:
        find("codex")
        with tempfile.TemporaryDirectory(prefix="harness-demo-") as folder:
            _tell(Path(folder).resolve())
    except (Unavailable, HostFault) as fault:
        print(f"demo: {fault}", file=sys.stderr)
        return 1
    return 0


def _tell(folder: Path) -> None:
    publish_marketplace(folder / "marketplace")
    language = {name: value for name, value in os.environ.items() if name == "HARNESS_LANG"}
    codex = Codex(folder / "codex", **language)
    try:
        codex.install(folder / "marketplace")
        print(f"{codex.call('--version').stdout.strip()} with Harness, and a scripted model")
        hands = DirectHands()
        talk = codex.new_conversation("project", hands.model, watched=True)
        known = files_below(talk.workspace)
        for scene in play(talk, hands, codex.data):
            _show(scene, known, talk.workspace)
            known = scene.files
            if scene.state is None:
                raise HostFault("Harness did not start in this Codex")
        print(f"\n$ harness-state inspect {talk.session}", flush=True)
        inspect = [sys.executable, "-m", "harness_runtime.cli.main", "inspect", talk.session]
        subprocess.run(inspect, env={**os.environ, "PLUGIN_DATA": str(codex.data)}, check=False)
    finally:
        codex.close()


def _show(scene: Scene, known: frozenset[str], workspace: Path) -> None:
    turn = scene.turn
    print(f"\n{scene.about}\n> {turn.prompt}")
    _print("  ", turn.told("UserPromptSubmit"))
    reasons = [hook.told for hook in turn.hooks if hook.event == "PreToolUse" and hook.told]
    for call in scene.calls:
        who = "child" if call["child"] else "agent"
        subject = "" if call["subject"] == call["tool"] else call["subject"].removeprefix(f"{workspace}/")
        print(f"  {call['verdict']:6}{who}: {call['tool']} {subject}")
        if call["verdict"] == "deny":
            _print("        ", _take(reasons, call["rule"]))
    _print("  | ", turn.said)
    _print("  ", turn.told("Stop"))
    for name in sorted(scene.files - known):
        print(f"  new file: {name}")


def _take(reasons: list[str], rule: str) -> str:
    """The next reason that names the rule: a child's call may have been judged at the same time."""
    found = next((reason for reason in reasons if f"[{rule}" in reason), "")
    if found:
        reasons.remove(found)
    return found


def _print(margin: str, text: str) -> None:
    for line in filter(str.strip, text.splitlines()):
        print(f"{margin}{line}")


if __name__ == "__main__":
    sys.exit(run())
