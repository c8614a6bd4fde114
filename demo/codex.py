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
from tests.hosts.small_story import play
from tests.hosts.stage import Stage
from tests.hosts.story import Scene


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
    hands = DirectHands()
    stage = Stage(codex, codex.live_conversation("project", hands.model), hands)
    try:
        codex.install(folder / "marketplace")
        print(f"{codex.call('--version').stdout.strip()} with Harness, and a scripted model")
        known = stage.files
        for scene in play(stage):
            _show(scene, known, stage.talk.workspace)
            known = scene.files
            if not scene.state:
                raise HostFault("Harness did not start in this Codex")
        print(f"\n$ harness-state inspect {stage.talk.session}", flush=True)
        inspect = [sys.executable, "-m", "harness_runtime.cli.main", "inspect", stage.talk.session]
        subprocess.run(inspect, env={**os.environ, "PLUGIN_DATA": str(codex.data)}, check=False)
    finally:
        stage.talk.close()
        codex.close()


def _show(scene: Scene, known: frozenset[str], workspace: Path) -> None:
    turn = scene.turn
    print(f"\n{scene.about}\n> {turn.prompt}")
    _print("  ", turn.told("UserPromptSubmit"))
    reasons = [hook.told for hook in turn.hooks if hook.event == "PreToolUse" and hook.told]
    for call in scene.calls:
        who = "child" if call["child"] else "agent"
        subject = "" if call["subject"] == call["tool"] else call["subject"].removeprefix(f"{workspace}/")
        print(f"  {call['verdict']:6}{who}: {call['tool']} {subject}".rstrip())
        if call["verdict"] == "deny":
            _print("        ", _take(reasons, call["rule"]))
    _print("  | ", _short(turn.said))
    _print("  ", turn.told("Stop"))
    for name in sorted(scene.files - known):
        print(f"  new file: {name}")


def _short(text: str) -> str:
    """An artifact by its first and its last line: what it allows, the gate shows."""
    lines = [line for line in text.splitlines() if line.strip()]
    if len(lines) < 5:
        return text
    return f"{lines[0]}\n… {len(lines) - 2} lines …\n{lines[-1]}"


def _take(reasons: list[str], rule: str) -> str:
    """The next reason that names the rule: a child's call may have been judged at the same time."""
    found = next((reason for reason in reasons if f"[{rule}" in reason), "")
    if found:
        reasons.remove(found)
    return found


def _print(margin: str, text: str) -> None:
    for line in filter(str.strip, text.splitlines()):
        print(textwrap.fill(line, 116, initial_indent=margin, subsequent_indent=margin))


if __name__ == "__main__":
    sys.exit(run())
