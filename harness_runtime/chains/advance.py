"""How a chain goes on from a stage's outcome: a function of the definition, the place and what was found.

`route` says where an outcome leads and which acceptance gates lie on the way; the caller has them checked, and
`settle` says what happens. Nothing gets past a gate: not the default route, and no handoff. Every change of stage is
a hop of one budget, every reminder is counted since the last hop: so whatever the outcomes, a person's one message
moves a chain a bounded number of times.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import assert_never

from harness_runtime.chains.definition import stage_of
from harness_runtime.chains.outcome import Outcome
from harness_runtime.chains.stamp import Place
from harness_runtime.settings.chains import Chain

MAX_NUDGES = 2


class Halt(StrEnum):
    """Why a chain stands still before its end. Each has its sentence in messages.chains.HALTS, its way on in WAYS."""

    # found in the outcome
    HOP_BUDGET = "hop_budget"
    TURN_LIMIT = "turn_limit"
    PLAN_MODE = "plan_mode"
    NO_OUTCOME = "no_outcome"
    STAGE_FAILED = "stage_failed"
    UNKNOWN_AGENT = "unknown_agent"
    AGENT_MISSING = "agent_missing"
    # found at a gate
    GATE_FAILED = "gate_failed"
    GATE_NOT_RUN = "gate_not_run"
    # found around the chain
    DEFINITION_CHANGED = "definition_changed"
    DEFINITION_MISSING = "definition_missing"
    DEFINITION_INVALID = "definition_invalid"
    UNTRUSTED = "untrusted"
    WORKSPACE_MOVED = "workspace_moved"
    RUN_HELD = "run_held"
    RUN_GATE = "run_gate"
    INTERRUPTED = "interrupted"


class Why(StrEnum):
    """How a chain comes to its next stage, or why a stage is reminded."""

    PASSED = "passed"
    FAILED = "failed"
    GATE = "gate"
    HANDOFF = "handoff"
    NO_OUTCOME = "no_outcome"
    UNKNOWN_AGENT = "unknown_agent"


@dataclass(frozen=True)
class Go:
    """To another stage, or to an agent outside the chain."""

    place: Place
    why: Why


@dataclass(frozen=True)
class Remind:
    """The same stage again, which has not said how it ended."""

    place: Place
    why: Why


@dataclass(frozen=True)
class Stand:
    halt: Halt
    detail: str = ""


@dataclass(frozen=True)
class Finished:
    """The last stage answered cleanly."""


Step = Go | Remind | Stand | Finished


@dataclass(frozen=True)
class Route:
    """`stage` 0: past the last one. `gates`: the stages whose gates must pass first, in their order."""

    stage: int
    agent: str
    why: Why
    gates: tuple[int, ...] = ()


@dataclass(frozen=True)
class Refused:
    """A gate that did not let the chain pass. `ran`: it ran and failed."""

    stage: int
    ran: bool
    detail: str = ""


def route(chain: Chain, place: Place, outcome: Outcome, knows: Callable[[str], bool]) -> Route | Remind | Stand:
    """`knows`: has an agent outside the chain any instructions?"""
    if outcome.is_missing:
        return _remind(place, Why.NO_OUTCOME, Halt.NO_OUTCOME)
    if outcome.handoff is not None:
        wanted = stage_of(chain, outcome.handoff)
        if wanted is None and not knows(outcome.handoff):
            return _remind(place, Why.UNKNOWN_AGENT, Halt.UNKNOWN_AGENT, outcome.handoff)
        if wanted is None or wanted <= place.stage:
            return Route(wanted or place.stage, outcome.handoff, Why.HANDOFF)
        if outcome.result != "fail":  # what has failed does not go forward
            return Route(wanted, outcome.handoff, Why.HANDOFF, tuple(range(place.stage, wanted)))
    if outcome.result == "fail":
        return _failure(chain, place.stage, Why.FAILED, Stand(Halt.STAGE_FAILED))
    stages = chain.stages
    following = place.stage + 1 if place.stage < len(stages) else 0
    agent = stages[following - 1].agent if following else ""
    return Route(following, agent, Why.PASSED, (place.stage,))


def settle(chain: Chain, place: Place, found: Route | Remind | Stand, refused: Refused | None = None) -> Step:
    """`refused`: the first gate on the way that did not pass."""
    if isinstance(found, Route) and refused is not None:
        found = _refused(chain, refused)
    match found:
        case Remind() | Stand():
            return found
        case Route(stage=0):
            return Finished()
        case Route():
            if place.hops >= place.budget:
                return Stand(Halt.HOP_BUDGET)
            moved = replace(place, stage=found.stage, agent=found.agent, hops=place.hops + 1, nudges=0)
            return Go(moved, found.why)
        case _:
            assert_never(found)


def _refused(chain: Chain, refused: Refused) -> Route | Stand:
    if not refused.ran:
        return Stand(Halt.GATE_NOT_RUN, refused.detail)
    return _failure(chain, refused.stage, Why.GATE, Stand(Halt.GATE_FAILED, refused.detail))


def _failure(chain: Chain, stage: int, why: Why, otherwise: Stand) -> Route | Stand:
    """Where a stage's failure goes."""
    back = chain.stages[stage - 1].on_failure
    target = stage_of(chain, back) if back is not None else None
    return Route(target, str(back), why) if target is not None else otherwise


def _remind(place: Place, why: Why, halt: Halt, detail: str = "") -> Remind | Stand:
    if place.nudges >= MAX_NUDGES:
        return Stand(halt, detail)
    return Remind(replace(place, nudges=place.nudges + 1), why)


def first_place(name: str, chain: Chain, run: int) -> Place:
    """A run's beginning; its number among the stamps is the caller's."""
    stages = chain.stages
    return Place(name, run, 1, len(stages), stages[0].agent, 0, chain.hop_budget, 0, 0)


def renewed(place: Place) -> Place:
    """The same stage after a person's message: the budget is whole again."""
    return replace(place, hops=0, nudges=0)
