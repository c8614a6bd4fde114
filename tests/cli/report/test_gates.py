"""What became of each gate, and the steps of a run, out of its ledger's records."""

from __future__ import annotations

import pytest

from harness_runtime.artifacts.policy_block import VerificationCommand
from harness_runtime.artifacts.terms import Terms
from harness_runtime.cli.report.gates import boundary, gates, moves

FIRST, SECOND = "a" * 64, "b" * 64
PATHS = {FIRST: ("src/a.py", "src/b.py"), SECOND: ("src/a.py", "src/c.py")}


def find(kind: str, artifact: str, policy: str) -> Terms:
    return Terms("Small", "Low", PATHS[artifact], (VerificationCommand(command="pytest -q"),), (), "none")


def record(event: str, phase: str, **fields: object) -> dict[str, object]:
    return {"event": event, "phase": phase, "at": "2026-01-01T00:00:01Z", **fields}


SHOWN = record("gate_opened", "plan_pending", kind="plan", sha256=FIRST, turn="t1")
AGAIN = record("gate_opened", "plan_pending", kind="plan", sha256=SECOND, turn="t2")
YES = record("approved", "implement", sha256=FIRST, turn="t3", account="ada", policy_sha256="c" * 64)
REPAIR = record("gate_opened", "repair_pending", kind="repair_plan", sha256=SECOND, turn="t4")
REPAIRED = record("approved", "repair_implement", sha256=SECOND, policy_sha256="d" * 64, terminal=True)
OUTCOMES = {
    "approved": ([SHOWN, YES], ["approved"]),
    "declined": ([SHOWN, record("declined", "cancelled")], ["declined"]),
    "sent back": ([SHOWN, record("revision_asked", "planning")], ["revised"]),
    "another one shown": ([SHOWN, AGAIN], ["replaced", "waiting"]),
    "cancelled": ([SHOWN, record("cancelled", "cancelled")], ["ended"]),
    "still open": ([SHOWN, record("stopped", "plan_pending")], ["waiting"]),
    "two": ([SHOWN, YES, REPAIR, REPAIRED], ["approved", "approved"]),
    "none": ([record("activated", "planning")], []),
}


@pytest.mark.parametrize(("records", "expected"), OUTCOMES.values(), ids=OUTCOMES)
def test_the_outcome_of_each_gate(records, expected):
    assert [gate.outcome for gate in gates(records, find)] == expected


def test_an_approval_says_who_when_in_which_turn_and_what_it_opens():
    [gate] = gates([SHOWN, YES], find)
    assert (gate.account, gate.shown_in_turn, gate.answered_in_turn, gate.sha256) == ("ada", "t1", "t3", FIRST)
    assert (gate.paths, gate.commands, gate.added) == (["src/a.py", "src/b.py"], ["pytest -q"], [])


def test_a_repair_says_what_it_adds_and_takes():
    _, repair = gates([SHOWN, YES, REPAIR, REPAIRED], find)
    assert (repair.added, repair.removed, repair.terminal) == (["src/c.py"], ["src/b.py"], True)


def test_what_did_not_answer_is_counted():
    unclear = record("unclear_reply", "plan_pending")
    refused = record("approval_not_consumed", "plan_pending", reason="same_turn")
    [gate] = gates([SHOWN, unclear, unclear, refused, YES], find)
    assert (gate.unclear, gate.refused) == (2, ["same_turn"])


def test_the_boundary_is_that_of_the_last_approval():
    found = boundary(gates([SHOWN, YES, REPAIR, REPAIRED], find), find)
    assert found is not None and found.paths == ["src/a.py", "src/c.py"]
    assert boundary(gates([SHOWN], find), find) is None


def test_steps_are_changes_of_phase_and_artifacts_shown_anew():
    records = [record("activated", "planning"), record("stopped", "planning"), SHOWN, AGAIN, YES]
    assert [(move.before, move.after, move.record) for move in moves(records)] == [
        ("", "planning", 0),
        ("planning", "plan_pending", 2),
        ("plan_pending", "plan_pending", 3),
        ("plan_pending", "implement", 4),
    ]
