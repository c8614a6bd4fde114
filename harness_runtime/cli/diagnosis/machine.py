"""The machine: this Python, its libraries, what can confine a command."""

from __future__ import annotations

import importlib.util
import os
import sys

from harness_runtime.cli.checks import error, ok, warning
from harness_runtime.cli.contracts.plugin import Check
from harness_runtime.cli.installation.interpreter import COLD, PYTHON


def python() -> Check:
    version = sys.version.split()[0]
    if sys.version_info[:2] < PYTHON:
        return error("python", "python_old", "mend_python", version=version)
    return ok("python", "python_fine", version=version, path=sys.executable)


def dependencies() -> Check:
    absent = [name for name in COLD if importlib.util.find_spec(name) is None]
    if absent:
        return error("dependencies", "dependencies_absent", "mend_dependencies", names=", ".join(absent))
    return ok("dependencies", "dependencies_fine", names=", ".join(COLD))


def confinement() -> Check:
    """Tried where this runs. Inside a host's own sandbox the same engines may find less."""
    from harness_runtime.confinement.probe import probe

    reports = probe(os.environ)
    usable = [report.name for report in reports if report.usable]
    tried = "; ".join(f"{report.name}: {report.why}" for report in reports if not report.usable)
    if usable:
        return ok("confinement", "confinement_fine", names=", ".join(usable))
    return warning("confinement", "confinement_none", "mend_confinement", tried=tried or "-")
