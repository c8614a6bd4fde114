"""Claude Code's settings files: which hooks they name, and what in them switches hooks off. Only reads.

A file that is absent says nothing; one that cannot be read is passed over by the host too, with a warning of its
own.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from harness_runtime.cli.homes import claude_home
from harness_runtime.cli.hosts.told import Hook, Switch

_MANAGED = "/Library/Application Support/ClaudeCode" if sys.platform == "darwin" else "/etc/claude-code"
_BARE = ("CLAUDE_CODE_SIMPLE", "CLAUDE_CODE_SAFE_MODE")  # set: no plugin is loaded


def files(environ: Mapping[str, str], workspace: Path) -> list[Path]:
    """The person's, the project's, the managed ones: a later one overrules an earlier one."""
    return [
        claude_home(environ) / "settings.json",
        workspace / ".claude/settings.json",
        workspace / ".claude/settings.local.json",
        *_managed(),
    ]


def _managed() -> list[Path]:
    folder = Path(_MANAGED)
    return [folder / "managed-settings.json", *sorted((folder / "managed-settings.d").glob("*.json"))]


def hooks(environ: Mapping[str, str], workspace: Path) -> Iterator[Hook]:
    for path in files(environ, workspace):
        yield from hooks_in(path, str(path))


def hooks_in(path: Path, owner: str) -> Iterator[Hook]:
    """The commands below `hooks` of one file."""
    events = _read(path).get("hooks")
    for event, groups in events.items() if isinstance(events, dict) else ():
        for group in groups if isinstance(groups, list) else ():
            entries = group.get("hooks") if isinstance(group, dict) else None
            for entry in entries if isinstance(entries, list) else ():
                if isinstance(entry, dict):
                    yield Hook(owner, event, str(entry.get("command") or entry.get("type") or "?"))


def switches(environ: Mapping[str, str], workspace: Path) -> list[Switch]:
    """What keeps the hooks of plugins from running, as far as files and the environment tell it."""
    found = [Switch(f"{name}={environ[name]}", "environment") for name in _BARE if _is_set(environ.get(name))]
    named = [(path, _read(path).get("disableAllHooks")) for path in files(environ, workspace)]
    decided = [(path, value) for path, value in named if isinstance(value, bool)]
    if decided and decided[-1][1]:
        found.append(Switch("disableAllHooks = true", str(decided[-1][0])))
    only = [path for path in _managed() if _read(path).get("allowManagedHooksOnly") is True]
    return [*found, *(Switch("allowManagedHooksOnly = true", str(path)) for path in only)]


def _is_set(value: str | None) -> bool:
    return (value or "").lower() in ("1", "true", "yes", "on")


def _read(path: Path) -> dict[str, Any]:
    try:
        settings = json.loads(path.read_bytes())
    except (OSError, ValueError, RecursionError):
        return {}
    return settings if isinstance(settings, dict) else {}
