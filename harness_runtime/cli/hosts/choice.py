"""Which host program a verb works on, and how what goes wrong with it is said."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager

import click

from harness_runtime.cli.faults import HostFault, InputFault
from harness_runtime.cli.hosts import HOSTS
from harness_runtime.cli.hosts.interface import Host, NotFound
from harness_runtime.cli.installation.staging import StagingFault
from harness_runtime.cli.language import sentence
from harness_runtime.cli.options import Verb
from harness_runtime.models.interface import HostName


def host_argument(verb: Verb) -> Verb:
    return click.argument("host", type=click.Choice(list(HOSTS)))(verb)


def program_option(verb: Verb) -> Verb:
    return click.option("--program", metavar="PATH", help=sentence("help_program_path"))(verb)


def find_host(name: HostName, chosen: str | None) -> Host:
    family = HOSTS[name]
    try:
        return family(family.find(chosen, os.environ), os.environ)
    except NotFound as fault:
        if fault.wanted:
            raise InputFault("host_not_runnable", title=family.title, path=fault.wanted) from None
        raise InputFault("host_absent", title=family.title, name=name, variable=family.variable) from None


@contextmanager
def said_plainly(family: type[Host]) -> Iterator[None]:
    """What fails inside becomes the one line of bad input."""
    try:
        yield
    except HostFault as fault:
        raise InputFault("host_failed", title=family.title, detail=fault.detail) from None
    except StagingFault as fault:
        raise InputFault(fault.rule, path=str(fault.path)) from None
    except OSError as fault:
        raise InputFault("file_failed", path=str(fault.filename), why=fault.strerror or "") from None
