"""The stored copy against the transcript's last stamp: which of them says where the chain stands."""

from __future__ import annotations

from dataclasses import replace

import pytest

from harness_runtime.chains.stamp import Place
from harness_runtime.chains.standing import moved, place_of, reconciled, stored_place
from harness_runtime.session.chain import StoredChain

PLACE = Place("loop", 1, 2, 3, "test", 1, 12, 0, 5)
STORED = StoredChain(
    session_id="s", chain="loop", source="person", definition="d" * 64, selection="0" * 16, workspace_root="/w",
    selected_at="", state="finished", place=stored_place(PLACE), last_run=1, last_sequence=5, turn="t", brief="b",
)  # fmt: skip


def seen(sequence: int, **changes: object) -> Place:
    return replace(PLACE, sequence=sequence, **changes)  # type: ignore[arg-type]


AGREES = [
    # the last stamp, in the turn of the stored copy
    (None, False),
    (None, True),
    (seen(5), False),
    (seen(5), True),
    (seen(4, stage=1, agent="implement"), True),  # not written yet
    (seen(4), False),  # the newer stamp only repeated it
]


@pytest.mark.parametrize(("last", "same_turn"), AGREES)
def test_the_stored_copy_stands_while_nothing_contradicts_it(last: Place | None, same_turn: bool):
    assert reconciled(STORED, last, same_turn=same_turn) == STORED


DISAGREES = [
    (seen(6), True),
    (seen(6), False),
    (seen(4, stage=1, agent="implement"), False),
    (seen(4, run=2), False),
    (seen(4, agent="outside"), False),
]


@pytest.mark.parametrize(("last", "same_turn"), DISAGREES)
def test_the_transcript_wins_every_disagreement(last: Place, same_turn: bool):
    found = reconciled(STORED, last, same_turn=same_turn)
    assert (place_of(found), found.state, found.brief) == (last, "running", "")
    assert found.last_sequence == max(5, last.sequence), "a number is given once"


def test_a_selection_that_waits_gives_way_to_a_stamp_of_its_own():
    waiting = STORED.model_copy(update={"state": "waiting", "place": None, "last_sequence": 0, "last_run": 0})
    assert place_of(reconciled(waiting, PLACE, same_turn=True)) == PLACE


def test_each_message_gets_the_next_number():
    stored, place = moved(STORED, renamed := replace(PLACE, stage=3, agent="review"), turn="u", brief="x")
    assert place == replace(renamed, sequence=6)
    assert (stored.last_sequence, place_of(stored), stored.state, stored.turn) == (6, place, "running", "u")
