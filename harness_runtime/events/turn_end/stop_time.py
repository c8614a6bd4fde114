"""How long a Stop may take: sensors, models and gates share one deadline."""

from __future__ import annotations

STOP_SECONDS = 600  # what hooks.json gives a Stop; a test holds them equal
MARGIN = 30  # of them, for everything else


def deadline(begun: float) -> float:
    """Until when what a Stop starts may run, in monotonic seconds like its beginning."""
    return begun + STOP_SECONDS - MARGIN
