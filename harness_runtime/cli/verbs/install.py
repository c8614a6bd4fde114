"""`install HOST`: bring the plugin into a host and have the person trust its hooks."""

from __future__ import annotations

import os

import click

from harness_runtime.cli import language
from harness_runtime.cli.checks import end, ok
from harness_runtime.cli.hosts.choice import find_host, host_argument, program_option, said_plainly
from harness_runtime.cli.hosts.interface import Host
from harness_runtime.cli.installation import plugin_data
from harness_runtime.cli.installation.bring import bring
from harness_runtime.cli.installation.publication import marketplace_folder
from harness_runtime.cli.language import sentence
from harness_runtime.cli.options import json_option
from harness_runtime.cli.person import choose_language, require_person
from harness_runtime.models.interface import HostName


@click.command("install", help=sentence("help_install"), short_help=sentence("help_install"))
@host_argument
@program_option
@json_option
def verb(host: HostName, program: str | None, as_json: bool) -> None:
    require_person()
    found = find_host(host, program)
    data = found.data(os.environ)
    plugin_data.read_config(data)  # unreadable: say so before anything is changed
    language.choose(choose_language(language.current()))
    with said_plainly(type(found)):
        checks = [ok(host, "host_found", title=found.title, version=found.version(), path=str(found.program))]
        checks += bring(found, data, marketplace_folder(os.environ, host), force=False)
    end(checks, as_json, then=next_steps(found))


def next_steps(program: Host) -> list[str]:
    """What a newcomer does now, and how to see that Harness is there."""
    trusted = sentence("next_trusted" if program.asks_trust else "next_taken", title=program.title)
    start = sentence("next_start", name=program.name, title=program.title)
    return [
        sentence("next_head"),
        f"{start} {trusted}",
        sentence("next_say"),
        sentence("next_see"),
    ]
