"""`upgrade HOST`: the installed plugin to this package's content, or to that of the marketplace it came from.

A run that is active either goes on under the new hooks or stops the upgrade before anything changes.
"""

from __future__ import annotations

import os

import click

from harness_runtime.cli import language
from harness_runtime.cli.checks import end, ok
from harness_runtime.cli.faults import InputFault
from harness_runtime.cli.hosts.choice import find_host, host_argument, program_option, said_plainly
from harness_runtime.cli.installation.bring import bring, renew
from harness_runtime.cli.installation.publication import marketplace_folder
from harness_runtime.cli.language import sentence
from harness_runtime.cli.options import json_option
from harness_runtime.cli.person import require_person
from harness_runtime.models.interface import HostName


@click.command("upgrade", help=sentence("help_upgrade"), short_help=sentence("help_upgrade"))
@host_argument
@program_option
@click.option("--force", is_flag=True, help=sentence("help_force_upgrade"))
@json_option
def verb(host: HostName, program: str | None, force: bool, as_json: bool) -> None:
    require_person()
    found = find_host(host, program)
    data = found.data(os.environ)
    language.choose_of(data)
    marketplace = marketplace_folder(os.environ, host)
    with said_plainly(type(found)):
        market = found.market()
        if market is None or found.installed() is None:
            raise InputFault("nothing_to_upgrade", title=found.title, name=host)
        checks = [ok(host, "host_found", title=found.title, version=found.version(), path=str(found.program))]
        if market.is_at(marketplace):
            checks += bring(found, data, marketplace, force)
        else:
            checks += [ok(f"{host}_marketplace", "market_elsewhere", place=market.place), *renew(found, data, force)]
    end(checks, as_json)
