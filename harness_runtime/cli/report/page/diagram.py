"""The state machine as a drawing: the workflow's own transition table, with the run's steps numbered on it. Pure.

Phases stand in two columns, the Plan's and the Repair Plan's; ends below. A transition into an end is drawn only
where the run took it: every open phase has several of them.
"""

from __future__ import annotations

from dataclasses import dataclass

from harness_runtime.cli.contracts.report import Move
from harness_runtime.cli.language import sentence
from harness_runtime.cli.report.page.markup import Html, el
from harness_runtime.workflow.position import AUTHORITY, GATES, TERMINAL
from harness_runtime.workflow.transition import TABLE

COLUMNS = (
    ("planning", "plan_pending", "implement", "review"),
    ("repair_planning", "repair_pending", "repair_implement", "post_repair_review"),
)
ENDS = ("completed", "completed_with_residual_risk", "blocked", "degraded", "cancelled", "superseded")
WIDTH, NODE, HIGH, END_HIGH = 440, 164, 44, 34
LEFT = (28, 248)
TOP, PITCH = 34, 80
ENDS_TOP, END_PITCH = TOP + 4 * PITCH + 14, 46
HEIGHT = ENDS_TOP + 3 * END_PITCH - 10
SIDE = 16  # between the ways down and up
BULGE = 24
MARGIN = 6  # for badges on the outermost ways


@dataclass(frozen=True)
class Box:
    column: int
    x: float
    y: float
    high: float

    @property
    def middle(self) -> tuple[float, float]:
        return self.x + NODE / 2, self.y + self.high / 2

    def side(self, right: bool) -> float:
        return self.x + NODE if right else self.x


