"""Which engines work where this runs, tried and not guessed."""

from __future__ import annotations

from collections.abc import Mapping

from harness_runtime.confinement.engines.interface import Engine


class Report:
    """One engine as it was found: `why` is a code ("" when usable), `details` what was tried and what came back."""

    __slots__ = ("details", "name", "usable", "why")

    def __init__(self, name: str, usable: bool, why: str, details: dict[str, str]) -> None:
        self.name = name
        self.usable = usable
        self.why = why
        self.details = details


def probe(environ: Mapping[str, str]) -> list[Report]:
    """Every engine that this system could have, the preferred one first. Costs a few real trials (about 50 ms)."""
    raise NotImplementedError


def choose(network: str, environ: Mapping[str, str]) -> Engine | None:
    """The engine to run with: the first usable one that gives this network, None where there is none."""
    raise NotImplementedError
