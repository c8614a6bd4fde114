"""What confined commands left although nobody looked at their end: compared with how the boundary was at its gate.

A run that ends by itself is compared with its own beginning, by `harness-confine`. One that was killed with it is
compared with the last approval: names that no Plan opens, links that lead out, other names of files, and bytecode.
"""

from __future__ import annotations

import json
import os
from contextlib import suppress
from pathlib import Path

from harness_runtime.artifacts.terms import Terms
from harness_runtime.boundary.decision import Places
from harness_runtime.boundary.patterns import is_literal
from harness_runtime.confinement.aftermath import faults
from harness_runtime.confinement.bytecode import remove_changed
from harness_runtime.confinement.secrets_mask import WorkspaceTooLarge
from harness_runtime.confinement.writable import Writable, find_writable
from harness_runtime.events.judge import places_of
from harness_runtime.session.files import replace_file
from harness_runtime.session.layout import planted_path
from harness_runtime.session.state import State
from harness_runtime.session.store import Store

FILE = "granted.json"
IGNORE_FILES = (".ignore", ".rgignore", ".gitignore")  # ripgrep obeys them
UNKNOWN = "?"  # it cannot be told what was left


def note_granted(store: Store, state: State, terms: Terms) -> None:
    """Remember how the boundary of these terms stands. One that is too large to be looked at runs no command."""
    patterns = [*terms.allowed_write_paths, *terms.scratch_paths]
    root, places = _ground(store, state)
    try:
        found = find_writable(root, patterns, places)
    except WorkspaceTooLarge:
        (store.folder / FILE).unlink(missing_ok=True)
        return
    noted = {
        "patterns": patterns,
        "reserved": found.reserved,
        "leaving": found.leaving,
        "shared": sorted(found.shared),
        "bytecode": found.bytecode,
    }
    replace_file(store.folder / FILE, json.dumps(noted).encode("utf-8", "surrogatepass"))


def left_behind(store: Store, state: State) -> list[str]:
    """Paths relative to the root, sorted; new bytecode is removed, and named only when it resists."""
    root, places = _ground(store, state)
    try:
        noted = json.loads((store.folder / FILE).read_bytes().decode("utf-8", "surrogatepass"))
        after = find_writable(root, noted["patterns"], places)
    except (OSError, ValueError, WorkspaceTooLarge):
        return [UNKNOWN]
    before = Writable()
    before.reserved, before.leaving, before.shared = noted["reserved"], noted["leaving"], set(noted["shared"])
    before.bytecode = {path: (inode, changed) for path, (inode, changed) in noted["bytecode"].items()}
    named = {pattern for pattern in noted["patterns"] if is_literal(pattern)}
    return [path for path in faults(before, after) if path not in named] + remove_changed(root, before, after)


def note_planted(store: Store, state: State, paths: list[str]) -> None:
    """Remember those that ripgrep would obey, until a person has removed them."""
    planted = [f"{state.workspace_root}/{path}" for path in paths if os.path.basename(path) in IGNORE_FILES]
    if planted:
        known = Path(planted_path(store.data, store.session_id))
        with suppress(OSError, ValueError):  # none yet
            planted = [*json.loads(known.read_bytes()), *planted]
        replace_file(known, json.dumps(sorted(set(planted))).encode("ascii"))


def _ground(store: Store, state: State) -> tuple[str, Places]:
    """Whatever PATH is here: its folders are closed to a confined command anyway."""
    environ = {**os.environ, "PATH": ""}
    return os.path.realpath(state.workspace_root), places_of(environ, store.data, state.model_dump())
