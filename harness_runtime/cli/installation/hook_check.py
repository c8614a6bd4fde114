"""Whether a host has all of our hooks, trusted and switched on."""

from __future__ import annotations

import json
from pathlib import Path

from harness_runtime.cli.checks import error, ok
from harness_runtime.cli.contracts.plugin import Check
from harness_runtime.cli.faults import HostFault
from harness_runtime.cli.hosts.interface import Host
from harness_runtime.cli.hosts.told import Hook, Plugin

_ROOT = "${CLAUDE_PLUGIN_ROOT}"


def declared(program: Host, folder: Path) -> list[tuple[str, str]]:
    """Event and command of the hooks that this host should take from a plugin's folder.

    Raises HostFault when its hooks.json cannot be read.
    """
    path = folder / "hooks" / "hooks.json"
    try:
        events = json.loads(path.read_bytes())["hooks"].items()
        found = [(event, hook["command"]) for event, groups in events for group in groups for hook in group["hooks"]]
    except (OSError, ValueError, RecursionError, KeyError, TypeError, AttributeError):
        raise HostFault(f"{path}: not readable") from None
    return [(event, str(command)) for event, command in found if event not in program.strange_events]


def as_declared(hooks: list[Hook], plugin: Plugin) -> list[tuple[str, str]]:
    """What the host lists, in the words of hooks.json."""
    return [(hook.event, hook.command.replace(str(plugin.folder), _ROOT)) for hook in hooks]


def missing(program: Host, plugin: Plugin, hooks: list[Hook]) -> list[str]:
    """Events of the installed hooks.json that the host knows and does not list."""
    events = {event for event, _ in declared(program, plugin.folder)}
    return sorted(events - {hook.event for hook in hooks if hook.is_ours})


def judge(program: Host, plugin: Plugin, hooks: list[Hook]) -> Check:
    """`hooks`: all that the host lists. Raises HostFault."""
    title, name = program.title, f"{program.name}_hooks"
    if plugin.complaint:
        fields = {"title": title, "why": plugin.complaint, "name": program.name}
        return error(name, "hooks_rejected", "mend_upgrade", **fields)
    ours = [hook for hook in hooks if hook.is_ours]
    absent = missing(program, plugin, hooks)
    untrusted = [hook.event for hook in ours if not hook.trusted]
    disabled = [hook.event for hook in ours if not hook.enabled]
    if absent:
        return error(name, "hooks_missing", "mend_hooks_missing", events=", ".join(absent), title=title)
    if untrusted:
        return error(
            name, "hooks_untrusted", "mend_trust", events=", ".join(untrusted), title=title, name=program.name
        )
    if disabled:
        return error(name, "hooks_disabled", "mend_disabled", events=", ".join(disabled), title=title)
    said = "hooks_trusted" if program.asks_trust else "hooks_taken"
    return ok(name, said, count=str(len(ours)), title=title, events=", ".join(hook.event for hook in ours))
