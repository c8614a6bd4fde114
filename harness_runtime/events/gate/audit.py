"""The boundary audit: what changed outside the approved paths without Harness seeing it (contract: Boundary audit).

At approval the tree is noted, at each Stop it is compared. It says what changed, not who did it.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from harness_runtime.session.files import replace_file
from harness_runtime.session.state import State
from harness_runtime.session.store import Store
from harness_runtime.session.tree import Change, Snapshot, TreeFault, compare, dump, load, snapshot, unseen

if TYPE_CHECKING:
    from harness_runtime.artifacts.terms import Terms

FILE = "tree"
SHOWN = 12


@dataclass(frozen=True)
class Audit:
    """`changes` as `what path`, the first ones of `count`; `unseen`: paths that neither look could compare."""

    count: int = 0
    changes: tuple[str, ...] = ()
    unseen: tuple[str, ...] = ()


def note_tree(store: Store, state: State, terms: Terms) -> None:
    """Remember how the tree outside these terms stands."""
    globs = [*terms.allowed_write_paths, *terms.scratch_paths]
    _keep(store, snapshot(Path(state.workspace_root), globs))


def audit_tree(store: Store, state: State) -> Audit:
    """Compare with what was noted, and note anew, so that each change is told once. Nothing noted: nothing found."""
    try:
        before = load((store.folder / FILE).read_bytes())
    except FileNotFoundError:
        return Audit()
    except (OSError, TreeFault):
        return Audit(unseen=(".",))
    after = snapshot(Path(state.workspace_root), before.globs)
    changes = compare(before, after)
    blind = tuple(unseen(before, after)[:SHOWN])
    if changes:
        _keep(store, after)
    return Audit(len(changes), tuple(map(_text, changes[:SHOWN])), blind)


def _keep(store: Store, tree: Snapshot) -> None:
    replace_file(store.folder / FILE, dump(tree))


def _text(change: Change) -> str:
    return f"{change.what} {change.path}"
