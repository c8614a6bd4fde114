"""A standing goal as a state machine: pure. Whatever the judge says, a goal sends the agent on a bounded number of
times (contract: Loop guards).

| state  | happening                                                      | becomes |
|--------|----------------------------------------------------------------|---------|
| active | not met, with a next step; the same where the turn ends anyway | active  |
| active | not met for the third time with one step; not met at the cap   | paused  |
| active | cannot be met; no verdict; the host's own goal; the person     | paused  |
| active | met                                                            | met     |
| paused | the person resumes; the host's own goal, which paused it, ends | active  |
| any    | the person clears                                              | cleared |
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from harness_runtime.loop.steering import plain
from harness_runtime.models.answer import json_object
from harness_runtime.session.goals import MAX_GOAL, Goal, GoalState, Pause
from harness_runtime.session.goals import Verdict as LastVerdict

SAME_STEP = 3  # verdicts in a row with the same missing step, and it pauses
MAX_STEP = 500  # characters of a step or a reason that are kept
SUBCOMMANDS = ("set", "status", "pause", "resume", "clear")


class Happening(StrEnum):
    MET = "met"
    NOT_MET = "not_met"
    WAITS = "waits"  # not met, and nothing is sent on: it costs no iteration
    REPEATED = "repeated"  # not met, and nothing has come of the step twice
    AT_CAP = "cap"
    CANNOT = "cannot"
    NO_VERDICT = "no_judge"
    HOST_BEGAN = "host"
    HOST_ENDED = "host_ended"
    PAUSE = "person"
    OFF = "off"
    RESUME = "resume"
    CLEAR = "clear"


TRANSITIONS: dict[tuple[GoalState, Happening], GoalState] = {
    ("active", Happening.MET): "met",
    ("active", Happening.NOT_MET): "active",
    ("active", Happening.WAITS): "active",
    ("active", Happening.REPEATED): "paused",
    ("active", Happening.AT_CAP): "paused",
    ("active", Happening.CANNOT): "paused",
    ("active", Happening.NO_VERDICT): "paused",
    ("active", Happening.HOST_BEGAN): "paused",
    ("active", Happening.PAUSE): "paused",
    ("active", Happening.OFF): "paused",
    ("active", Happening.CLEAR): "cleared",
    ("paused", Happening.HOST_ENDED): "active",  # only where the host's goal paused it
    ("paused", Happening.PAUSE): "paused",  # from now on by the person
    ("paused", Happening.RESUME): "active",
    ("paused", Happening.CLEAR): "cleared",
    ("met", Happening.CLEAR): "cleared",
}
PAUSES: dict[Happening, Pause] = {
    Happening.REPEATED: "repeated",
    Happening.AT_CAP: "cap",
    Happening.CANNOT: "cannot",
    Happening.NO_VERDICT: "no_judge",
    Happening.HOST_BEGAN: "host",
    Happening.PAUSE: "person",
    Happening.OFF: "off",
}
VERDICTS: dict[Happening, LastVerdict] = {
    Happening.MET: "met",
    Happening.NOT_MET: "not_met",
    Happening.WAITS: "not_met",
    Happening.REPEATED: "not_met",
    Happening.AT_CAP: "not_met",
    Happening.CANNOT: "cannot",
    Happening.NO_VERDICT: "none",
}


@dataclass(frozen=True)
class Judged:
    """A judge's answer. `step`: what is missing next, or why it cannot be met."""

    met: bool | None  # None: cannot be met
    step: str = ""


def judged(answer: str) -> Judged | None:
    """The judge's one object, `{"met": true | false | "cannot", "next_step": "…"}`; None when it is no answer."""
    found = json_object(answer)
    if found is None:
        return None
    step = one_line(found.get("next_step"))
    match found.get("met"):
        case True:
            return Judged(True)
        case False if step:
            return Judged(False, step)
        case "cannot":
            return Judged(None, step)
        case _:
            return None


def one_line(value: object) -> str:
    """What a model named, as one line of bounded length; "" when it named nothing."""
    text = " ".join(plain(value).split()) if isinstance(value, str) else ""
    return text if len(text) <= MAX_STEP else text[: MAX_STEP - 1] + "…"


def new_goal(session_id: str, text: str, budget: int, now: str) -> Goal:
    return Goal(session_id=session_id, goal=text, state="active", max_iterations=budget, set_at=now, updated_at=now)


def happening_of(goal: Goal, verdict: Judged | None) -> Happening:
    """What a verdict, None for a judge that gave none, means for this goal. A repeated step is named before the cap:
    it says more."""
    if verdict is None:
        return Happening.NO_VERDICT
    if verdict.met is None:
        return Happening.CANNOT
    if verdict.met:
        return Happening.MET
    if _repeats(goal, verdict.step) >= SAME_STEP:
        return Happening.REPEATED
    return Happening.AT_CAP if goal.iterations >= goal.max_iterations else Happening.NOT_MET


def advanced(goal: Goal, happening: Happening, *, now: str, step: str = "", budget: int = 0) -> Goal | None:
    """The goal afterwards, None where this cannot happen. `budget`: iterations that a resumed goal gets, beside those
    it has taken; `step`: as in Judged, or why there is no verdict."""
    state = TRANSITIONS.get((goal.state, happening))
    if state is None or (happening is Happening.HOST_ENDED and goal.paused_by != "host"):
        return None
    changes: dict[str, object] = {"state": state, "updated_at": now, "paused_by": None, "reason": ""}
    if state == "paused":
        changes |= {"paused_by": PAUSES[happening], "reason": step}
    if happening in VERDICTS:
        changes["last_verdict"] = VERDICTS[happening]
    if VERDICTS.get(happening) == "not_met":
        changes |= {"next_step": step, "repeats": _repeats(goal, step), "reason": ""}
    if happening is Happening.NOT_MET:
        changes["iterations"] = goal.iterations + 1
    if happening is Happening.MET:
        changes["next_step"] = ""
    if happening is Happening.RESUME:
        changes |= {"repeats": 0, "max_iterations": goal.iterations + budget}
    return goal.model_copy(update=changes)


def _repeats(goal: Goal, step: str) -> int:
    return goal.repeats + 1 if goal.repeats and _same(goal.next_step, step) else 1


def _same(one: str, other: str) -> bool:
    """By their letters and digits: a full stop more is no other step."""
    return _letters(one) == _letters(other)


def _letters(text: str) -> str:
    return "".join(char for char in text.casefold() if char.isalnum())


@dataclass(frozen=True)
class Asked:
    """A person's `goal …` command: one of SUBCOMMANDS with its text, or `fault`, a key of messages.goals.GOALS."""

    subcommand: str = ""
    text: str = ""
    fault: str = ""


def asked(argument: str) -> Asked:
    """Nothing said asks for the status. A text that begins with a subcommand's word needs `set` before it."""
    first, _, rest = argument.strip().partition(" ")
    if "\n" in first:
        first, rest = argument.strip().split("\n", 1)
    word, rest = first.strip(), rest.strip()
    if not word:
        return Asked("status")
    if word == "set":
        return _set(rest)
    if word in SUBCOMMANDS:
        return Asked(fault="goal_use_set") if rest else Asked(word)
    return _set(argument.strip())


def _set(text: str) -> Asked:
    goal = plain(text).strip()
    if not goal:
        return Asked(fault="goal_empty")
    return Asked(fault="goal_too_long") if len(goal.encode()) > MAX_GOAL else Asked("set", goal)
