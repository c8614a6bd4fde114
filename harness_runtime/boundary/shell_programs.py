"""Is the program that a shell would find the system's own? Hot for Bash calls.

A PATH folder inside the workspace is the agent's to fill, and an empty or relative one depends on where it stands.
"""

from __future__ import annotations

from harness_runtime.boundary.decision import Fault
from harness_runtime.boundary.paths import below, exists, resolve

_SHELLS = ("sh", "bash", "dash", "zsh")


def refuse_shadowed(programs: list[str], path: str, root: str) -> None:
    """Fault shell_program_shadowed when PATH could give another program, or another shell."""
    for entry in dict.fromkeys(path.split(":")) if path else ():
        if not entry.startswith("/"):
            raise Fault("shell_program_shadowed", f"PATH={entry or '(empty)'}")
        folder = resolve(entry).path
        if below(root, folder) is None:
            continue
        for program in (*programs, *_SHELLS):
            if exists(f"{folder}/{program}"):
                raise Fault("shell_program_shadowed", f"{folder}/{program}")
