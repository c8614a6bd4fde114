"""The goal as a state machine: each row of its table, what verdicts mean, and that every sequence of them ends."""

from __future__ import annotations

import itertools
import json
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness_runtime.loop.goals import (
    MAX_STEP,
    PAUSES,
    SAME_STEP,
    TRANSITIONS,
    VERDICTS,
    Asked,
    Happening,
    Judged,
    advanced,
    asked,
    happening_of,
    judged,
    new_goal,
)
from harness_runtime.session.goals import Goal, GoalState

NOW, LATER = "2026-01-02T03:04:05Z", "2026-01-02T03:04:06Z"


def goal(budget: int = 3, **changes: object) -> Goal:
    return new_goal("session-1", "make it green", budget, NOW).model_copy(update=changes)


STATES: tuple[GoalState, ...] = get_args(GoalState)
ALL = list(itertools.product(STATES, Happening))


@pytest.mark.parametrize(("state", "happening"), ALL)
def test_what_the_table_does_not_name_cannot_happen(state: GoalState, happening: Happening) -> None:
    before = goal(state=state, paused_by="host" if state == "paused" else None)
    after = advanced(before, happening, now=LATER, step="x", budget=2)
    expected = TRANSITIONS.get((state, happening))
    assert (after.state if after else None) == expected
    if after is not None:
        assert (after.paused_by is not None) == (after.state == "paused")
        assert after.updated_at == LATER
        assert after.goal == before.goal


def test_every_pause_has_its_reason_and_every_verdict_its_name() -> None:
    into_pause = {happening for (_, happening), state in TRANSITIONS.items() if state == "paused"}
    assert set(PAUSES) == into_pause
    assert set(VERDICTS) == {"met", "not_met", "waits", "repeated", "cap", "cannot", "no_judge"}


@pytest.mark.parametrize(
    ("changes", "verdict", "happening"),
    [
        ({}, Judged(True), Happening.MET),
        ({}, Judged(False, "run it"), Happening.NOT_MET),
        ({}, Judged(None, "no server"), Happening.CANNOT),
        ({}, None, Happening.NO_VERDICT),
        ({"iterations": 3}, Judged(False, "run it"), Happening.AT_CAP),
        ({"iterations": 3}, Judged(True), Happening.MET),
        ({"next_step": "Run it.", "repeats": 2}, Judged(False, "run  IT"), Happening.REPEATED),
        ({"next_step": "run it", "repeats": 2}, Judged(False, "run that"), Happening.NOT_MET),
        ({"next_step": "run it", "repeats": 1}, Judged(False, "run it"), Happening.NOT_MET),
        ({"next_step": "run it", "repeats": 2, "iterations": 3}, Judged(False, "run it"), Happening.REPEATED),
    ],
)
def test_what_a_verdict_means(changes: dict[str, object], verdict: Judged | None, happening: Happening) -> None:
    assert happening_of(goal(**changes), verdict) is happening


def test_only_the_hosts_own_goal_gives_way_by_itself() -> None:
    by_person = goal(state="paused", paused_by="person")
    assert advanced(by_person, Happening.HOST_ENDED, now=LATER) is None


def test_resumed_it_goes_on_from_where_it_got_to() -> None:
    paused = goal(state="paused", paused_by="cap", iterations=3, next_step="run it", repeats=2)
    again = advanced(paused, Happening.RESUME, now=LATER, budget=5)
    assert again is not None
    assert (again.iterations, again.max_iterations, again.repeats) == (3, 8, 0)


# Every sequence ends

VERDICT = st.one_of(
    st.just(Judged(True)),
    st.builds(Judged, st.just(False), st.sampled_from(("a", "b", "c", "A."))),
    st.builds(Judged, st.none(), st.just("why")),
    st.none(),
)


