"""How a chain goes on: each row of the table, and that every sequence of outcomes comes to an end in its budget."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from itertools import product

import pytest

from harness_runtime.chains.advance import (
    MAX_NUDGES,
    Finished,
    Go,
    Halt,
    Refused,
    Remind,
    Route,
    Stand,
    Step,
    Why,
    first_place,
    renewed,
    route,
    settle,
)
from harness_runtime.chains.outcome import Outcome
from harness_runtime.chains.stamp import Place
from harness_runtime.settings.chains import Chain

LOOP = Chain.model_validate(
    {"chain": ["implement", {"agent": "test", "on_failure": "implement"}, "review"], "hop_budget": 4}
)
PASS, FAIL, NOTHING = Outcome("pass"), Outcome("fail"), Outcome()


def to(agent: str, result: str | None = None) -> Outcome:
    return Outcome(result, agent)  # type: ignore[arg-type]


def knows(agent: str) -> bool:
    return agent == "outside"


def at(stage: int, agent: str = "", **more: int) -> Place:
    place = first_place("review-loop", LOOP, 1)
    return replace(place, stage=stage, agent=agent or LOOP.stages[stage - 1].agent, **more)


def step(place: Place, outcome: Outcome, refused: Refused | None = None) -> Step:
    return settle(LOOP, place, route(LOOP, place, outcome, knows), refused)


def went(stage: int, agent: str, why: Why) -> tuple[int, str, Why]:
    return stage, agent, why


ROWS = [
    # where, what it said, what follows
    (at(1), PASS, went(2, "test", Why.PASSED)),
    (at(2), PASS, went(3, "review", Why.PASSED)),
    (at(3), PASS, Finished()),
    (at(1), FAIL, Stand(Halt.STAGE_FAILED)),
    (at(2), FAIL, went(1, "implement", Why.FAILED)),
    (at(3), FAIL, Stand(Halt.STAGE_FAILED)),
    (at(1), to("review"), went(3, "review", Why.HANDOFF)),
    (at(1), to("review", "pass"), went(3, "review", Why.HANDOFF)),
    (at(1), to("review", "fail"), Stand(Halt.STAGE_FAILED)),
    (at(2), to("review", "fail"), went(1, "implement", Why.FAILED)),
    (at(3), to("implement"), went(1, "implement", Why.HANDOFF)),
    (at(3), to("implement", "fail"), went(1, "implement", Why.HANDOFF)),
    (at(2), to("test"), went(2, "test", Why.HANDOFF)),
    (at(2), to("outside"), went(2, "outside", Why.HANDOFF)),
    (at(2), to("outside", "fail"), went(2, "outside", Why.HANDOFF)),
    # a detour goes on from where it left
    (at(2, "outside"), PASS, went(3, "review", Why.PASSED)),
    (at(2, "outside"), FAIL, went(1, "implement", Why.FAILED)),
    (at(2, "outside"), to("test"), went(2, "test", Why.HANDOFF)),
    (at(3, "outside"), PASS, Finished()),
    # the budget binds every way of going on, and no end
    (at(1, hops=4), PASS, Stand(Halt.HOP_BUDGET)),
    (at(2, hops=4), FAIL, Stand(Halt.HOP_BUDGET)),
    (at(2, hops=4), to("outside"), Stand(Halt.HOP_BUDGET)),
    (at(3, hops=4), PASS, Finished()),
    (at(1, hops=4), FAIL, Stand(Halt.STAGE_FAILED)),
    (at(1, nudges=2), NOTHING, Stand(Halt.NO_OUTCOME)),
    (at(1, nudges=2), to("nobody"), Stand(Halt.UNKNOWN_AGENT, "nobody")),
]


@pytest.mark.parametrize(("place", "outcome", "follows"), ROWS)
def test_what_follows(place: Place, outcome: Outcome, follows: object):
    found = step(place, outcome)
    if isinstance(found, Go):
        assert (found.place.hops, found.place.nudges) == (place.hops + 1, 0)
        assert (found.place.stage, found.place.agent, found.why) == follows
    else:
        assert found == follows


@pytest.mark.parametrize(("outcome", "why"), [(NOTHING, Why.NO_OUTCOME), (to("nobody"), Why.UNKNOWN_AGENT)])
def test_a_stage_that_says_nothing_usable_is_reminded_and_stays(outcome: Outcome, why: Why):
    assert step(at(2, hops=3), outcome) == Remind(at(2, hops=3, nudges=1), why)


GATES = [
    (at(1), PASS, (1,)),
    (at(3), PASS, (3,)),
    (at(1), to("review"), (1, 2)),
    (at(2), FAIL, ()),
    (at(3), to("implement"), ()),
    (at(2), to("outside"), ()),
    (at(2, "outside"), PASS, (2,)),
    (at(2), to("test"), ()),
]


@pytest.mark.parametrize(("place", "outcome", "gates"), GATES)
def test_which_gates_lie_on_the_way(place: Place, outcome: Outcome, gates: tuple[int, ...]):
    found = route(LOOP, place, outcome, knows)
    assert isinstance(found, Route)
    assert found.gates == gates


@pytest.mark.parametrize(
    ("place", "refused", "follows"),
    [
        (at(2), Refused(2, ran=True), went(1, "implement", Why.GATE)),
        (at(1), Refused(1, ran=True, detail="tests"), Stand(Halt.GATE_FAILED, "tests")),
        (at(3), Refused(3, ran=True), Stand(Halt.GATE_FAILED)),
        (at(2), Refused(2, ran=False, detail="no engine"), Stand(Halt.GATE_NOT_RUN, "no engine")),
        (at(2, hops=4), Refused(2, ran=True), Stand(Halt.HOP_BUDGET)),
    ],
)
def test_a_gate_that_does_not_pass_is_a_failure_of_its_stage(place: Place, refused: Refused, follows: object):
    found = step(place, PASS, refused)
    got = (found.place.stage, found.place.agent, found.why) if isinstance(found, Go) else found
    assert got == follows


def test_a_handoff_past_a_gate_fails_where_the_gate_stands():
    found = step(at(1), to("review"), Refused(2, ran=True))
    assert isinstance(found, Go)
    assert (found.place.stage, found.why) == (1, Why.GATE)


def test_a_persons_message_makes_the_budget_whole():
    assert renewed(at(2, hops=4, nudges=2)) == at(2)


# Every sequence ends

OUTCOMES = (PASS, FAIL, NOTHING, to("implement"), to("test"), to("review"), to("outside"), to("nobody"))


def after(place: Place) -> Iterable[Step]:
    for outcome in OUTCOMES:
        found = route(LOOP, place, outcome, knows)
        yield settle(LOOP, place, found)
        if isinstance(found, Route):
            for stage, ran in product(found.gates, (True, False)):
                yield settle(LOOP, place, found, Refused(stage, ran))


def test_whatever_is_said_a_chain_comes_to_an_end_within_its_budget():
    """Every place that can be reached from every stage; each step spends a hop, or a reminder of this hop."""
    waiting = [first_place("review-loop", LOOP, 1)]
    seen = set(waiting)
    while waiting:
        place = waiting.pop()
        assert place.hops <= LOOP.hop_budget
        assert place.nudges <= MAX_NUDGES
        for found in after(place):
            if isinstance(found, Go | Remind):
                spent = (place.hops, place.nudges) < (found.place.hops, found.place.nudges)
                assert spent, "two loops may not feed each other"
                if found.place not in seen:
                    seen.add(found.place)
                    waiting.append(found.place)
    assert {place.stage for place in seen} == {1, 2, 3}
    assert {place.agent for place in seen} >= {"outside", "implement", "test", "review"}
