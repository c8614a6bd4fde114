"""SessionStart: what is open in an armed session, that a fork of one, or what follows a clear, is not guarded, and
the guides of a project that has any."""

from __future__ import annotations

from harness_runtime.events.armed import answer_if_armed
from harness_runtime.events.guides_rim import has_file

WITH_A_PAST = ("clear", "fork", "resume")


def main() -> None:
    answer_if_armed("harness_runtime.events.on_session_start", WITH_A_PAST, has_file)
