"""The page's boundary: a tree of what was opened and what became of it; and what can be put back."""

from __future__ import annotations

from harness_runtime.cli import language
from harness_runtime.cli.contracts.report import Report, RunReport
from harness_runtime.cli.language import sentence
from harness_runtime.cli.report import summary
from harness_runtime.cli.report.page.markup import Html, Part, code, el, when
from harness_runtime.cli.report.tree import Node, tree
from harness_runtime.cli.sessions import words
from harness_runtime.messages.loop import UNDO_REASONS, undo_reason

TONES = {
    "opened": "ok",
    "created": "mark",
    "changed": "mark",
    "deleted": "mark",
    "not_captured": "ask",
    "changed_since": "ask",
    "outside": "no",
}


def boundary(report: Report, run: RunReport) -> list[Part]:
    if run.boundary is None:
        note = el("p", sentence("report_no_boundary"), cls="soft")
    else:
        note = el("p", sentence("report_last_policy"), " ", code(words.short(run.boundary.policy_sha256)), cls="soft")
    root, left = tree(run, summary.project(report.workspace_root))
    parts: list[Part] = [note]
    if root.below:
        parts.append(el("div", el("ul", _node(root), cls="tree"), cls="card"))
    if left:
        parts.append(el("p", sentence("report_more", count=str(left)), cls="soft"))
    return parts


def _node(node: Node) -> Html:
    name = code(f"{node.name}/", "folder") if node.is_folder else code(node.name)
    marks = [el("span", mark.text, cls=f"pill {TONES.get(mark.kind, '')}") for mark in node.marks]
    below = el("ul", [_node(child) for child in node.sorted()]) if node.below else None
    return el("li", name, marks, below)


def undo(report: Report, run: RunReport) -> list[Part]:
    rows = [el("li", _rollback(row.at, row.account, row.count, row.paths, row.outcomes)) for row in run.rollbacks]
    told = [path for path in run.paths if path.undo]
    for path in told:
        why = undo_reason(language.current(), path.why) if path.why in UNDO_REASONS else path.why
        state = el("span", sentence(path.undo), cls=f"pill {TONES.get(path.undo, '')}") if path.undo else None
        rows.append(el("li", el("p", code(path.path), " ", state, f" {why}" if why else None, cls="line")))
    note = sentence("undo_listing", session=report.session_id) if told else sentence("undo_nothing")
    return [el("ul", rows, cls="card rows") if rows else None, el("p", note, cls="soft")]


def _rollback(at: str, account: str, count: int, paths: list[str], outcomes: dict[str, int]) -> list[Part]:
    said = sentence("event_rollback", account=account or "-", count=str(count))
    done = ", ".join(f"{name} {number}" for name, number in outcomes.items())
    line = el("p", when(at, words.day(at)), " ", el("strong", said), f" ({done})" if done else None, cls="line")
    return [line, el("p", [[code(path), " "] for path in paths])]
