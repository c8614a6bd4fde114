"""Preparing and running, once more when a path went in between; for a ticket's command and a sensor's alike."""

from __future__ import annotations

from harness_runtime.confinement.profile import ConfinementFault, Outcome

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

REFUSED = 125  # the exit code of a program that did not start what it was asked to
PREPARATIONS = 2


def run_prepared(attempt: Callable[[], Outcome]) -> Outcome:
    """`attempt` prepares anew each time. Raises its last ConfinementFault."""
    for number in range(1, PREPARATIONS + 1):
        try:
            return attempt()
        except ConfinementFault as fault:
            if number == PREPARATIONS or fault.rule != "profile_invalid":
                raise
    raise AssertionError("unreachable")
