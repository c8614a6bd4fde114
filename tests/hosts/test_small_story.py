"""Both real hosts, and Codex also in code mode: a Small run with its review, its repair and its second review."""

from __future__ import annotations

import re

import pytest

from .codex import CODE_MODE, DIRECT_TOOLS
from .hands import ClaudeHands, CodeModeHands, DirectHands
from .scripted import CHILD
from .small_story import ADDED, FIX, REVIEW_TASK, play
from .stage import Stage
from .story import INSIDE, OUTSIDE, Scene
from .terminal import harness_state

Scenes = dict[str, Scene]

PHASES = {
    "asked": "planning",
    "planned": "plan_pending",
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

RESUMED = [(before, after) for before, after in zip(PHASES, list(PHASES)[1:], strict=False)]


@pytest.fixture(scope="module", params=[DIRECT_TOOLS, CODE_MODE, "claude"])
def stage(request: pytest.FixtureRequest) -> Stage:
    """A conversation that is resumed for every turn."""
    if request.param == "claude":
        host = request.getfixturevalue("claude")
        talk = host.new_conversation("small")
        return Stage(host, talk, ClaudeHands(talk.workspace))
    host = request.getfixturevalue("codex")
    hands = DirectHands() if request.param == DIRECT_TOOLS else CodeModeHands()
    return Stage(host, host.new_conversation(f"small-{hands.model}", hands.model, watched=True), hands)


@pytest.fixture(scope="module")
def scenes(stage: Stage) -> Scenes:
    return {scene.name: scene for scene in play(stage)}


def test_every_scene_leaves_the_run_in_its_phase(scenes: Scenes):
    assert {name: scene.state["phase"] for name, scene in scenes.items()} == PHASES


@pytest.mark.parametrize(("before", "after"), RESUMED, ids=[f"in {PHASES[before]}" for before, _ in RESUMED])
def test_a_resumed_conversation_is_told_what_is_open(scenes: Scenes, before: str, after: str):
    assert re.search(rf"(?<!\w){PHASES[before]}(?!\w)", scenes[after].turn.told("SessionStart"))


@pytest.mark.parametrize(("before", "after"), [("planned", "approved"), ("planned again", "repaired")])
def test_at_a_gate_it_is_told_which_answer_is_waited_for(scenes: Scenes, before: str, after: str):
    assert scenes[before].state["pending"]["sha256"][:12] in scenes[after].turn.told("SessionStart")


@pytest.mark.parametrize(("scene", "phase"), [("reviewed", "review"), ("reported early", "post_repair_review")])
def test_the_model_is_told_of_a_phase_that_it_came_to_by_itself(scenes: Scenes, scene: str, phase: str):
    told = "\n".join(hook.added for hook in scenes[scene].turn.hooks if hook.event == "UserPromptSubmit")
    assert f"Harness: phase {phase}." in told
    assert "reviewer-brief.md" in told


def test_a_delegated_planner_is_evidence_at_the_gate(scenes: Scenes, stage: Stage):
    opened = next(record for record in stage.ledger if record["event"] == "gate_opened")
    assert opened["planner"] == "one"
    assert "planner: degraded" not in scenes["planned"].turn.told("Stop")


def test_the_reviewer_knows_nothing_but_its_task(scenes: Scenes):
    heard = scenes["reviewed"].turn.heard(CHILD)
    assert REVIEW_TASK in heard
    assert "add a greeting" not in heard


@pytest.mark.parametrize("rule", ["outside_boundary", "shell_option"])
def test_what_the_plan_does_not_allow_is_denied_with_its_reason(scenes: Scenes, rule: str):
    assert scenes["approved"].files == scenes["asked"].files | {INSIDE}
    assert f"[{rule}, implement" in scenes["approved"].turn.heard()


def test_both_reviews_count_as_evidence(stage: Stage, scenes: Scenes):
    reviews = [record for record in stage.evidence if record["kind"] == "clean_context_review"]
    assert [(r["verdict"], r["counts"], r["lacks"], r["faults"]) for r in reviews] == [
        ("REPAIR_REQUIRED", True, [], []),
        ("PASS", True, [], []),
    ]
    assert len({record["agent_id"] for record in reviews}) == 2


def test_the_repair_gate_shows_what_it_would_add(scenes: Scenes):
    assert f"+ {ADDED}" in scenes["reviewed"].turn.told("Stop")


def test_nobody_writes_after_a_revision(scenes: Scenes):
    assert "[no_authority, repair_planning" in scenes["revised"].turn.heard()


def test_a_repair_writes_inside_its_own_boundary_only(scenes: Scenes, stage: Stage):
    assert FIX[1] in (stage.talk.workspace / INSIDE).read_text("utf-8")
    assert ADDED not in scenes["released"].files
    assert "[outside_boundary, repair_implement" in scenes["repaired"].turn.heard()


def test_the_policy_of_the_repair_descends_from_that_of_the_plan(stage: Stage, scenes: Scenes):
    plan, repair = (record for record in stage.ledger if record["event"] == "approved")
    assert (plan["source_policy_sha256"], repair["source_policy_sha256"]) == (None, plan["policy_sha256"])


def test_a_review_of_the_files_before_the_repair_does_not_complete_the_run(scenes: Scenes):
    assert "Review Status" in scenes["reported early"].turn.heard()
    assert scenes["reported early"].state["correction"]["kind"] == "completion_report"


def test_the_completed_run_leaves_the_session_free(scenes: Scenes, stage: Stage):
    assert (scenes["reviewed again"].state["policy_sha256"], scenes["released"].state["held"]) == (None, False)
    assert OUTSIDE in scenes["released"].files
    assert not (stage.data / "armed" / stage.talk.session).exists()


def test_the_ledger_is_whole(stage: Stage, scenes: Scenes):
    words = ("ledger", "verify", stage.talk.session, "--data", str(stage.data))
    code, screen = harness_state(*words, typed=(), env=stage.host.env)
    assert code == 0, screen
