"""`uninstall HOST`: take the plugin, its marketplace and the trust in its hooks out of a host. Records stay."""

from __future__ import annotations

import os
from pathlib import Path

import click

from harness_runtime.cli import language
from harness_runtime.cli.checks import end, ok, warning
from harness_runtime.cli.contracts.plugin import Check
from harness_runtime.cli.faults import HostFault, InputFault
from harness_runtime.cli.hosts import HOSTS
from harness_runtime.cli.hosts.choice import host_argument, program_option, said_plainly
from harness_runtime.cli.hosts.interface import Host, NotFound
from harness_runtime.cli.installation import plugin_data
from harness_runtime.cli.installation.bring import open_runs
from harness_runtime.cli.installation.publication import marketplace_folder, remove_marketplace
from harness_runtime.cli.installation.settings_kept import given_back
from harness_runtime.cli.language import sentence
from harness_runtime.cli.options import json_option
from harness_runtime.cli.person import agrees, require_person
from harness_runtime.models.interface import HostName


@click.command("uninstall", help=sentence("help_uninstall"), short_help=sentence("help_uninstall"))
@host_argument
@program_option
@click.option("--purge", is_flag=True, help=sentence("help_purge"))
@click.option("--force", is_flag=True, help=sentence("help_force"))
@json_option
def verb(host: HostName, program: str | None, purge: bool, force: bool, as_json: bool) -> None:
    require_person()
    family = HOSTS[host]
    data = family.data(os.environ)
    language.choose_of(data)
    if not force:
        _refuse_in_a_run(data)
    if purge and data.is_dir() and not agrees(sentence("ask_purge", path=str(data))):
        raise InputFault("nothing_changed")
    with said_plainly(family):
        found = _program(family, program)
        market = found.market() if found is not None else None
        if market is not None and not market.is_at(marketplace_folder(os.environ, host)):
            fields = {"title": family.title, "name": host, "place": market.place}
            checks = [warning(f"{host}_plugin", "plugin_foreign", "mend_foreign", **fields)]
        else:
            with given_back(found.settings if found is not None else None, data):
                checks = _leave_host(found, family)
            checks += _leave_machine(host, data, purge)
    end(checks, as_json)


def _refuse_in_a_run(data: Path) -> None:
    """Without its hooks an open run would go on unguarded."""
    held = open_runs(data)
    if held:
        raise InputFault("run_in_progress", sessions=", ".join(session.session_id for session in held))


def _program(family: type[Host], chosen: str | None) -> Host | None:
    """None when the host has gone from this machine, and with it all that would run our hooks."""
    try:
        return family(family.find(chosen, os.environ), os.environ)
    except NotFound as fault:
        if fault.wanted:
            raise InputFault("host_not_runnable", title=family.title, path=fault.wanted) from None
        return None


def _leave_host(program: Host | None, family: type[Host]) -> list[Check]:
    if program is None:
        return [warning(family.name, "host_gone", "mend_host", title=family.title, variable=family.variable)]
    was_there = program.market() is not None or program.installed() is not None
    program.remove()
    forgotten = program.forget_trust()
    if program.installed() is not None:
        raise HostFault(sentence("not_removed"))
    checks = [ok(f"{family.name}_plugin", "plugin_removed" if was_there else "plugin_absent", title=family.title)]
    if forgotten:
        checks.append(ok(f"{family.name}_hooks", "trust_forgotten", count=str(forgotten)))
    return checks


def _leave_machine(host: str, data: Path, purge: bool) -> list[Check]:
    marketplace = marketplace_folder(os.environ, host)
    checks = []
    if os.path.lexists(marketplace):
        remove_marketplace(marketplace)
        checks.append(ok(f"{host}_marketplace", "marketplace_removed", path=str(marketplace)))
    if data.is_dir():
        plugin_data.clean(data, purge)
        said = "data_purged" if purge else "data_kept"
        checks.append(ok(f"{host}_data", said, path=str(data), name=host))
    return checks
