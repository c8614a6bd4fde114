"""The drawn state machine: the workflow's own table, with the steps of a run numbered on the lines that it took."""

from __future__ import annotations

import re
from typing import get_args

from harness_runtime.cli.contracts.report import Move
from harness_runtime.cli.report.page.diagram import BOXES, diagram, edges
from harness_runtime.session.state import Phase
from harness_runtime.workflow.position import TERMINAL
from harness_runtime.workflow.transition import TABLE
from tests.cli.report.conftest import read_sample


def move(before: str, after: str) -> Move:
    return Move(at="2026-01-01T00:00:00Z", before=before, after=after, event="x", record=0)


def test_every_phase_has_its_box():
    assert set(BOXES) == set(get_args(Phase))


def test_every_transition_of_the_table_between_open_phases_is_drawn():
    wanted = {
        (phase, row.pauses or row.becomes)
        for (phase, _), row in TABLE.items()
        if row.becomes is not None and row.becomes not in TERMINAL
    }
    assert set(edges()) == wanted


def test_the_steps_are_numbered_on_their_lines_and_told_as_text():
    run = read_sample().run
    assert run is not None
    drawn = diagram(run.moves, run.phase)
    assert re.findall(r'y="[0-9.]+">(\d+)</text>', drawn) == [str(number) for number in range(1, len(run.moves) + 1)]
    assert "planning → plan_pending → implement → review" in drawn
    assert len(re.findall('class="edge taken"', drawn)) == len(run.moves)


def test_a_way_that_was_gone_more_than_once_has_one_line_and_all_its_numbers():
    moves = [move("", "planning"), *[move("planning", "plan_pending"), move("plan_pending", "planning")] * 2]
    drawn = diagram(moves, "planning")
    assert ">2 4</text>" in drawn and ">3 5</text>" in drawn


def test_the_phase_where_the_run_stands_is_marked_and_a_strange_one_does_no_harm():
    assert drawn_here("review") == ["review"]
    assert drawn_here("of_another_release") == []


def drawn_here(phase: str) -> list[str]:
    return re.findall(r'here"><rect [^>]*/><text[^>]*>([a-z_]+)<', diagram([move("", phase)], phase))
