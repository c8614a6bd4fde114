"""The same whole runs in the real hosts: a scripted model does what SKILL.md says, a person answers."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tests.hosts.conftest import claude, codex, forked_hooks, marketplace  # noqa: F401
from tests.hosts.hands import ClaudeHands, CodeModeHands, DirectHands, Hands
from tests.hosts.scratch import files_below, session_state
from tests.hosts.scripted import CHILD, ROOT, Reply, Say
from tests.skill.test_following import APPROVED_REPAIR, DEGRADED, NO_COMMANDS, draft_of_planner, form

pytestmark = [pytest.mark.host, pytest.mark.usefixtures("forked_hooks")]
REQUEST = "$harness handle the empty list"
CHANGED, REPAIRED = "src/app/lists.py", "src/b.py"


def speaker(user_text: str) -> str:
    return ROOT if REQUEST in user_text else CHILD


class Run:
    """A conversation that begins with the request, and what Harness keeps of it."""

    def __init__(self, host: Any, hands: type[Hands], name: str) -> None:
        if hands is ClaudeHands:
            self.talk = host.live_conversation(name)
            self.hands: Hands = ClaudeHands(self.talk.workspace)
        else:
            self.hands = hands()
            self.talk = host.live_conversation(name, self.hands.model)  # type: ignore[attr-defined]
        self.data: Path = host.data

    def say(self, prompt: str, *replies: Reply, child: tuple[Reply, ...] = ()) -> str:
        """The phase after the turn."""
        self.talk.say(prompt, *replies, child=child, who=speaker)
        return str(self.state["phase"])

    @property
    def state(self) -> dict[str, Any]:
        state = session_state(self.data, self.talk.session)
        assert state is not None
        return state

    @property
    def gate(self) -> dict[str, Any]:
        """The ledger's record of the gate that was opened last."""
        lines = (self.data / "runs" / str(self.talk.session) / "ledger.jsonl").read_text("utf-8").splitlines()
        return next(record for record in map(json.loads, reversed(lines)) if record["event"] == "gate_opened")

    def start(self, *before: Reply, plan: str, child: tuple[Reply, ...] = ()) -> None:
        reads = [self.hands.read("README.md")]
        assert self.say(REQUEST, *reads, *before, Say(plan), child=child) == "plan_pending"

    def implement(self, path: str, *, prompt: str = "y") -> str:
        return self.say(prompt, self.hands.write(path, "x = 1\n"), Say(form("implement")))

    def review(self, verdict: str, path: str, *then: Reply) -> str:
        message = form("review", **{"\nPASS\n": f"\n{verdict}\n"})
        child = (self.hands.read(path), Say(message))
        return self.say("go on", *self.hands.delegate("review the change"), *then, child=child)


@pytest.fixture(params=[DirectHands, CodeModeHands, ClaudeHands], ids=lambda hands: hands.__name__)
def run(request: pytest.FixtureRequest) -> Iterator[Run]:
    host = request.getfixturevalue("claude" if request.param is ClaudeHands else "codex")
    run = Run(host, request.param, f"skill-{request.node.name}".replace("[", "-").rstrip("]"))
    with closing(run.talk):
        yield run


def test_tiny(run: Run) -> None:
    run.start(plan=form("plan", 1))
    write = run.hands.write("docs/usage.md", "use it\n")
    assert run.say("y", write, Say(form("completion-report", 1))) == "completed"
    assert "docs/usage.md" in files_below(run.talk.workspace)


def test_small_with_repair(run: Run) -> None:
    planner = run.hands.delegate("plan it")
    draft = (run.hands.read("README.md"), Say(draft_of_planner()))
    run.start(*planner, plan=form("plan", **NO_COMMANDS), child=draft)
    assert run.gate["planner"] == "one"
    assert run.implement(CHANGED) == "review"
    source = run.state["accepted"]["plan"]
    repair = Say(form("repair-plan", **NO_COMMANDS, **{"0" * 64: source}))
    assert run.review("REPAIR_REQUIRED", CHANGED, repair) == "repair_pending"
    assert run.implement(REPAIRED) == "post_repair_review"
    report = Say(form("completion-report", **APPROVED_REPAIR))
    assert run.review("PASS", REPAIRED, report) == "completed"
    assert {CHANGED, REPAIRED} <= files_below(run.talk.workspace)


def test_degraded_without_a_reviewer(run: Run) -> None:
    run.start(plan=form("plan", **NO_COMMANDS))
    assert run.implement(CHANGED) == "review"
    assert run.say("go on", Say(form("completion-report", **DEGRADED))) == "degraded"
    assert run.state["held"] is True
