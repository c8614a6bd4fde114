"""What starts a sensor: the program that confines it, with all that it must know of the workspace. Cold.

Source: guides and sensors contract, Running sensors.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from harness_runtime.confinement.probe import choose
from harness_runtime.events.context import PLUGIN_ROOT
from harness_runtime.events.guides.confined_sensor import REFUSAL
from harness_runtime.guides.sensors.launch import CannotStart, Invocation, Launch, find_bash
from harness_runtime.messages.catalog import sentence
from harness_runtime.messages.guides import SENSOR
from harness_runtime.session.git_folder import find_git_folder
from harness_runtime.settings.guard import Guard

EVERYTHING = ("**",)
SECONDS = 24 * 3600.0  # a sensor's own time and the caller's deadline are watched from outside
_START = """
import sys
sys.path.insert(0, sys.argv.pop(1))
from harness_runtime.events.guides.confined_sensor import main
main()
"""


@dataclass(frozen=True)
class Workspace:
    """Where sensors run, and what is closed to them. `data` are data folders, `guard` the project's restrictions.
    `limits` are those of a profile: `processes`, `file_bytes`, `seconds`."""

    root: Path
    data: Sequence[Path]
    guard: Guard
    not_secret: Sequence[str] = ()
    patterns: Sequence[str] = EVERYTHING
    network: str = "none"
    limits: Mapping[str, float] = field(default_factory=lambda: {"seconds": SECONDS})


def confined(workspace: Workspace, environ: Mapping[str, str], language: str) -> Launch | None:
    """What starts commands inside the kernel boundary; None without an engine that works here."""
    engine = choose(workspace.network, environ)
    if engine is None:
        return None
    terms = {**_terms(workspace, environ), "left_behind": sentence(SENSOR, language, "left_behind")}

    def launch(command: str, _project: Path) -> Invocation:
        job = json.dumps({**terms, "bash": find_bash(), "command": command})
        return Invocation((*_python(), _START, str(PLUGIN_ROOT), job), dict(environ), engine.name, REFUSAL)

    return launch


def no_engine(_command: str, _project: Path) -> Invocation:
    raise CannotStart("no_engine")


def _python() -> tuple[str, ...]:
    """This interpreter, without anything of the project's on its path; compiled modules go where ours go."""
    compiled = ("-X", f"pycache_prefix={sys.pycache_prefix}") if sys.pycache_prefix else ("-B",)
    return (sys.executable, "-I", "-S", *compiled, "-c")


def _terms(workspace: Workspace, environ: Mapping[str, str]) -> dict[str, object]:
    home, root = environ.get("HOME", ""), os.path.realpath(workspace.root)
    data = [os.path.realpath(folder) for folder in workspace.data]
    guard = workspace.guard
    return {
        "root": root,
        "patterns": list(workspace.patterns),
        "network": workspace.network,
        "hidden": data,
        "limits": dict(workspace.limits),
        "places": {
            "data": data[0] if data else "",
            "plugin_root": str(PLUGIN_ROOT),
            "home": os.path.realpath(home) if home else "",
            "codex_home": os.path.realpath(environ.get("CODEX_HOME") or f"{home}/.codex"),
            "claude_home": os.path.realpath(environ.get("CLAUDE_CONFIG_DIR") or f"{home}/.claude"),
            "git_dir": find_git_folder(root) or "",
        },
        "rules": {
            "deny_write": guard.deny_write_paths,
            "listed_only": guard.approval_required_paths,
            "secret": guard.secret_paths,
            "not_secret": list(workspace.not_secret),
            "read_tools": [],
        },
    }
