"""Whether a host has all of our hooks, trusted and switched on."""

from __future__ import annotations

import json

from harness_runtime.cli.checks import error, ok
from harness_runtime.cli.contracts import Check
from harness_runtime.cli.faults import HostFault
from harness_runtime.cli.hosts.interface import Hook, Host, Plugin


def missing(program: Host, plugin: Plugin, hooks: list[Hook]) -> list[str]:
    """Events of the installed hooks.json that the host knows and does not list. HostFault when it cannot be read."""
    path = plugin.folder / "hooks" / "hooks.json"
    try:
        declared = json.loads(path.read_bytes())["hooks"]
        return sorted(set(declared) - program.strange_events - {hook.event for hook in hooks})
    except (OSError, ValueError, KeyError, TypeError):
        raise HostFault(f"{path}: not readable") from None


def judge(program: Host, plugin: Plugin, hooks: list[Hook]) -> Check:
    absent = missing(program, plugin, hooks)
    untrusted = [hook.event for hook in hooks if not hook.trusted]
    disabled = [hook.event for hook in hooks if not hook.enabled]
    title, name = program.title, f"{program.name}_hooks"
    if absent:
        return error(name, "hooks_missing", "mend_hooks_missing", events=", ".join(absent), title=title)
    if untrusted:
        return error(
            name, "hooks_untrusted", "mend_trust", events=", ".join(untrusted), title=title, name=program.name
        )
    if disabled:
        return error(name, "hooks_disabled", "mend_disabled", events=", ".join(disabled), title=title)
    return ok(name, "hooks_trusted", count=str(len(hooks)), title=title)