BOXES = {
    phase: Box(column, LEFT[column], TOP + row * PITCH, HIGH)
    for column, phases in enumerate(COLUMNS)
    for row, phase in enumerate(phases)
} | {
    phase: Box(number % 2, LEFT[number % 2], ENDS_TOP + number // 2 * END_PITCH, END_HIGH)
    for number, phase in enumerate(ENDS)
}


def edges() -> list[tuple[str, str]]:
    """Of the table, without those into an end. A step that pauses goes by way of the phase where it pauses."""
    found = [(source, row.pauses or row.becomes) for (source, _), row in TABLE.items()]
    return list(dict.fromkeys((source, to) for source, to in found if to is not None and to not in TERMINAL))


def diagram(moves: list[Move], phase: str) -> Html:
    """`phase`: where the run stands."""
    steps: dict[tuple[str, str], list[int]] = {}
    for number, move in enumerate(moves, start=1):
        steps.setdefault((move.before, move.after), []).append(number)
    if phase in BOXES and moves and moves[-1].after != phase:
        steps.setdefault((moves[-1].after, phase), [])
    seen = {move.after for move in moves} | {phase}
    quiet = [edge for edge in edges() if edge not in steps]
    taken = [(edge, numbers) for edge, numbers in steps.items() if _known(edge)]
    told = " → ".join([move.after for move in moves])
    return el(
        "svg",
        el("title", sentence("report_svg_title"), id="machine-title"),
        el("desc", sentence("report_svg_text", steps=told), id="machine-text"),
        el("defs", _arrow("faint"), _arrow("taken")),
        [_edge(edge, "faint") for edge in quiet],
        [_edge(edge, "taken") for edge, _ in taken],
        [_node(each, each in seen, each == phase) for each in BOXES],
        [_badge(edge, numbers) for edge, numbers in taken if numbers],
        viewBox=f"{-MARGIN} 0 {WIDTH + 2 * MARGIN} {HEIGHT}",
        role="img",
        aria_labelledby="machine-title machine-text",
        cls="machine",
    )


def _known(edge: tuple[str, str]) -> bool:
    return edge[1] in BOXES and (edge[0] in BOXES or not edge[0])


def _arrow(kind: str) -> Html:
    head = el("path", d="M0 0 L8 4 L0 8 z", cls=f"head {kind}")
    return el(
        "marker",
        head,
        id=f"arrow-{kind}",
        orient="auto",
        markerUnits="userSpaceOnUse",
        markerWidth=8,
        markerHeight=8,
        refX=7,
        refY=4,
    )


def _edge(edge: tuple[str, str], kind: str) -> Html:
    return el("path", d=_way(*edge)[0], cls=f"edge {kind}", marker_end=f"url(#arrow-{kind})")


def _way(before: str, after: str) -> tuple[str, tuple[float, float]]:
    """The line from one box to another, and where its badge stands."""
    to = BOXES[after]
    x, y = to.middle
    if not before:
        return f"M{x} 6 V{to.y - 1}", (x, 10)
    source = BOXES[before]
    sx, sy = source.middle
    if before == after:
        return _loop(to)
    if after in TERMINAL:
        return _down(source, to)
    if source.column != to.column:
        left, right = source.side(source.column == 0), to.side(to.column == 0)
        mid = (left + right) / 2
        return f"M{left} {sy} C{mid + 8} {sy} {mid - 8} {y} {right + (-1 if right > left else 1)} {y}", (
            mid,
            (sy + y) / 2,
        )
    if abs(y - sy) > PITCH:
        return _around(source, to)
    both = (after, before) in edges()
    way = sx + (0 if not both else SIDE if y < sy else -SIDE)
    ends = (source.y, to.y + HIGH + 1) if y < sy else (source.y + HIGH, to.y - 1)
    return f"M{way} {ends[0]} V{ends[1]}", (way, sum(ends) / 2)


def _loop(box: Box) -> tuple[str, tuple[float, float]]:
    outer, out = box.side(box.column == 1), 20 if box.column else -20
    y = box.y + HIGH / 2
    line = f"M{outer} {y - 9} C{outer + out} {y - 16} {outer + out} {y + 16} {outer + (1 if out > 0 else -1)} {y + 9}"
    return line, (outer + out * 0.8, y)


def _around(source: Box, to: Box) -> tuple[str, tuple[float, float]]:
    """Along the outer side of a column."""
    right = source.column == 1
    x, out = source.side(right), BULGE if right else -BULGE
    sy, y = source.middle[1], to.middle[1] + 12
    line = f"M{x} {sy} C{x + out} {sy} {x + out} {y} {x + (1 if right else -1)} {y}"
    return line, (x + out * 0.75, (sy + y) / 2)


def _down(source: Box, to: Box) -> tuple[str, tuple[float, float]]:
    """To an end: along the outer side of its own column, between the columns to the other one's."""
    same = source.column == to.column
    outer = to.column == 1 if same else source.column == 0
    start, end = source.side(outer), to.side(outer if same else not outer)
    way = (start + (20 if outer else -20)) if same else WIDTH / 2
    sy, y = source.middle[1], to.middle[1]
    step = 1 if end < way else -1
    line = f"M{start} {sy} C{way} {sy} {way} {sy} {way} {sy + 16} V{y - 12} C{way} {y} {way} {y} {end + step} {y}"
    return line, (way, (sy + y) / 2)


def _node(phase: str, seen: bool, here: bool) -> Html:
    box = BOXES[phase]
    state = " here" if here else " seen" if seen else ""
    x, y = box.middle
    under = sentence("report_may_write") if phase in AUTHORITY else "[y/N]" if phase in GATES else ""
    first, cut, rest = phase.partition("_with_")
    lines = [f"{first}{cut}", rest] if cut else [phase]
    if under:
        texts = [_text(x, y - 2, phase), _text(x, y + 13, under, "under")]
    elif len(lines) == 2:
        texts = [_text(x, y - 3, lines[0]), _text(x, y + 10, lines[1])]
    else:
        texts = [_text(x, y + 4, phase)]
    kind = " end" if phase in TERMINAL else " may" if phase in AUTHORITY else ""
    box_ = el("rect", x=box.x, y=box.y, width=NODE, height=box.high, rx=box.high / 2 if kind == " end" else 7)
    return el("g", box_, texts, cls=f"node{kind}{state}")


def _text(x: float, y: float, text: str, cls: str = "") -> Html:
    return el("text", text, x=x, y=y, cls=cls)


def _badge(edge: tuple[str, str], numbers: list[int]) -> Html:
    """The numbers of the steps that went this way."""
    x, y = _way(*edge)[1]
    shown = [str(number) for number in numbers[:3]] + (["…"] if len(numbers) > 3 else [])
    said = " ".join(shown)
    wide = max(18.0, 7.0 * len(said) + 9)
    plate = el("rect", x=round(x - wide / 2, 1), y=y - 9, width=wide, height=18, rx=9)
    return el("g", plate, el("text", said, x=x, y=y + 4), cls="badge")
