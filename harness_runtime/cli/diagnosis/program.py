"""One host program: its version, our plugin in it, its hooks, and what stands in their way."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from harness_runtime import __version__
from harness_runtime.cli.checks import error, ok, warning
from harness_runtime.cli.contracts.plugin import Check
from harness_runtime.cli.faults import HostFault
from harness_runtime.cli.hosts.interface import Host, NotFound
from harness_runtime.cli.hosts.told import Hook, Market, Plugin, version_numbers
from harness_runtime.cli.installation import hook_check
from harness_runtime.cli.installation.publication import marketplace_folder
from harness_runtime.cli.installation.staging import content_digest
from harness_runtime.cli.language import sentence

REWRITING = frozenset({"PreToolUse", "PermissionRequest"})  # another hook on these can undo what ours decides
NAMED = 4


@dataclass(frozen=True)
class Found:
    """What was found about one host. `plugin` is None where the host has none of ours."""

    checks: list[Check]
    plugin: Plugin | None = None


def examine(family: type[Host], chosen: str | None, workspace: Path, packaged: str) -> Found:
    """`packaged`: the digest of the plugin that this package would stage."""
    try:
        program = family(family.find(chosen, os.environ), os.environ, workspace)
    except NotFound as fault:
        fields = {"title": family.title, "name": family.name, "variable": family.variable, "path": fault.wanted}
        if fault.wanted:
            return Found([error(family.name, "host_not_runnable", "mend_host", **fields)])
        return Found([ok(family.name, "host_not_here", **fields)])
    try:
        version, plugin, market = program.version(), program.installed(), program.market()
    except HostFault as fault:
        return Found([_failed(program, program.name, fault)])
    checks = [_version(program, version), *_asked(program, "switches", lambda: [_switches(program)])]
    if plugin is None:
        fields = {"title": program.title, "name": program.name}
        return Found([*checks, warning(f"{program.name}_plugin", "plugin_absent", "mend_install", **fields)])
    checks += [_plugin(program, plugin, market, packaged), *_moving(program, market)]
    checks += _asked(program, "hooks", lambda: _hooks(program, plugin))
    return Found([*checks, *_shell(program)], plugin)


def _asked(program: Host, name: str, question: Callable[[], list[Check]]) -> list[Check]:
    """What the host does not tell is an error of that check alone: nobody knows whether it guards."""
    try:
        return question()
    except HostFault as fault:
        return [_failed(program, f"{program.name}_{name}", fault)]


def _failed(program: Host, name: str, fault: HostFault) -> Check:
    return error(name, "host_failed", "mend_host_failed", title=program.title, detail=fault.detail)


def _version(program: Host, version: str) -> Check:
    fields = {"title": program.title, "version": version, "measured": program.measured, "path": str(program.program)}
    if version_numbers(version) < version_numbers(program.measured):
        return warning(program.name, "host_old", "mend_host_old", **fields)
    return ok(program.name, "host_found", **fields)


def _switches(program: Host) -> Check:
    found = program.switches()
    stopping = [f"{switch.setting} ({switch.place})" for switch in found if switch.stops_hooks]
    name, fields = f"{program.name}_switches", {"title": program.title, "folder": str(program.folder)}
    if stopping:
        return error(name, "switches_off", "mend_switches", switches=", ".join(stopping), **fields)
    if found:
        return ok(name, "switches_code_mode", **fields)
    return ok(name, "switches_none", **fields)


def _plugin(program: Host, plugin: Plugin, market: Market | None, packaged: str) -> Check:
    name = f"{program.name}_plugin"
    fields = {"version": plugin.version, "path": str(plugin.folder), "name": program.name, "title": program.title}
    if not plugin.enabled:
        return error(name, "plugin_disabled", "mend_enable", **fields)
    if not plugin.folder.is_dir():
        return error(name, "plugin_folder_gone", "mend_install", **fields)
    if market is None or not market.is_at(marketplace_folder(os.environ, program.name)):
        place = market.place if market is not None else "?"
        if plugin.version != __version__:
            return warning(name, "plugin_elsewhere_other", "mend_upgrade", place=place, ours=__version__, **fields)
        return ok(name, "plugin_elsewhere", place=place, **fields)
    if content_digest(plugin.folder) == packaged:
        return ok(name, "plugin_fine", **fields)
    if plugin.version != __version__:
        return warning(name, "plugin_other_version", "mend_upgrade", ours=__version__, **fields)
    return error(name, "plugin_differs", "mend_upgrade", **fields)


def _moving(program: Host, market: Market | None) -> list[Check]:
    if market is None or not market.moves:
        return []
    fields = {"title": program.title, "name": program.name, "place": market.place}
    return [warning(f"{program.name}_marketplace", "market_moves", "mend_market_moves", **fields)]


def _hooks(program: Host, plugin: Plugin) -> list[Check]:
    hooks = program.hooks()
    judged = hook_check.judge(program, plugin, hooks)
    return [judged, _neighbours(program, hooks)] if any(hook.is_ours for hook in hooks) else [judged]


def _neighbours(program: Host, hooks: list[Hook]) -> Check:
    """Hooks of others that run on our events. Nobody can tell from outside whether one rewrites a tool's input."""
    name = f"{program.name}_neighbours"
    ours = {hook.event for hook in hooks if hook.is_ours}
    others = [hook for hook in hooks if not hook.is_ours and hook.runs and hook.event in ours]
    if any(hook.event in REWRITING for hook in others):
        return warning(name, "neighbours_rewrite", "mend_neighbours", names=_named(others), title=program.title)
    if others:
        return ok(name, "neighbours_harmless", names=_named(others))
    return ok(name, "neighbours_none")


def _named(hooks: list[Hook]) -> str:
    owners: dict[str, list[str]] = {}
    for hook in hooks:
        owners.setdefault(hook.owner, []).append(hook.event)
    texts = [f"{owner} ({', '.join(dict.fromkeys(events))})" for owner, events in owners.items()]
    more = [sentence("and_more", count=str(len(texts) - NAMED))] if len(texts) > NAMED else []
    return ", ".join([*texts[:NAMED], *more])


def _shell(program: Host) -> list[Check]:
    """What such a file prints goes before our answer and voids it."""
    if not program.shell_reads:
        return []
    name, variable = f"{program.name}_shell", program.shell_reads
    if path := os.environ.get(variable):
        return [warning(name, "bash_env", "mend_bash_env", path=path, title=program.title)]
    return [ok(name, "no_bash_env")]
