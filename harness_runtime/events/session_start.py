"""SessionStart: what is open in an armed session, and that a fork of one, or what follows a clear, is not guarded."""

from __future__ import annotations

from harness_runtime.events.armed import answer_if_armed

WITH_A_PAST = ("clear", "fork", "resume")


def main() -> None:
    answer_if_armed("harness_runtime.events.on_session_start", WITH_A_PAST)
