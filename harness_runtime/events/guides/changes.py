"""Which files a run has changed where it may write: the tree as it stood at its first approval, and as it is now.

Source: guides and sensors contract, Running sensors.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from harness_runtime.artifacts.terms import Terms
from harness_runtime.events.guides.rim import is_guided
from harness_runtime.session.files import replace_file
from harness_runtime.session.glob_walk import covers
from harness_runtime.session.state import State
from harness_runtime.session.store import Store
from harness_runtime.session.tree import (
    FOLDER,
    KIND,
    Change,
    Snapshot,
    TreeFault,
    compare,
    dump,
    load,
    snapshot,
    unseen,
)

FILE = "begun"
NO_SOURCES = (".git", "__pycache__")  # no file below these is one that somebody wrote


def note_beginning(store: Store, state: State, terms: Terms) -> None:
    """Remember how the tree stands before anything of the run is written. Later approvals of the run keep it."""
    if state.accepted.plan is not None:
        return
    path = store.folder / FILE
    if is_guided(state.workspace_root):
        replace_file(path, dump(snapshot(Path(state.workspace_root), terms.scratch_paths)))
    else:
        path.unlink(missing_ok=True)


def changed_files(store: Store, state: State, terms: Terms) -> tuple[str, ...] | None:
    """Files inside the boundary, scratch paths left out, that came, went or changed since; relative to the root.
    None when that is not known: nothing was noted, or a look did not see all of it."""
    try:
        before = load((store.folder / FILE).read_bytes())
    except (OSError, TreeFault):
        return None
    after = snapshot(Path(state.workspace_root), (*before.globs, *terms.scratch_paths))
    if any(_matters(path) for path in unseen(before, after)):
        return None
    paths = {path for change in compare(before, after) for path in _files(change, before, after)}
    return tuple(sorted(path for path in paths if covers(terms.allowed_write_paths, path) and _matters(path)))


def _matters(path: str) -> bool:
    """A git folder elsewhere is an absolute path."""
    return not path.startswith("/") and not any(name in NO_SOURCES for name in path.split("/"))


def _files(change: Change, before: Snapshot, after: Snapshot) -> Iterator[str]:
    """A folder that came or went stands for the files in it."""
    if not change.path.endswith("/"):
        yield change.path
        return
    folders = (before if change.what == "deleted" else after).folders
    waiting = [change.path[:-1]]
    while waiting:
        folder = waiting.pop()
        for name, entry in folders.get(folder, {}).items():
            if entry[KIND] == FOLDER:
                waiting.append(f"{folder}/{name}")
            else:
                yield f"{folder}/{name}"
