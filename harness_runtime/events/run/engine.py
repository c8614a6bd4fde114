"""What a run needs so that its commands can run confined: an engine, a key, and the program that is called.

Source: harness contract, Confinement. Cold; once an activation, so that nothing of an earlier run is left to use.
"""

from __future__ import annotations

from collections.abc import Mapping

from harness_runtime.confinement.probe import Report, probe
from harness_runtime.session.confine_script import install_script
from harness_runtime.session.confined_lock import note_ended, unended
from harness_runtime.session.keys import make_key
from harness_runtime.session.state import Engine
from harness_runtime.session.tickets import remove_tickets

OTHER_SYSTEM = "other_system"


def found_engine(environ: Mapping[str, str], data: str) -> Engine:
    """The engine that the commands of a run would have here, each tried with this data folder hidden; what a host's
    sandbox leaves may be less."""
    reports = probe(environ, data)
    for report in reports:
        if report.usable:
            return Engine.model_validate({"name": report.name, "details": _details(report)})
    whys = [f"{report.name}: {report.why}" for report in reports if report.why != OTHER_SYSTEM]
    return Engine(details="; ".join(whys))


def _details(report: Report) -> str:
    return ", ".join(f"{name} {text}" for name, text in report.details.items() if text)


def prepare_confinement(data: str, session_id: str, plugin_root: str) -> None:
    """A new key and no tickets: what an earlier run could run or sign is worth nothing. Raises OSError."""
    make_key(data, session_id)
    remove_tickets(data, session_id)
    for number in unended(data, session_id):
        note_ended(data, session_id, number)
    install_script(data, plugin_root)
