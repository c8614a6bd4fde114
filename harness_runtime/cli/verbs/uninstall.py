"""`uninstall HOST`: take the plugin, its marketplace and the trust in its hooks out of a host. Records stay."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import click

from harness_runtime.cli import plugin_data
from harness_runtime.cli.checks import end, ok, warning
from harness_runtime.cli.contracts import Check
from harness_runtime.cli.faults import HostFault, InputFault
from harness_runtime.cli.folders import sessions_in
from harness_runtime.cli.hosts import HOSTS
from harness_runtime.cli.hosts.interface import Host, NotFound
from harness_runtime.cli.language import sentence
from harness_runtime.cli.options import folders_of, json_option
from harness_runtime.cli.person import agrees, require_person
from harness_runtime.cli.staging import marketplace_folder


@click.command("uninstall", help=sentence("help_uninstall"), short_help=sentence("help_uninstall"))
@click.argument("host", type=click.Choice(list(HOSTS)))
@click.option("--codex", metavar="PATH", help=sentence("help_codex"))
@click.option("--purge", is_flag=True, help=sentence("help_purge"))
@click.option("--force", is_flag=True, help=sentence("help_force"))
@json_option
def verb(host: str, codex: str | None, purge: bool, force: bool, as_json: bool) -> None:
    require_person()
    family = HOSTS[host]
    data = family.data(os.environ)
    if data.is_dir():
        folders_of(data)
    if not force:
        _refuse_in_a_run(data)
    if purge and data.is_dir() and not agrees(sentence("ask_purge", path=str(data))):
        raise InputFault("nothing_changed")
    try:
        checks = _leave_host(family, codex)
        checks += _leave_machine(host, data, purge)
    except HostFault as fault:
        raise InputFault("host_failed", title=family.title, detail=fault.detail) from None
    except OSError as fault:
        raise InputFault("file_failed", path=str(fault.filename), why=fault.strerror or "") from None
    end(checks, as_json)


def _refuse_in_a_run(data: Path) -> None:
    """Without its hooks an open run would go on unguarded."""
    held = [session for session in sessions_in([data]) if session.armed and session.in_progress]
    if held:
        raise InputFault("run_in_progress", sessions=", ".join(session.session_id for session in held))


def _leave_host(family: type[Host], chosen: str | None) -> list[Check]:
    try:
        program = family(family.find(chosen, os.environ), os.environ)
    except NotFound as fault:
        if fault.wanted:
            raise InputFault("host_not_runnable", title=family.title, path=fault.wanted) from None
        return [warning(family.name, "host_gone", title=family.title)]
    if not program.remove(marketplace_folder(os.environ)):
        return [
            warning(f"{family.name}_plugin", "plugin_foreign", "mend_foreign", title=family.title, name=family.name)
        ]
    forgotten = program.forget_trust()
    if program.installed() is not None:
        raise HostFault(sentence("not_removed"))
    return [
        ok(f"{family.name}_plugin", "plugin_removed", title=family.title),
        ok(f"{family.name}_hooks", "trust_forgotten", count=str(forgotten)),
    ]


def _leave_machine(host: str, data: Path, purge: bool) -> list[Check]:
    marketplace = marketplace_folder(os.environ)
    user = _other_user(host, marketplace)
    if user is None:
        if marketplace.exists():
            shutil.rmtree(marketplace)
        staged = ok("marketplace", "marketplace_removed", path=str(marketplace))
    else:
        staged = ok("marketplace", "marketplace_kept", path=str(marketplace), title=user)
    plugin_data.clean(data, purge)
    return [staged, ok(f"{host}_data", "data_purged" if purge else "data_kept", path=str(data))]


def _other_user(host: str, marketplace: Path) -> str | None:
    """Another host on this machine that runs the plugin from the staged marketplace."""
    for name, family in HOSTS.items():
        if name == host:
            continue
        try:
            plugin = family(family.find(None, os.environ), os.environ).installed()
        except (NotFound, HostFault):
            continue
        if plugin is not None and plugin.comes_from(marketplace):
            return family.title
    return None
