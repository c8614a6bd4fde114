"""The boundary audit: what changed outside the approved paths without Harness seeing it (contract: Boundary audit).

At approval the tree is noted, at each Stop it is compared. It says what changed, not who did it.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from harness_runtime.session.files import replace_file
from harness_runtime.session.names import shown_name
from harness_runtime.session.state import State
from harness_runtime.session.store import Store
from harness_runtime.session.tree import Snapshot, TreeFault, compare, dump, load, snapshot, unseen

if TYPE_CHECKING:
    from harness_runtime.artifacts.terms import Terms

FILE = "tree"
TOLD = "tree-unseen-told"  # there once the person has heard what is left out, until the next approval
EVERYTHING = "."
SHOWN = 12


@dataclass(frozen=True)
class Audit:
    """What is news: `changes` as `what path`, and `unseen`, paths that could not be compared; of each the first ones
    of so many. `now`: the tree to be noted once that is recorded, None where what is noted still holds."""

    count: int = 0
    changes: tuple[str, ...] = ()
    unseen_count: int = 0
    unseen: tuple[str, ...] = ()
    now: Snapshot | None = None


def note_tree(store: Store, state: State, terms: Terms) -> None:
    """Remember how the tree outside these terms stands."""
    _keep(store, snapshot(Path(state.workspace_root), _globs(terms)))
    (store.folder / TOLD).unlink(missing_ok=True)


def audit_tree(store: Store, state: State) -> Audit:
    """Compare with what was noted at the last approval."""
    root = Path(state.workspace_root)
    try:
        before = load((store.folder / FILE).read_bytes())
    except (OSError, TreeFault):
        from harness_runtime.events.run.terms import accepted_terms  # dear

        terms = accepted_terms(store, state)
        return Audit(unseen_count=1, unseen=(EVERYTHING,), now=snapshot(root, _globs(terms)))
    after = snapshot(root, before.globs)
    changes = compare(before, after)
    blind = [] if (store.folder / TOLD).exists() else unseen(before, after)
    return Audit(
        len(changes),
        tuple(f"{change.what} {shown_name(change.path)}" for change in changes[:SHOWN]),
        len(blind),
        tuple(map(shown_name, blind[:SHOWN])),
        after if changes else None,
    )


def settle(store: Store, audit: Audit) -> None:
    """What was found is recorded: each change is told once, and what is left out once an approval."""
    if audit.now is not None:
        _keep(store, audit.now)
    if audit.unseen_count:
        replace_file(store.folder / TOLD, b"")


def _globs(terms: Terms | None) -> list[str]:
    return [*terms.allowed_write_paths, *terms.scratch_paths] if terms else []


def _keep(store: Store, tree: Snapshot) -> None:
    replace_file(store.folder / FILE, dump(tree))