@given(st.integers(1, 6), st.lists(VERDICT, min_size=30, max_size=30))
def test_every_sequence_of_verdicts_ends_within_its_cap(budget: int, verdicts: list[Judged | None]) -> None:
    """Each verdict is one Stop, first or repeated: nothing here knows the difference."""
    known, sent_on = goal(budget), 0
    for verdict in verdicts:
        happening = happening_of(known, verdict)
        after = advanced(known, happening, now=LATER, step=verdict.step if verdict else "")
        if after is None:
            break
        sent_on += happening is Happening.NOT_MET
        known = after
        assert known.iterations == sent_on <= budget
    assert known.state != "active" or sent_on < budget + 1
    named = [verdict.step for verdict in verdicts[: budget + 1] if verdict and verdict.met is False]
    if len(named) == budget + 1:
        assert known.state == "paused"


@given(st.lists(st.tuples(st.sampled_from(Happening), st.sampled_from(("a", "b"))), max_size=40))
def test_between_two_words_of_the_person_it_is_sent_on_within_its_budget(
    happenings: list[tuple[Happening, str]],
) -> None:
    known, sent_on, budget = goal(2), 0, 2
    for happening, step in happenings:
        after = advanced(known, happening, now=LATER, step=step, budget=2)
        if after is None:
            continue
        if happening is Happening.NOT_MET and known.iterations >= known.max_iterations:
            continue  # `happening_of` never names it then
        sent_on = 0 if happening is Happening.RESUME else sent_on + (happening is Happening.NOT_MET)
        known = after
        assert sent_on <= budget
        assert known.iterations <= known.max_iterations


def test_the_same_step_again_and_again_is_sent_on_twice() -> None:
    known, seen = goal(100), []
    while known.state == "active":
        happening = happening_of(known, Judged(False, "run it"))
        seen.append(happening)
        known = advanced(known, happening, now=LATER, step="run it") or known
    assert seen == [Happening.NOT_MET] * (SAME_STEP - 1) + [Happening.REPEATED]


# What a judge says


@pytest.mark.parametrize(
    ("answer", "verdict"),
    [
        ({"met": True, "next_step": "more"}, Judged(True)),
        ({"met": True}, Judged(True)),
        ({"met": False, "next_step": " run\n the tests "}, Judged(False, "run the tests")),
        ({"met": "cannot", "next_step": "no server"}, Judged(None, "no server")),
        ({"met": "cannot"}, Judged(None, "")),
        ({"met": False, "next_step": ""}, None),
        ({"met": False}, None),
        ({"met": False, "next_step": ["a"]}, None),
        ({"met": "true"}, None),
        ({"met": 1}, None),
        ({"met": 0, "next_step": "a"}, None),
        ({"met": None}, None),
        ({}, None),
        ([True], None),
        ("met", None),
    ],
)
def test_one_object_and_nothing_else_is_a_verdict(answer: object, verdict: Judged | None) -> None:
    assert judged(json.dumps(answer)) == verdict
    assert judged(f"Well:\n```json\n{json.dumps(answer)}\n```\nThat is all.") == verdict


def test_a_long_step_is_cut_and_what_is_not_seen_left_out() -> None:
    verdict = judged(json.dumps({"met": False, "next_step": "\u202erun\u0000 it" + "x" * 5000}))
    assert verdict is not None
    assert len(verdict.step) == MAX_STEP
    assert verdict.step.startswith("run it")


# What a person says


@pytest.mark.parametrize(
    ("argument", "wanted"),
    [
        ("", Asked("status")),
        ("status", Asked("status")),
        (" pause ", Asked("pause")),
        ("resume", Asked("resume")),
        ("clear", Asked("clear")),
        ("make it green", Asked("set", "make it green")),
        ("set make it green", Asked("set", "make it green")),
        ("set clear the backlog", Asked("set", "clear the backlog")),
        ("set\nclear\nthe backlog", Asked("set", "clear\nthe backlog")),
        ("setting it right", Asked("set", "setting it right")),
        ("Clear the backlog", Asked("set", "Clear the backlog")),
        ("clear the backlog", Asked(fault="goal_use_set")),
        ("pause\nand so on", Asked(fault="goal_use_set")),
        ("set", Asked(fault="goal_empty")),
        ("set \u200b", Asked(fault="goal_empty")),
        ("x" * 2001, Asked(fault="goal_too_long")),
        ("가" * 667, Asked(fault="goal_too_long")),
    ],
)
def test_what_a_command_asks_for(argument: str, wanted: Asked) -> None:
    assert asked(argument) == wanted
