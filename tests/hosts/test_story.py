"""Both real hosts, and Codex also in code mode: one story leaves one and the same ledger."""

from __future__ import annotations

import re
from contextlib import closing
from dataclasses import dataclass
from typing import Any

import pytest

from tests.support.artifacts import PLAN_PROMPT

from .codex import CODE_MODE, DIRECT_TOOLS
from .hands import ClaudeHands, CodeModeHands, DirectHands
from .scripted import CHILD
from .stage import Stage
from .story import ADDED, BY_CHILD, BY_SHELL, CONTEXT, FIX, INSIDE, OUTSIDE, REVIEW_TASK, Scene, play
from .terminal import harness_state

Scenes = dict[str, Scene]
HOSTS = [DIRECT_TOOLS, CODE_MODE, "claude"]
OWN = {"at", "previous", "run_id", "session_id", "workspace_root"}
"""Fields of a ledger record that no other session shares."""

PHASES = {
    "asked": "planning",
    "planned": "plan_pending",
    "delegated": "plan_pending",
    "approved": "implement",
    "summed up": "review",
    "reviewed": "repair_pending",
    "revised": "repair_planning",
    "planned again": "repair_pending",
    "repaired": "repair_implement",
    "summed up again": "post_repair_review",
    "reported early": "post_repair_review",
    "reviewed again": "completed",
    "released": "completed",
}
"""Where the run stands after each scene."""

ONE_OF_EACH = ("asked", "planned", "approved", "summed up", "reviewed", "revised", "reviewed again")
RESUMED = {DIRECT_TOOLS: tuple(PHASES)[:-1], "claude": ONE_OF_EACH}
"""After which scenes the conversation is resumed."""

BEFORE = [
    pytest.param(host, before, after, id=f"{host}, after {before}")
    for host, resumed in RESUMED.items()
    for before, after in zip(PHASES, list(PHASES)[1:], strict=False)
    if before in resumed
]


@dataclass
class Run:
    """A conversation, played to its end."""

    stage: Stage
    scenes: dict[str, Scene]


class Played(dict[str, Run]):
    """Each host's run, played when it is first asked for."""

    def __init__(self, request: pytest.FixtureRequest) -> None:
        super().__init__()
        self._request = request

    def __missing__(self, name: str) -> Run:
        stage, scenes = self._stage(name), {}
        with closing(stage.talk):
            for scene in play(stage):
                scenes[scene.name] = scene
                if scene.name in RESUMED.get(name, ()):
                    stage.talk.close()
        self[name] = Run(stage, scenes)
        return self[name]

    def _stage(self, name: str) -> Stage:
        host = self._request.getfixturevalue("claude" if name == "claude" else "codex")
        if name == "claude":
            talk = host.live_conversation("story")
            return Stage(host, talk, ClaudeHands(talk.workspace))
        if name == DIRECT_TOOLS:
            return Stage(host, host.new_conversation("story", watched=True), DirectHands())
        return Stage(host, host.live_conversation("story-code-mode", CODE_MODE), CodeModeHands())


@pytest.fixture(scope="module")
def played(request: pytest.FixtureRequest) -> Played:
    return Played(request)


@pytest.fixture(scope="module", params=HOSTS)
def run(played: Played, request: pytest.FixtureRequest) -> Run:
    return played[request.param]


@pytest.fixture(scope="module")
def stage(run: Run) -> Stage:
    return run.stage


@pytest.fixture(scope="module")
def scenes(run: Run) -> dict[str, Scene]:
    return run.scenes


# --- the same on every host ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("other", HOSTS[1:])
def test_the_ledger_is_the_same(played: Played, other: str):
    ledgers = [played[name].stage.ledger for name in (HOSTS[0], other)]
    assert plain(ledgers[1]) == plain(ledgers[0])


@pytest.mark.parametrize("other", HOSTS[1:])
def test_the_same_calls_pass_and_the_same_are_denied(played: Played, other: str):
    """But for the waiting for a child, which is a call of its own on Codex."""
    decided = [
        [
            (call["verdict"], call["rule"], call["child"])
            for call in played[name].stage.calls
            if call["rule"] != "delegate"
        ]
        for name in (HOSTS[0], other)
    ]
    assert decided[1] == decided[0]


def plain(ledger: list[dict]) -> list[dict]:
    """Without what is a session's own; turns and policies by the order in which they come."""
    names: dict[str, str] = {}

    def named(key: str, value: Any) -> Any:
        if isinstance(value, str) and key.endswith(("turn", "policy_sha256")):
            return names.setdefault(value, f"{key.removeprefix('source_')} {len(names)}")
        return [fault.partition(":")[0] for fault in value] if key == "faults" else value

    return [{key: named(key, value) for key, value in record.items() if key not in OWN} for record in ledger]


def test_every_scene_leaves_the_run_in_its_phase(scenes: Scenes):
    assert {name: scene.state["phase"] for name, scene in scenes.items()} == PHASES


def test_the_ledger_is_whole(stage: Stage, scenes: Scenes):
    words = ("ledger", "verify", stage.talk.session, "--data", str(stage.data))
    code, screen = harness_state(*words, typed=(), env=stage.host.env)
    assert code == 0, screen


# --- what person and model are told -------------------------------------------------------------------------------


def test_the_request_activates_harness_for_the_model(scenes: Scenes):
    assert CONTEXT.search(scenes["asked"].turn.heard())
    assert PLAN_PROMPT in scenes["asked"].turn.heard()
    assert "# A project" in scenes["asked"].turn.heard(), "reading needs no approval"


