"""SessionStart: what is open in an armed session, that a fork of one, or what follows a clear, is not guarded, and
the guides of a project that has any."""

from __future__ import annotations

import os

from harness_runtime.events.armed import answer_if_armed
from harness_runtime.events.guides.rim import has_file
from harness_runtime.session.guarded import is_always_armed
from harness_runtime.session.layout import data_folder

WITH_A_PAST = ("clear", "fork", "resume")


def main() -> None:
    answer_if_armed("harness_runtime.events.on_session_start", WITH_A_PAST, _matters)


def _matters(event: dict[str, object]) -> bool:
    data = data_folder(dict(os.environ))
    return has_file(event) or (data is not None and is_always_armed(data))
