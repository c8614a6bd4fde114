"""The order of what happened: the ledger's by its chain, calls and evidence by time, within a second by turn."""

from __future__ import annotations

import pytest

from harness_runtime.cli.contracts.report import RecordRow
from harness_runtime.cli.report.timeline import Moment, merge


def record(event: str, second: int, turn: str = "", phase: str = "planning") -> RecordRow:
    return RecordRow(index=1, at=f"2026-01-01T00:00:{second:02}Z", event=event, phase=phase, turn=turn, details={})


def call(at: str, turn: str = "", number: int = 0) -> Moment:
    return Moment(f"2026-01-01T00:00:{at}Z", "call", number, turn)


def order(records: list[RecordRow], *moments: Moment) -> str:
    rows, _ = merge(records, moments)
    return " ".join(records[row.number].event if row.kind == "record" else f"#{row.number}" for row in rows)


RUN = [record("activated", 1, "t1"), record("gate_opened", 1, "t1"), record("approved", 1, "t2", "implement"),
       record("stopped", 1, "t2", "implement")]  # fmt: skip
WHOLE_SECOND = {
    "a call of the first turn": ([call("01.500", "t1")], "activated #0 gate_opened approved stopped"),
    "a call of the second turn": ([call("01.500", "t2")], "activated gate_opened approved #0 stopped"),
    "one of each": (
        [call("01.100", "t1", 0), call("01.200", "t2", 1)],
        "activated #0 gate_opened approved #1 stopped",
    ),
    "evidence stands after the call before it": (
        [call("01.100", "t2", 0), Moment("2026-01-01T00:00:01.200Z", "agent", 7)],
        "activated gate_opened approved #0 #7 stopped",
    ),
}


@pytest.mark.parametrize(("moments", "expected"), WHOLE_SECOND.values(), ids=WHOLE_SECOND)
def test_within_a_second_the_turn_decides(moments, expected):
    assert order(RUN, *moments) == expected


@pytest.mark.parametrize(
    ("at", "expected"),
    [("00.900", "#0 a b c"), ("02.000", "a #0 b c"), ("03.900", "a b #0 c"), ("09.000", "a b c #0")],
)
def test_without_a_known_turn_time_decides(at, expected):
    records = [record("a", 1), record("b", 2), record("c", 4)]
    assert order(records, call(at, "of-a-child")) == expected


def test_a_moment_has_the_phase_in_which_it_happened():
    _, phases = merge(RUN, [call("01.500", "t2"), call("01.500", "t1")])
    assert phases == ["implement", "planning"]


def test_no_records_at_all_lose_nothing():
    rows, phases = merge([], [call("01.000", "t1", 3)])
    assert ([(row.kind, row.number) for row in rows], phases) == ([("call", 3)], [""])
