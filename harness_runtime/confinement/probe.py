"""Which engines work where this runs, tried and not guessed.

Source: harness contract, Confinement.
"""

from __future__ import annotations

import os
import sys

from harness_runtime.confinement.engines.interface import Engine

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping


class Report:
    """One engine as it was found. `why` is a code ("" when usable), `details` what was looked at and what came back.

    Codes: `other_system` (made for another one), `not_installed`, `landlock_missing` (kernel without it, or switched
    off), `machine_unknown` (no table of its system calls), `namespaces_forbidden` (bwrap could not make its mounts or
    namespaces: forbidden for this user, or by a sandbox around us), `supervision_forbidden` (system calls cannot be
    asked about here), `trial_failed` (anything else that the trial said).
    """

    __slots__ = ("details", "name", "usable", "why")

    def __init__(self, name: str, usable: bool, why: str, details: dict[str, str]) -> None:
        self.name = name
        self.usable = usable
        self.why = why
        self.details = details


Found = tuple[Report, Engine | None]


def probe(environ: Mapping[str, str], data: str = "") -> list[Report]:
    """Every engine that there is, the preferred one first, each really tried (about 30 ms in all). `data`: the folder
    that every run hides, "" where none is known."""
    return [report for report, _ in (_bubblewrap(environ, "none", data), _landlock(), _seatbelt())]


def choose(network: str, environ: Mapping[str, str], data: str = "", *, untried: bool = False) -> Engine | None:
    """The engine to run with: the first usable one that gives this network, None for none. `data` as above.

    `untried`: bubblewrap counts where it is installed, as its trial costs a quarter of a start. Where it does not
    come to life after all, its run says `engine_unstarted` before anything of the command has run, and the caller
    chooses again, with trials.
    """
    tries: tuple[Callable[[], Found], ...] = (
        lambda: _bubblewrap(environ, network, data, untried=untried),
        _landlock,
        _seatbelt,
    )
    for attempt in tries:
        _, engine = attempt()
        if engine is not None and network in engine.networks:
            return engine
    return None


def _bubblewrap(environ: Mapping[str, str], network: str, data: str = "", *, untried: bool = False) -> Found:
    if sys.platform != "linux":
        return Report("bubblewrap", False, "other_system", {"system": sys.platform}), None
    from harness_runtime.confinement.engines.bubblewrap import PROGRAMS, Bubblewrap
    from harness_runtime.confinement.engines.trial import landlock_version, try_bubblewrap

    version, why, details = landlock_version()
    program = next((path for path in PROGRAMS if os.access(path, os.X_OK)), "")
    details["program"] = program
    if not program:
        why = "not_installed"
    if not why and not untried:
        why, details["trial"] = try_bubblewrap(program, network, data)
    engine = None if why else Bubblewrap(program, version, environ.get("XDG_RUNTIME_DIR", ""))
    return Report("bubblewrap", not why, why, details), engine


def _landlock() -> Found:
    if sys.platform != "linux":
        return Report("landlock", False, "other_system", {"system": sys.platform}), None
    from harness_runtime.confinement.engines.trial import landlock_version, try_landlock

    version, why, details = landlock_version()
    if not why:
        why, details["trial"] = try_landlock(version)
    if why:
        return Report("landlock", False, why, details), None
    from harness_runtime.confinement.engines.landlock import Landlock

    return Report("landlock", True, "", details), Landlock(version)


def _seatbelt() -> Found:
    if sys.platform != "darwin":
        return Report("seatbelt", False, "other_system", {"system": sys.platform}), None
    from harness_runtime.confinement.engines.seatbelt import PROGRAM, Seatbelt, try_seatbelt

    why, said = try_seatbelt()
    return Report("seatbelt", not why, why, {"program": PROGRAM, "trial": said}), None if why else Seatbelt()
