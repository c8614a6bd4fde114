"""The installed hooks, run by hand in an armed session that has no state: each of them has to refuse and to say why.

It shows that shell, launcher, interpreter and libraries work together here. It does not show that the host runs
the hooks: that is for the host to tell, and for a session to see.
"""

from __future__ import annotations

import json
import os
import subprocess
import tempfile
from pathlib import Path

from harness_runtime.cli.checks import error, ok
from harness_runtime.cli.contracts.plugin import Check
from harness_runtime.cli.hosts.told import Plugin
from harness_runtime.cli.installation import interpreter
from harness_runtime.session import layout

SESSION = "doctor"
EXPECTED = "state_unreadable"  # the rule that an armed session without a state meets
EVENTS: dict[str, dict[str, object]] = {
    "pre_tool_use": {"hook_event_name": "PreToolUse", "tool_name": "Bash", "tool_input": {"command": "true"}},
    "user_prompt_submit": {"hook_event_name": "UserPromptSubmit", "prompt": "hello"},
}
_SET_BY_HOSTS = ("PLUGIN_", "CLAUDE_PLUGIN_", "CLAUDE_PROJECT_DIR")
SECONDS = 60


def examine(name: str, plugin: Plugin, data: Path) -> list[Check]:
    if not plugin.folder.is_dir():
        return []  # said already
    with tempfile.TemporaryDirectory() as folder:
        scratch = Path(folder)
        Path(layout.armed_folder(folder)).mkdir()
        Path(layout.armed_marker(folder, SESSION)).touch()
        program = interpreter.in_use(data)
        if program is not None:
            interpreter.record(scratch, program)
        faults = [_run(name, plugin.folder, scratch, event).replace(folder, str(data)) for event in EVENTS]
        faults = [fault for fault in faults if fault]
    if faults:
        return [error(f"{name}_rehearsal", "rehearsal_fails", "mend_rehearsal", faults="; ".join(faults), name=name)]
    return [ok(f"{name}_rehearsal", "rehearsal_fine")]


def _run(name: str, plugin: Path, scratch: Path, event: str) -> str:
    """What is wrong with the answer, "" for nothing."""
    payload = {"session_id": SESSION, "cwd": "/", "transcript_path": None, **EVENTS[event]}
    environ = {key: value for key, value in os.environ.items() if not key.startswith(_SET_BY_HOSTS)}
    environ |= {"CLAUDE_PLUGIN_ROOT": str(plugin), "CLAUDE_PLUGIN_DATA": str(scratch)}
    if name == "codex":
        environ |= {"PLUGIN_ROOT": str(plugin), "PLUGIN_DATA": str(scratch)}
    try:
        done = subprocess.run(
            ["/bin/sh", str(plugin / "hooks" / "launch"), event], input=json.dumps(payload).encode(),
            cwd="/", env=environ, capture_output=True, timeout=SECONDS, check=False,
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        return f"{event}: no answer within {SECONDS} s"
    if EXPECTED.encode() in done.stdout:
        return ""
    said = (done.stdout + done.stderr).decode("utf-8", "replace").strip().splitlines()
    return f"{event}: exit {done.returncode}, {said[-1][:200] if said else 'no answer'}"
