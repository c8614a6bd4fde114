"""Stamps: what was sealed comes back, and nothing else is a stamp."""

from __future__ import annotations

from dataclasses import fields, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness_runtime.chains.stamp import MARK, Place, Seal, last_place, read_stamp, stamp, title, unstamped

SEAL = Seal(b"k" * 32, "session-1", "0" * 16, "d" * 64)
PLACE = Place("review-loop", 1, 2, 3, "test", 1, 12, 0, 5)

names = st.from_regex(r"\A[A-Za-z0-9][A-Za-z0-9._-]{0,63}\Z")
numbers = st.integers(0, 999_999_999)
places = st.builds(Place, names, numbers, numbers, numbers, names, numbers, numbers, numbers, numbers)


def test_a_stamp_reads_as_the_page_says():
    line = stamp(PLACE, SEAL)
    assert line.startswith("[harness:review-loop run 1 stage 2/3 test] hop 1/12 nudge 0 seal 5.")
    assert title(PLACE) == "[harness:review-loop run 1 stage 2/3 test]"


@given(places)
def test_what_was_stamped_comes_back(place: Place):
    assert read_stamp(stamp(place, SEAL), SEAL) == place


OTHERS = [
    replace(SEAL, key=b"x" * 32),
    replace(SEAL, session_id="session-2"),
    replace(SEAL, selection="1" * 16),
    replace(SEAL, definition="e" * 64),
]


@pytest.mark.parametrize("other", OTHERS, ids=["key", "session", "selection", "definition"])
@given(places)
def test_a_stamp_of_another_conversation_chain_or_selection_is_none(other: Seal, place: Place):
    assert read_stamp(stamp(place, other), SEAL) is None


@given(places, st.sampled_from([field.name for field in fields(Place)]), numbers, names)
def test_no_word_of_a_stamp_can_be_exchanged(place: Place, field: str, number: int, name: str):
    changed = replace(place, **{field: name if field in ("chain", "agent") else number})
    forged = stamp(changed, replace(SEAL, key=b"x" * 32)).rpartition(".")[0] + "." + SEAL.mac(place)
    assert (read_stamp(forged, SEAL) is None) is (changed != place)


@given(st.text(max_size=40), st.text(max_size=40))
def test_whatever_stands_around_a_stamp_makes_it_none(before: str, after: str):
    line = before + stamp(PLACE, SEAL) + after
    assert (read_stamp(line, SEAL) is None) is bool(before + after)


@given(st.text())
def test_no_text_is_a_stamp_by_itself(text: str):
    assert last_place([text, f"{MARK}{text}"], SEAL) is None


def test_the_latest_stamp_counts_wherever_it_stands():
    texts = [stamp(replace(PLACE, sequence=number), SEAL) for number in (3, 7, 5)]
    found = last_place([f"one\n{texts[0]}", f"{texts[1]}\ntwo", texts[2]], SEAL)
    assert found is not None
    assert found.sequence == 7


def test_an_old_stamp_that_comes_again_takes_nobody_back():
    old, new = stamp(PLACE, SEAL), stamp(replace(PLACE, stage=3, agent="review", sequence=6), SEAL)
    found = last_place([old, new, old], SEAL)
    assert found is not None
    assert found.stage == 3


@given(st.lists(st.sampled_from([stamp(PLACE, SEAL), "\n", "\r", "\r\n", "\u2028", "\x85", "\x0b", "x", MARK, " "])))
def test_what_others_wrote_holds_no_stamp_when_it_is_passed_on(parts: list[str]):
    assert last_place([unstamped("".join(parts))], SEAL) is None


def test_a_stamp_in_the_middle_of_a_line_is_none():
    assert last_place([f"> {stamp(PLACE, SEAL)}", f"say {stamp(PLACE, SEAL)}"], SEAL) is None