def test_the_person_is_shown_what_the_gate_is_about(scenes: Scenes):
    told = scenes["planned"].turn.told("Stop")
    assert INSIDE in told
    assert scenes["planned"].state["pending"]["sha256"][:8] in told


@pytest.mark.parametrize(("host", "before", "after"), BEFORE)
def test_a_resumed_conversation_is_told_what_is_open(played: Played, host: str, before: str, after: str):
    scenes = played[host].scenes
    told = scenes[after].turn.told("SessionStart")
    assert re.search(rf"(?<!\w){PHASES[before]}(?!\w)", told)
    pending = scenes[before].state["pending"]
    assert pending is None or pending["sha256"][:12] in told


@pytest.mark.parametrize(("scene", "phase"), [("reviewed", "review"), ("reported early", "post_repair_review")])
def test_the_model_is_told_of_a_phase_that_it_came_to_by_itself(scenes: Scenes, scene: str, phase: str):
    told = "\n".join(hook.added for hook in scenes[scene].turn.hooks if hook.event == "UserPromptSubmit")
    assert f"Harness: phase {phase}." in told
    assert "reviewer-brief.md" in told


def test_the_repair_gate_shows_what_it_would_add(scenes: Scenes):
    assert f"+ {ADDED}" in scenes["reviewed"].turn.told("Stop")


def test_each_denied_call_is_shown_as_such(scenes: Scenes):
    for name in ("delegated", "approved", "repaired"):
        denied = sum(call["verdict"] == "deny" for call in scenes[name].calls)
        shown = [hook for hook in scenes[name].turn.hooks if hook.event == "PreToolUse" and hook.told]
        assert len(shown) == denied > 0


# --- the gates ----------------------------------------------------------------------------------------------------


def test_a_child_that_says_y_approves_nothing(scenes: Scenes):
    before, after = scenes["planned"].state, scenes["delegated"].state
    assert (after["phase"], after["pending"]["sha256"]) == ("plan_pending", before["pending"]["sha256"])


def test_nobody_writes_before_approval(scenes: Scenes):
    assert scenes["delegated"].files == scenes["asked"].files
    assert scenes["delegated"].turn.heard().count("[no_authority, plan_pending") == 2
    assert "[child, " in scenes["delegated"].turn.heard(CHILD)


def test_y_lets_the_agent_write_inside_the_boundary_and_nowhere_else(scenes: Scenes):
    assert scenes["approved"].files == scenes["asked"].files | {INSIDE}
    calls = [call for call in scenes["approved"].calls if call["tool"] == "Bash"]
    assert [call["rule"] for call in calls] == ["inside_boundary", "outside_boundary", "outside_boundary"]


@pytest.mark.parametrize("file", [ADDED, BY_SHELL, "src"])
def test_what_the_plan_does_not_allow_is_denied_with_its_reason(scenes: Scenes, file: str):
    assert re.search(rf"\[outside_boundary, implement\] [^\n]*{file}", scenes["approved"].turn.heard())


def test_a_child_writes_nothing_even_inside_an_approved_run(scenes: Scenes):
    assert BY_CHILD not in scenes["released"].files
    assert "[child, " in scenes["approved"].turn.heard(CHILD)


def test_nobody_writes_after_a_revision(scenes: Scenes):
    assert "[no_authority, repair_planning" in scenes["revised"].turn.heard()


def test_a_repair_writes_inside_its_own_boundary_only(scenes: Scenes, stage: Stage):
    assert FIX[1] in (stage.talk.workspace / INSIDE).read_text("utf-8")
    assert ADDED not in scenes["released"].files
    assert "[outside_boundary, repair_implement" in scenes["repaired"].turn.heard()


def test_the_policy_of_the_repair_descends_from_that_of_the_plan(stage: Stage, scenes: Scenes):
    plan, repair = (record for record in stage.ledger if record["event"] == "approved")
    assert (plan["source_policy_sha256"], repair["source_policy_sha256"]) == (None, plan["policy_sha256"])


def test_the_completed_run_leaves_the_session_free(scenes: Scenes, stage: Stage):
    assert (scenes["reviewed again"].state["policy_sha256"], scenes["released"].state["held"]) == (None, False)
    assert OUTSIDE in scenes["released"].files
    assert "Harness" in scenes["released"].turn.told("UserPromptSubmit")
    assert not (stage.data / "armed" / stage.talk.session).exists()


# --- the evidence -------------------------------------------------------------------------------------------------


def test_a_delegated_planner_is_evidence_at_the_gate(scenes: Scenes, stage: Stage):
    opened = next(record for record in stage.ledger if record["event"] == "gate_opened")
    assert opened["planner"] == "one"
    assert "planner: degraded" not in scenes["planned"].turn.told("Stop")


def test_the_reviewer_knows_nothing_but_its_task(scenes: Scenes):
    heard = scenes["reviewed"].turn.heard(CHILD)
    assert REVIEW_TASK in heard
    assert "add a greeting" not in heard


def test_both_reviews_count_as_evidence(stage: Stage, scenes: Scenes):
    reviews = [record for record in stage.evidence if record["kind"] == "clean_context_review"]
    assert [(r["verdict"], r["counts"], r["lacks"], r["faults"]) for r in reviews] == [
        ("REPAIR_REQUIRED", True, [], []),
        ("PASS", True, [], []),
    ]
    assert len({record["agent_id"] for record in reviews}) == 2


def test_a_review_of_the_files_before_the_repair_does_not_complete_the_run(scenes: Scenes):
    assert "Review Status" in scenes["reported early"].turn.heard()
    assert scenes["reported early"].state["correction"]["kind"] == "completion_report"
