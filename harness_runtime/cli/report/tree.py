"""The boundary as a tree: what was opened, what was changed in it, and what changed outside it. Pure."""

from __future__ import annotations

from dataclasses import dataclass, field

from harness_runtime.cli.contracts.report import PathRow, RunReport
from harness_runtime.cli.language import sentence

MOST_NODES = 300
DEEPEST = 8  # folders; what lies deeper stands in one line
MARKS = {
    "created": "mark_created",
    "changed": "mark_changed",
    "deleted": "mark_deleted",
    "as_before": "mark_as_before",
    "unknown": "mark_unknown",
    "not_captured": "mark_not_captured",
    "changed_since": "mark_changed_since",
}


@dataclass
class Mark:
    """`kind` is one of opened, scratch, created, changed, deleted, as_before, unknown, not_captured, outside."""

    kind: str
    text: str


@dataclass
class Node:
    name: str
    marks: list[Mark] = field(default_factory=list)
    below: dict[str, Node] = field(default_factory=dict)

    @property
    def is_folder(self) -> bool:
        return bool(self.below)

    def sorted(self) -> list[Node]:
        """Folders first, by name."""
        return sorted(self.below.values(), key=lambda node: (not node.is_folder, node.name))


def tree(run: RunReport, name: str) -> tuple[Node, int]:
    """The tree below the workspace, and how many paths had no room."""
    root, left = Node(name), 0
    wanted: list[tuple[str, list[Mark]]] = []
    if run.boundary is not None:
        wanted += [(path, [Mark("opened", sentence("mark_opened"))]) for path in run.boundary.paths]
        wanted += [(path, [Mark("scratch", sentence("mark_scratch"))]) for path in run.boundary.scratch]
    wanted += [(path.path, _marks(path)) for path in run.paths]
    wanted += [(path, [mark]) for path, mark in outside_marks(run)]
    for count, (path, marks) in enumerate(wanted):
        if count >= MOST_NODES:
            left += 1
        else:
            _insert(root, path, marks)
    root.below = {node.name: node for node in map(_joined, root.below.values())}
    return root, left


def _joined(node: Node) -> Node:
    """A folder that holds nothing but one folder stands on one line with it."""
    node.below = {child.name: child for child in map(_joined, node.below.values())}
    match list(node.below.values()):
        case [child] if child.is_folder and not node.marks:
            return Node(f"{node.name}/{child.name}", child.marks, child.below)
    return node


def outside_marks(run: RunReport) -> list[tuple[str, Mark]]:
    """Paths that an audit named: `changed README.md`."""
    found: dict[str, Mark] = {}
    for row in run.outside:
        for change in row.changes:
            what, _, path = change.partition(" ")
            said = sentence(MARKS[what]) if what in MARKS else what
            found[path.rstrip("/")] = Mark("outside", f"{sentence('mark_outside')}: {said}")
    return list(found.items())


def _marks(path: PathRow) -> list[Mark]:
    """How the path stands, and what undo knows of it."""
    kinds = [path.change, *([path.undo] if path.undo in ("not_captured", "changed_since") else [])]
    marks = [Mark(kind, sentence(MARKS[kind])) for kind in kinds]
    return marks if path.inside else [*marks, Mark("outside", sentence("mark_outside"))]


def _insert(root: Node, path: str, marks: list[Mark]) -> None:
    node = root
    for part in path.split("/", DEEPEST):
        node = node.below.setdefault(part, Node(part))
    known = {mark.text for mark in node.marks}
    node.marks += [mark for mark in marks if mark.text not in known]
