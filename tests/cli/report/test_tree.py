"""The boundary as a tree: what is opened, changed, and changed outside; long ways on one line, too much counted."""

from __future__ import annotations

from harness_runtime.cli.contracts.report import BoundaryRow, OutsideRow, PathRow, RunReport
from harness_runtime.cli.report import tree as tree_
from harness_runtime.cli.report.tree import Node, tree
from tests.cli.report.conftest import read_sample


def run_of(opened: list[str], paths: list[PathRow] = [], outside: list[str] = []) -> RunReport:  # noqa: B006
    run = read_sample().run
    assert run is not None
    policy = BoundaryRow(
        policy_sha256="", paths=opened, scratch=[], commands=[], network="none", classification="", risk=""
    )
    rows = [OutsideRow(at="", count=len(outside), changes=outside)]
    return run.model_copy(update={"boundary": policy, "paths": paths, "outside": rows})


def shown(node: Node, margin: str = "") -> list[str]:
    lines = []
    for child in node.sorted():
        lines.append(" ".join([f"{margin}{child.name}", *(f"[{mark.text}]" for mark in child.marks)]))
        lines += shown(child, f"{margin}  ")
    return lines


def test_marks_stand_beside_what_they_speak_of():
    changed = PathRow(path="src/a.py", inside=True, calls=1, change="created", undo="restorable", why="")
    lost = PathRow(path="b.bin", inside=False, calls=1, change="unknown", undo="not_captured", why="too_large")
    root, left = tree(run_of(["src/**", "src/a.py"], [changed, lost], ["deleted doc/x.md"]), "project")
    assert (left, shown(root)) == (
        0,
        [
            "doc",
            "  x.md [outside: deleted]",
            "src",
            "  ** [opened]",
            "  a.py [opened] [created]",
            "b.bin [touched] [not captured] [outside]",
        ],
    )


def test_a_way_without_a_turn_stands_on_one_line():
    root, _ = tree(run_of(["a/b/c/x.py", "a/b/c/y.py"]), "project")
    assert shown(root) == ["a/b/c", "  x.py [opened]", "  y.py [opened]"]


def test_what_has_no_room_is_counted():
    root, left = tree(run_of([f"f{number}" for number in range(tree_.MOST_NODES + 7)]), "project")
    assert (len(root.below), left) == (tree_.MOST_NODES, 7)
