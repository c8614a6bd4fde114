"""What the person is told of a refused artifact: the first faults, short, as a terminal shows them."""

from __future__ import annotations

import pytest

from harness_runtime.artifacts.fault import Fault
from harness_runtime.events.gate.fault_lines import FOR_THE_PERSON, LONGEST, first_faults

EMPTY = Fault("In Scope", "section_empty")


@pytest.mark.parametrize(
    ("count", "last"),
    [(1, "- In Scope: section is empty"), (2, "- In Scope: section is empty"), (5, "- and 3 more")],
)
def test_the_first_ones_and_how_many_more(count: int, last: str) -> None:
    lines = first_faults("en", [EMPTY] * count).splitlines()
    assert (len(lines), lines[-1]) == (min(count, FOR_THE_PERSON + 1), last)


def test_a_long_one_is_cut_and_nothing_in_it_acts_on_a_terminal() -> None:
    told = first_faults("ko", [Fault("Write Boundary", "path_denied", "\x1b[2J" + "a" * 9_000)])
    assert len(told) <= LONGEST + 2 and told.isprintable()
