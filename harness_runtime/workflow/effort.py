"""The effort rule: no gate opens below `high` (contract: Effort). Unknown is recorded and said, not refused."""

from __future__ import annotations

LEVELS = ("none", "minimal", "low", "medium", "high", "xhigh", "max")
MINIMUM = "high"
WANTED = "xhigh"


def is_too_low(effort: str) -> bool:
    """Known, and below the minimum."""
    return effort in LEVELS and LEVELS.index(effort) < LEVELS.index(MINIMUM)


def is_degraded(effort: str) -> bool:
    """Less than what Implement and Review ask for, or not known."""
    return effort not in LEVELS or LEVELS.index(effort) < LEVELS.index(WANTED)
