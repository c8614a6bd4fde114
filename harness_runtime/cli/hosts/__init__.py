"""The host programs that Harness can be installed into, one module a host."""

from __future__ import annotations

from harness_runtime.cli.hosts.claude import Claude
from harness_runtime.cli.hosts.codex import Codex
from harness_runtime.cli.hosts.interface import Host
from harness_runtime.models.interface import HostName

HOSTS: dict[HostName, type[Host]] = {"codex": Codex, "claude": Claude}
