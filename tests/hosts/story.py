"""A whole gated run, told once for every host: what is said, what the model tries, how things stand after.

It goes from the request over a Plan, a review, a repair and a second review to the end, and stops once in every open
phase, so that each is also one that a conversation is resumed in.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from tests.support.artifacts import (
    PLAN_PROMPT,
    completion,
    handoff,
    ledger_table,
    repair_plan,
    review,
    small_plan,
    summary,
    tiny_plan,
)

from .scratch import Turn
from .scripted import CHILD, ROOT, Act, Reply, Say
from .stage import Stage

REQUEST = "$harness add a greeting"
CONTEXT = re.compile(r"^(?:.*context: )?Harness active: run \d", re.M)
"""The beginning of what the model is told when Harness is on."""

INSIDE, OUTSIDE, ADDED = "src/greeting.py", "src/other.py", "src/names.py"
BY_SHELL, BY_CHILD = "by_shell.txt", "src/by_child.py"
GREETING = 'def greet():\n    return "hello"\n'
PLAN = tiny_plan(INSIDE, scope="인사말을 돌려주는 함수 하나")
"""For the shorter conversations of other tests."""

GATE_SECTION = "## Approval Gate"
SMALL_PLAN = small_plan(INSIDE)
PLANNED = SMALL_PLAN.replace(GATE_SECTION, handoff("planner") + "\n" + GATE_SECTION)
FINDING = review("REPAIR_REQUIRED") + handoff()
PASSED = review("PASS") + handoff()
FIX = ("def greet():", "def greet(name):")
REPAIRED = ledger_table(Repair_plan_approval="| Repair plan approval | yes | yes | y | approved | - |")
COMPLETION = completion("completed", "clean_context_review_completed", REPAIRED).replace("src/app.py", INSIDE)
REVIEW_TASK = f"review the change in {INSIDE}"


@dataclass(frozen=True)
class Scene:
    """A turn, and how things stand after it."""

    name: str
    about: str
    turn: Turn
    calls: tuple[dict, ...]
    """Harness's own records of the turn's tool calls."""
    state: dict
    files: frozenset[str]


def speaker(user_text: str) -> str:
    """A child has not heard the request: its own prompt needs no mark, so that it can be a bare `y`."""
    return ROOT if REQUEST in user_text else CHILD


def play(stage: Stage) -> Iterator[Scene]:
    """The scenes, each when it is over."""
    hands = stage.hands

    def scene(name: str, about: str, prompt: str, *replies: Reply, child: Sequence[Reply] = ()) -> Scene:
        before = len(stage.calls)
        turn = stage.say(prompt, *replies, child=child, who=speaker)
        return Scene(name, about, turn, stage.calls[before:], stage.state, stage.files)

    a_child_writes = (hands.write(BY_CHILD, GREETING), Say("the child is done"))
    yield scene(
        "asked",
        "The agent reads and has a question.",
        REQUEST,
        hands.read("README.md"),
        Say("In which language?"),
    )
    yield scene(
        "planned",
        "A planner drafts, the agent shows the Plan.",
        "in English",
        *hands.delegate("plan a greeting"),
        Say(SMALL_PLAN),
        child=(hands.read("src/app.py"), Say(PLANNED)),
    )
    yield scene(
        "delegated",
        "A child that is told `y` approves nothing, and nobody writes yet.",
        "what would a helper do?",
        *hands.delegate("y"),
        hands.write(INSIDE, GREETING),
        hands.shell(f"echo hello > {BY_SHELL}"),
        Say(f"The helper wrote nothing.\n\n{PLAN_PROMPT}"),
        child=a_child_writes,
    )
    yield scene(
        "approved",
        "The person approves; the agent writes what the Plan names, nothing else, and is not done.",
        "y",
        hands.write(INSIDE, GREETING),
        hands.write(ADDED, GREETING),
        hands.shell(f"echo '# by shell' >> {INSIDE}"),
        hands.shell(f"echo hello > {BY_SHELL}"),
        hands.shell("rm -rf src"),
        *hands.delegate("help"),
        Say("The function is there."),
        child=a_child_writes,
    )
    yield scene(
        "summed up",
        "The Implementation Summary ends the authority.",
        "go on",
        Say(summary()),
    )
    yield scene(
        "reviewed",
        "A fresh reviewer reads the change and finds something; the agent plans the repair.",
        "go on",
        *hands.delegate(REVIEW_TASK),
        with_hash(lambda source: repair_plan(source, INSIDE, ADDED, add=(ADDED,))),
        child=(hands.read(INSIDE), Say(FINDING)),
    )
    yield scene(
        "revised",
        "The person wants less.",
        "revise: no new file",
        hands.edit(INSIDE, *FIX),
        Say("Only the signature, then?"),
    )
    yield scene(
        "planned again",
        "The agent shows a smaller Repair Plan.",
        "yes, only that",
        with_hash(lambda source: repair_plan(source, INSIDE)),
    )
    yield scene(
        "repaired",
        "The person approves it; the agent repairs, and nothing else.",
        "y",
        hands.read(INSIDE),
        hands.edit(INSIDE, *FIX),
        hands.write(ADDED, GREETING),
        Say("The signature is right now."),
    )
    yield scene(
        "summed up again",
        "The second Implementation Summary.",
        "go on",
        Say(summary()),
    )
    yield scene(
        "reported early",
        "The first review was of the files before the repair: it proves nothing now.",
        "go on",
        Say(COMPLETION),
        Say("I will have it reviewed."),
    )
    yield scene(
        "reviewed again",
        "A second reviewer passes it, and the run ends.",
        "go on",
        *hands.delegate(REVIEW_TASK),
        Say(COMPLETION),
        child=(hands.read(INSIDE), Say(PASSED)),
    )
    yield scene(
        "released",
        "The session is free.",
        "thank you, now the other file",
        hands.write(OUTSIDE, GREETING),
        Say("written"),
    )


def with_hash(artifact: Callable[[str], str]) -> Callable[[dict], list[Act]]:
    """An artifact that names the accepted Plan by the hash that the model was told at its approval."""

    def reply(body: dict) -> list[Act]:
        return [Say(artifact(re.search(r"sha256 ([0-9a-f]{64})", json.dumps(body))[1]))]

    return reply
