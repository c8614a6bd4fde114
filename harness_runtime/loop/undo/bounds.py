"""How much undo may keep, and how long a call may wait for it. Hot, data."""

from __future__ import annotations

MAX_FILE = 20 << 20  # bytes of one copy
MAX_BYTES = 200 << 20  # of a run's copies
MAX_FILES = 5_000  # copies of a run
CALL_SECONDS = 0.3
MAX_ENTRIES = 20_000  # files and folders that a boundary is looked through for

# Why a path is not captured.
TOO_LARGE, TOO_MANY, TOO_MUCH, TOO_SLOW = "too_large", "too_many", "too_much", "too_slow"
SPECIAL, UNREADABLE, UNSETTLED, IN_THE_WAY = "special", "unreadable", "unsettled", "in_the_way"
NO_ROOM = "no_room"
SECRET = "secret"
LATE = "late"  # a command ran before everything could be looked at: this may not be how it was before
REASONS = (
    TOO_LARGE, TOO_MANY, TOO_MUCH, TOO_SLOW, SPECIAL, UNREADABLE, UNSETTLED, IN_THE_WAY, NO_ROOM, SECRET,
    LATE,
)  # fmt: skip
