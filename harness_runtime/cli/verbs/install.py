"""`install HOST`: bring the plugin into a host and have the person trust its hooks."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import click

from harness_runtime.cli import hook_check, language, plugin_data
from harness_runtime.cli.checks import end, ok, warning
from harness_runtime.cli.contracts import Check
from harness_runtime.cli.faults import HostFault, InputFault
from harness_runtime.cli.folders import sessions_in
from harness_runtime.cli.hosts import HOSTS
from harness_runtime.cli.hosts.interface import Host, NotFound
from harness_runtime.cli.language import sentence
from harness_runtime.cli.options import json_option
from harness_runtime.cli.person import agrees, bullet, choose_language, require_person, say
from harness_runtime.cli.render import plain
from harness_runtime.cli.staging import (
    StagingFault,
    content_digest,
    marketplace_folder,
    plugin_folder,
    publish_marketplace,
)


@click.command("install", help=sentence("help_install"), short_help=sentence("help_install"))
@click.argument("host", type=click.Choice(list(HOSTS)))
@click.option("--codex", metavar="PATH", help=sentence("help_codex"))
@json_option
def verb(host: str, codex: str | None, as_json: bool) -> None:
    require_person()
    program = find_host(host, codex)
    data = program.data(os.environ)
    plugin_data.read_config(data)  # unreadable: say so before anything is changed
    language.choose(choose_language(language.current()))
    marketplace = marketplace_folder(os.environ)
    try:
        checks = [ok(host, "host_found", title=program.title, version=program.version(), path=str(program.program))]
        checks += _install(program, marketplace, data)
        checks += _trust(program)
    except HostFault as fault:
        raise InputFault("host_failed", title=program.title, detail=fault.detail) from None
    except StagingFault as fault:
        raise InputFault(fault.rule, path=str(fault.path)) from None
    except OSError as fault:
        raise InputFault("file_failed", path=str(fault.filename), why=fault.strerror or "") from None
    end(checks, as_json, failing=("error", "warning"))


def find_host(name: str, chosen: str | None) -> Host:
    family = HOSTS[name]
    try:
        return family(family.find(chosen, os.environ), os.environ)
    except NotFound as fault:
        if fault.wanted:
            raise InputFault("host_not_runnable", title=family.title, path=fault.wanted) from None
        raise InputFault("host_absent", title=family.title, name=name, variable=family.variable) from None


def _install(program: Host, marketplace: Path, data: Path) -> list[Check]:
    publish_marketplace(marketplace)
    staged = content_digest(plugin_folder(marketplace))
    before = program.installed()
    same = before is not None and before.comes_from(marketplace) and _digest(before.folder) == staged
    if before is not None and not same:
        _ask_about_open_runs(data)
    program.add(marketplace)
    after = program.installed()
    if after is None or _digest(after.folder) != staged:
        raise HostFault(sentence("not_installed"))
    plugin_data.prepare(data)
    plugin_data.record_interpreter(data, sys.executable)
    plugin_data.set_language(data, language.current())
    return [
        ok(
            f"{program.name}_plugin",
            "plugin_present" if same else "plugin_installed",
            version=after.version,
            path=str(after.folder),
        ),
        ok(f"{program.name}_interpreter", "interpreter_recorded", path=sys.executable),
        ok(f"{program.name}_data", "data_ready", path=str(data), language=language.current()),
    ]


def _digest(folder: Path) -> str:
    return content_digest(folder) if folder.is_dir() else ""


def _ask_about_open_runs(data: Path) -> None:
    """New content switches the hooks of a running host off until they are trusted again, so open runs are named."""
    held = [session for session in sessions_in([data]) if session.armed and session.in_progress]
    if not held:
        return
    say(sentence("update_in_a_run"), *bullet([plain(session.session_id) for session in held]))
    if not agrees(sentence("ask_update")):
        raise InputFault("nothing_changed")


def _trust(program: Host) -> list[Check]:
    plugin = program.installed()
    assert plugin is not None  # _install has just seen it
    hooks = program.hooks()
    if hook_check.missing(program, plugin, hooks) or all(hook.trusted for hook in hooks):
        return [hook_check.judge(program, plugin, hooks)]
    say("", sentence("trust_what", title=program.title, count=str(len(hooks))), "")
    for hook in hooks:
        say(f"  {plain(hook.event)}", f"    {plain(hook.command)}")
    say("")
    if not agrees(sentence("ask_trust")):
        return [
            warning(f"{program.name}_hooks", "hooks_declined", "mend_trust", title=program.title, name=program.name)
        ]
    program.trust(hooks)
    return [hook_check.judge(program, plugin, program.hooks())]
