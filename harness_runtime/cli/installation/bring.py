"""Bringing the plugin into a host, or to other content: what `install` and `upgrade` share.

First what cannot be is refused, then the person is asked, then things change, then the host is asked whether it is
so. A host may switch hooks off when their content changes, so a run that would go on without them stops all of it.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import click

from harness_runtime.cli import language
from harness_runtime.cli.checks import error, ok, warning
from harness_runtime.cli.contracts.plugin import Check
from harness_runtime.cli.faults import HostFault, InputFault
from harness_runtime.cli.hosts.interface import Host
from harness_runtime.cli.hosts.told import Plugin
from harness_runtime.cli.installation import hook_check, interpreter, plugin_data
from harness_runtime.cli.installation.publication import fresh_marketplace, plugin_folder, publish
from harness_runtime.cli.installation.settings_kept import kept
from harness_runtime.cli.installation.staging import content_digest
from harness_runtime.cli.language import sentence
from harness_runtime.cli.person import agrees, say
from harness_runtime.cli.plain import plain
from harness_runtime.cli.sessions.find import Session, sessions_in

Commands = list[tuple[str, str]]


def bring(program: Host, data: Path, marketplace: Path, force: bool) -> list[Check]:
    """The plugin of this package, from its staged marketplace. Raises InputFault, HostFault, StagingFault."""
    interpreter.require(sys.executable)
    market = program.market()
    if market is not None and not market.is_at(marketplace):
        raise InputFault("market_foreign", title=program.title, place=market.place, name=program.name)
    with fresh_marketplace(marketplace) as fresh:

        def change() -> None:
            publish(fresh, marketplace)
            program.add(marketplace)

        checks = _exchange(program, data, plugin_folder(fresh), change, force)
    plugin_data.prepare(data)
    interpreter.record(data, sys.executable)
    plugin_data.set_language(data, language.current())
    return [
        *checks,
        ok(f"{program.name}_interpreter", "interpreter_recorded", path=sys.executable),
        ok(f"{program.name}_data", "data_ready", path=str(data), language=language.current()),
    ]


def renew(program: Host, data: Path, force: bool) -> list[Check]:
    """The plugin of another marketplace, such as a git repository, to what that has now."""
    program.fetch()
    return _exchange(program, data, program.offered(), program.take, force)


def _exchange(
    program: Host, data: Path, offered: Path | None, change: Callable[[], None], force: bool
) -> list[Check]:
    """`offered`: the content that `change` will bring, None when nobody knows it before."""
    wanted = _digest(offered)
    before = program.installed()
    old = _digest(before.folder) if before else ""
    is_exchange = before is not None and (not wanted or old != wanted)
    survives, agreed = True, None
    if before is not None and is_exchange:
        survives = program.open_sessions_survive(before.folder, offered or before.folder)
        if not survives and not force:
            _refuse_in_a_run(program, data)
        agreed = _agree_before(program, offered)
        if not survives and not force:  # the person took a while, and may have begun a run
            _refuse_in_a_run(program, data)
    with kept(program.settings, data):
        change()
    plugin = program.installed()
    if plugin is None or (wanted and _digest(plugin.folder) != wanted):
        raise HostFault(sentence("not_installed"))
    checks = [_told(program, plugin, is_new=_digest(plugin.folder) != old), _hooks_or_why(program, plugin, agreed)]
    if is_exchange and not survives and _digest(plugin.folder) != old:
        restart = warning(f"{program.name}_open_sessions", "open_sessions", "mend_open_sessions", title=program.title)
        checks.append(restart)
    return checks


def _told(program: Host, plugin: Plugin, is_new: bool) -> Check:
    said = "plugin_installed" if is_new else "plugin_present"
    return ok(f"{program.name}_plugin", said, version=plugin.version, path=str(plugin.folder))


def _digest(folder: Path | None) -> str:
    return content_digest(folder) if folder is not None and folder.is_dir() else ""


def open_runs(data: Path) -> list[Session]:
    """Sessions whose run would go on without its hooks."""
    return [session for session in sessions_in([data]) if session.armed and session.in_progress]


def _refuse_in_a_run(program: Host, data: Path) -> None:
    open_now = open_runs(data)
    if open_now:
        sessions = ", ".join(session.session_id for session in open_now)
        raise InputFault("update_in_a_run", sessions=sessions, title=program.title, name=program.name)


def _agree_before(program: Host, offered: Path | None) -> Commands | None:
    """The commands that the person has agreed to, None when there was nothing to ask yet."""
    if not program.asks_trust or offered is None:
        return None
    commands = hook_check.declared(program, offered)
    if not _agrees_to(program, commands):
        raise InputFault("nothing_changed")
    return commands


def _agrees_to(program: Host, commands: Commands) -> bool:
    say("", sentence("trust_what", title=program.title, count=str(len(commands))), "")
    for event, command in commands:
        say(f"  {plain(event)}")
        click.echo(f"    {plain(command)}")  # in one piece: it is what the person trusts
    say("")
    return agrees(sentence("ask_trust"))


def _hooks_or_why(program: Host, plugin: Plugin, agreed: Commands | None) -> Check:
    """The content has changed by now: what fails here leaves hooks that may be off, which has to be said."""
    try:
        return _hooks(program, plugin, agreed)
    except HostFault as fault:
        fields = {"title": program.title, "name": program.name, "detail": fault.detail}
        return error(f"{program.name}_hooks", "hooks_unsettled", "mend_trust", **fields)


def _hooks(program: Host, plugin: Plugin, agreed: Commands | None) -> Check:
    """The hooks as the host has them now, trusted by the person."""
    hooks = program.hooks()
    ours = [hook for hook in hooks if hook.is_ours]
    if hook_check.missing(program, plugin, hooks) or all(hook.trusted for hook in ours):
        return hook_check.judge(program, plugin, hooks)
    if agreed is not None and sorted(hook_check.as_declared(ours, plugin)) != sorted(agreed):
        raise HostFault(sentence("hooks_other"))
    if agreed is None and not _agrees_to(program, [(hook.event, hook.command) for hook in ours]):
        return error(f"{program.name}_hooks", "hooks_declined", "mend_trust", title=program.title, name=program.name)
    program.trust(ours)
    return hook_check.judge(program, plugin, program.hooks())
