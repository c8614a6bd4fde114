"""The heartbeat: proof that the tool hook of a revision ran at all. An empty file, created once a revision. Hot."""

from __future__ import annotations

import os

from harness_runtime.session.layout import run_folder


def heartbeat_path(data: str, session_id: str, revision: int) -> str:
    return f"{run_folder(data, session_id)}/heartbeat-{revision}"


def beat(data: str, session_id: str, revision: int) -> None:
    """Leave the file when it is not there yet. A failure costs only that no `y` can be consumed."""
    path = heartbeat_path(data, session_id, revision)
    try:
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600))
    except OSError:
        return


def has_beaten(data: str, session_id: str, revision: int) -> bool:
    return os.path.lexists(heartbeat_path(data, session_id, revision))
