"""A gated run in the real Codex: its prompts, what the agent says, and what Harness decides.

The model is a script on loopback; Codex, the installed plugin, its hooks and the files are real.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import textwrap
from pathlib import Path

from harness_runtime.cli.staging import publish_marketplace
from tests.hosts.codex import Codex
from tests.hosts.hands import DirectHands
from tests.hosts.programs import Unavailable, find
from tests.hosts.scratch import HostFault
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
        for scene in play(talk, hands, codex.data):
            _show(scene)
        print(f"\n$ harness-state inspect {talk.session}", flush=True)
        inspect = [sys.executable, "-m", "harness_runtime.cli.main", "inspect", talk.session]
        subprocess.run(inspect, env={**os.environ, "PLUGIN_DATA": str(codex.data)}, check=False)
    finally:
        codex.close()


def _show(scene: Scene) -> None:
    turn = scene.turn
    print(f"\n> {turn.prompt}")
    for event in ("SessionStart", "UserPromptSubmit"):
        _indent("Harness: ", turn.told(event))
    for call in scene.calls:
        who = "child" if call["child"] else "agent"
        print(f"  {call['verdict']:5}  {who}  {call['tool']}  {call['subject']}  [{call['rule']}]")
    _indent("Codex: ", turn.said)
    _indent("Harness: ", turn.told("Stop"))


def _indent(speaker: str, text: str) -> None:
    if text:
        print(textwrap.indent(f"{speaker}{text}", "  "))


if __name__ == "__main__":
    sys.exit(run())
