"""What happened in a run in its order: ledger records, tool calls and evidence, merged. Pure.

The ledger's records are in order by their chain, but tell their time in whole seconds; calls and evidence tell
milliseconds. Within a second the turn decides: a call comes after the prompt that opened its turn, and before the
Stop that ended it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from harness_runtime.cli.contracts.report import RecordRow, TimelineRow
from harness_runtime.session.layout import folder_name

Kind = Literal["call", "agent", "command", "sensors"]
# Records that a turn's end writes; a turn's first other record comes before its calls.
OF_THE_END = frozenset(
    (
        "gate_opened",
        "stopped",
        "implementation_summary",
        "completion_report",
        "artifact_unread",
        "artifact_refused",
        "artifact_misplaced",
        "authority_revoked",
        "completion_stopped",
        "sensors",
    )
)


@dataclass(frozen=True)
class Moment:
    """`number` is the place in the list of its kind; `turn` the name of the turn's file, "" where none is known."""

    at: str
    kind: Kind
    number: int
    turn: str = ""


def merge(records: Sequence[RecordRow], moments: Sequence[Moment]) -> tuple[list[TimelineRow], list[str]]:
    """The timeline, and the phase in which each moment happened, in the order of `moments` as given."""
    begins, ends = _turns(records)
    places: list[list[Moment]] = [[] for _ in range(len(records) + 1)]  # what comes before the record of that number
    phases: dict[int, str] = {}
    last = 0
    for moment in sorted(moments, key=lambda each: each.at):
        low, high = begins.get(moment.turn, 0), ends.get(moment.turn, len(records))
        last = min(max(_by_time(records, moment.at, last), low), max(low, high))
        places[last].append(moment)
        phases[id(moment)] = records[last - 1].phase if last else ""
    rows: list[TimelineRow] = []
    for number in range(len(records) + 1):
        rows += [TimelineRow(kind=each.kind, number=each.number) for each in places[number]]
        if number < len(records):
            rows.append(TimelineRow(kind="record", number=number))
    return rows, [phases[id(moment)] for moment in moments]


def _turns(records: Sequence[RecordRow]) -> tuple[dict[str, int], dict[str, int]]:
    """Per turn: the place after the record that opened it, and the place of the first record that its end wrote."""
    begins: dict[str, int] = {}
    ends: dict[str, int] = {}
    for number, record in enumerate(records):
        turn = folder_name(record.turn) if record.turn else ""
        if not turn:
            continue
        if record.event in OF_THE_END:
            ends.setdefault(turn, number)
        else:
            begins.setdefault(turn, number + 1)
    return begins, ends


def _by_time(records: Sequence[RecordRow], at: str, start: int) -> int:
    """After every record of an earlier second. `start`: nothing comes before it."""
    place = start
    while place < len(records) and records[place].at[:19] < at[:19]:
        place += 1
    return place
