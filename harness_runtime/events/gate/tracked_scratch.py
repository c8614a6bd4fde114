"""Files of the repository that lie both in the write boundary and in its scratch paths: they count for no evidence.

A tool's cache is seldom under version control. What is, is the project's own, and the person should see at the gate
that no test run will vouch for it.
"""

from __future__ import annotations

import os

from harness_runtime.artifacts.terms import Terms
from harness_runtime.boundary.patterns import first_match
from harness_runtime.session.git_entries import NotUnderstood, entries
from harness_runtime.session.state import State

MAX_INDEX = 64 << 20
SHOWN = 3


def tracked_scratch(state: State, terms: Terms) -> str:
    """The first of them and how many more there are, "" for none."""
    if not terms.scratch_paths or not state.git_dir:
        return ""
    try:
        with open(f"{state.git_dir}/index", "rb") as file:
            tracked = entries(file.read(MAX_INDEX))
    except (OSError, NotUnderstood):
        return ""
    above = _above(state.workspace_root)
    names = [os.fsdecode(entry.name) for entry in tracked]
    inside = [name[len(above) :] for name in names if name.startswith(above)]
    allowed, scratch = list(terms.allowed_write_paths), list(terms.scratch_paths)
    found = [name for name in inside if first_match(scratch, name) and first_match(allowed, name)]
    more = f" (+{len(found) - SHOWN})" if len(found) > SHOWN else ""
    return ", ".join(found[:SHOWN]) + more


def _above(root: str) -> str:
    """What stands before the workspace's names in the repository, "" at its top."""
    folder = root
    while not os.path.lexists(f"{folder}/.git") and folder != "/":
        folder = os.path.dirname(folder)
    relative = os.path.relpath(root, folder)
    return "" if relative == "." else f"{relative}/"
