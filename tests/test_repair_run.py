"""The second half of a run, through the hook commands: review, Repair Plan, second review, Completion."""

from __future__ import annotations

import pytest

from tests.conftest import piped_host
from tests.support.artifacts import (
    GATE_ROWS,
    completion,
    handoff,
    ledger_table,
    repair_plan,
    review,
    small_plan,
    summary,
    tiny_plan,
)
from tests.support.kept import Kept
from tests.support.piped import PipedHost

REPAIRED = ledger_table(Repair_plan_approval="| Repair plan approval | yes | yes | y | approved | - |")


def test_review_finding_repair_second_review_and_completion(host: PipedHost) -> None:
    host.approve(small_plan("src/app.py"))
    assert host.write("src/app.py").silent
    host.stop(summary())
    assert host.state["phase"] == "review"
    host.prompt("go on")
    assert host.review(review("REPAIR_REQUIRED") + handoff()).silent
    assert host.evidence[-1]["counts"] is True

    source = host.state["accepted"]["plan"]
    opened = host.stop(repair_plan(source, "src/app.py", "src/b.py", add=("src/b.py",)))
    assert host.state["phase"] == "repair_pending"
    assert "+ src/b.py" in opened.message
    assert host.write("src/b.py").denied
    host.prompt("y")
    assert host.state["phase"] == "repair_implement"
    assert host.write("src/b.py").silent
    assert "outside_boundary" in host.write("src/c.py").reason

    host.stop(summary())
    assert host.state["phase"] == "post_repair_review"
    host.prompt("go on")
    report = completion("completed", "clean_context_review_completed", REPAIRED)
    assert "Review" in host.stop(report).reason, "the first review was of the files before the repair"
    host.prompt("go on")
    host.review(review("PASS") + handoff(), agent="reviewer-2")
    ended = host.stop(report)
    assert ended.answer.get("decision") is None
    assert host.state["phase"] == "completed"


def test_a_deviation_loses_authority_before_its_gate_opens(host: PipedHost) -> None:
    host.approve(tiny_plan("src/app.py"))
    plan = host.state["accepted"]["plan"]
    host.stop(repair_plan(plan, "src/app.py", "src/b.py", add=("src/b.py",), trigger="plan_deviation"))
    events = [record["event"] for record in host.ledger]
    assert events.index("authority_revoked") < len(events) - 1
    assert events[-1] == "gate_opened"
    assert host.write("src/app.py").denied
    host.prompt("n")
    assert host.state["phase"] == "cancelled"
    assert host.write("src/app.py").denied


def test_declined_repair_does_not_bring_implement_back(host: PipedHost) -> None:
    host.approve(tiny_plan("src/app.py"))
    plan = host.state["accepted"]["plan"]
    host.stop(repair_plan(plan, "src/app.py", trigger="plan_deviation"))
    host.prompt("revise: smaller")
    assert host.state["phase"] == "repair_planning"
    assert host.state["policy_sha256"] is None
    assert host.write("src/app.py").denied


@pytest.fixture(scope="module")
def approved(tmp_path_factory: pytest.TempPathFactory) -> Kept:
    """A conversation whose tiny Plan was approved."""
    folder = tmp_path_factory.mktemp("approved")
    host = piped_host(folder, "codex")
    host.approve(tiny_plan("src/app.py"))
    return Kept.of(host, folder)


@pytest.mark.parametrize(
    ("paths", "change", "word"),
    [
        (("src/app.py", "src/b.py"), {}, "write_boundary"),
        (("src/app.py",), {"add": ("src/b.py",)}, "write_boundary"),
        (("src/app.py",), {"add": ("src/app.py",)}, "write_boundary"),
        (("src/app.py",), {"remove": ("src/none.py",)}, "write_boundary"),
        (("src/app.py",), {"risk": ("High", "High")}, "risk.from"),
        (("src/app.py",), {"verification_commands": ["make test"]}, "verification"),
    ],
)
def test_a_repair_plan_must_descend_from_the_accepted_policy(
    approved: Kept, paths: tuple[str, ...], change: dict[str, object], word: str
) -> None:
    codex = approved.again()
    plan = codex.state["accepted"]["plan"]
    refused = codex.stop(repair_plan(plan, *paths, trigger="plan_deviation", **change))  # type: ignore[arg-type]
    assert word in refused.reason
    assert codex.state["phase"] == "implement"


def test_a_repair_plan_of_another_plan_is_refused(approved: Kept) -> None:
    codex = approved.again()
    refused = codex.stop(repair_plan("0" * 64, "src/app.py", trigger="plan_deviation"))
    assert "source_plan_sha256" in refused.reason


def test_a_second_repair_descends_from_the_first(approved: Kept) -> None:
    codex = approved.again()
    plan = codex.state["accepted"]["plan"]
    codex.stop(repair_plan(plan, "src/app.py", "src/b.py", add=("src/b.py",), trigger="plan_deviation"))
    codex.prompt("y")
    codex.stop(repair_plan(plan, "src/b.py", remove=("src/app.py",), trigger="plan_deviation"))
    assert codex.state["phase"] == "repair_pending"
    codex.prompt("y")
    assert codex.write("src/b.py").silent
    assert codex.write("src/app.py").denied


@pytest.mark.parametrize(
    ("phase", "fits"),
    [
        ("implement", "Repair Plan (trigger `plan_deviation`), Implementation Summary"),
        ("review", "Repair Plan, Completion"),
    ],
)
def test_a_plan_where_none_fits_is_told_and_its_y_too(host: PipedHost, phase: str, fits: str) -> None:
    host.approve(small_plan("src/app.py"))
    if phase == "review":
        host.stop(summary())
    shown = host.stop(small_plan("src/**"))
    assert fits in shown.reason and fits in shown.message
    answered = host.prompt("y")
    assert fits in answered.message and fits in answered.context
    assert host.state["phase"] == phase


def test_a_y_while_nothing_was_shown_is_told(codex: PipedHost) -> None:
    codex.prompt("$harness x")
    assert "Plan, Completion Report" in codex.prompt("y").message
    assert "Plan, Completion Report" not in codex.prompt("yes").message


def test_a_child_that_forgets_its_summary_is_stopped_once(host: PipedHost) -> None:
    host.approve(small_plan("src/app.py"))
    host.stop(summary())
    refused = host.review(review("PASS"))
    assert "SubagentStop Summary" in refused.reason
    repeated = host.fire(
        "SubagentStop",
        last_assistant_message=review("PASS"),
        stop_hook_active=True,
        agent_id="reviewer-1",
        agent_type="worker",
    )
    assert repeated.silent


@pytest.mark.parametrize(
    ("spawn", "lacks"),
    [({"fork_context": True}, "inherited_context"), ({"fork_turns": "all"}, "inherited_context")],
)
def test_a_reviewer_with_inherited_context_does_not_count(
    codex: PipedHost, spawn: dict[str, object], lacks: str
) -> None:
    codex.approve(small_plan("src/app.py"))
    codex.stop(summary())
    codex.review(review("PASS") + handoff(), spawn=spawn)
    assert lacks in codex.evidence[-1]["lacks"]


def test_an_agent_that_was_there_before_the_last_change_is_no_reviewer(host: PipedHost) -> None:
    host.approve(small_plan("src/app.py"))
    host.fire("SubagentStart", agent_id="early", agent_type="worker")
    host.write("src/app.py")
    host.stop(summary())
    host.review(review("PASS") + handoff(), agent="early")
    assert "started_before_change" in host.evidence[-1]["lacks"]


def test_a_reviewer_that_read_nothing_does_not_count(host: PipedHost) -> None:
    host.approve(small_plan("src/app.py"))
    host.write("src/app.py")
    host.stop(summary())
    host.tool("Agent" if host.host == "claude" else "spawn_agent", {"message": "review"})
    child = {"agent_id": "blind", "agent_type": "worker"}
    host.fire("SubagentStart", **child)
    host.fire("SubagentStop", last_assistant_message=review() + handoff(), stop_hook_active=False, **child)
    assert host.evidence[-1]["lacks"] == ["change_unread"]
    refused = host.stop(completion("completed", "clean_context_review_completed"))
    assert "change_unread" in refused.reason, "the next reviewer shall do better"


def test_the_worst_verdict_of_a_round_counts(codex: PipedHost) -> None:
    codex.approve(small_plan("src/app.py"))
    codex.write("src/app.py")
    codex.stop(summary())
    codex.review(review("REPAIR_REQUIRED") + handoff())
    codex.review(review("PASS") + handoff(), agent="second")
    refused = codex.stop(completion("completed", "clean_context_review_completed"))
    assert "REPAIR_REQUIRED" in refused.reason


def test_no_y_counts_while_the_tool_hook_has_never_run(host: PipedHost) -> None:
    host.silent_guard = True
    host.prompt("$harness x")
    host.stop(tiny_plan())
    reply = host.prompt("y")
    assert host.state["phase"] == "plan_pending"
    assert "PreToolUse" in reply.message
    host.shell("cat src/app.py")
    host.prompt("y")
    assert host.state["phase"] == "implement"


def test_an_artifact_written_again_in_one_turn_suspends_authority(host: PipedHost) -> None:
    host.approve(tiny_plan("src/app.py"))
    host.stop("# Completion Report\n\nbroken")
    told = host.stop("# Completion Report\n\nagain", stop_hook_active=True)
    assert told.message
    assert "suspended" in host.write("src/app.py").reason
    assert "Completion Report" in host.prompt("go on").context
    assert "suspended" in host.write("src/app.py").reason
    host.stop(repair_plan(host.state["accepted"]["plan"], "src/app.py", trigger="plan_deviation"))
    host.prompt("y")
    assert host.write("src/app.py").silent


def test_a_plan_rewritten_in_the_same_turn_cannot_be_approved_by_the_gate_before(host: PipedHost) -> None:
    host.prompt("$harness x")
    host.stop(tiny_plan("src/app.py"))
    host.prompt("more please")
    host.stop("# Plan\n\nbroken")
    host.stop(tiny_plan("src/**"), stop_hook_active=True)
    host.prompt("y")
    assert host.state["phase"] == "plan_pending"
    assert host.ledger[-1]["reason"] == "question_not_last"


@pytest.mark.parametrize("level", ["minimal", "low", "medium"])
def test_no_gate_opens_below_high_effort(tmp_path_factory: pytest.TempPathFactory, level: str) -> None:
    from tests.conftest import piped_host

    host = piped_host(tmp_path_factory.mktemp("effort"), "claude")
    host.prompt("$harness x")
    refused = host.stop(tiny_plan(), effort={"level": level})
    assert level in refused.reason
    assert host.state["phase"] == "planning"


def test_no_gate_opens_over_a_scheduled_prompt(tmp_path_factory: pytest.TempPathFactory) -> None:
    from tests.conftest import piped_host

    host = piped_host(tmp_path_factory.mktemp("cron"), "claude")
    host.prompt("$harness x")
    refused = host.stop(tiny_plan(), session_crons=[{"id": "c1", "cron": "* * * * *", "prompt": "y"}])
    assert "CronDelete" in refused.reason
    assert host.state["pending"] is None


def test_a_claim_of_approval_that_the_ledger_contradicts_is_refused(codex: PipedHost) -> None:
    codex.approve(small_plan("src/app.py"))
    row = GATE_ROWS["Repair plan approval"].replace("| - | not_requested", "| y | approved")
    refused = codex.stop(completion("degraded", ledger=ledger_table(Repair_plan_approval=row)))
    assert "Repair plan approval" in refused.reason


def test_many_faults_are_counted_and_never_break_the_record(codex: PipedHost) -> None:
    codex.prompt("$harness x")
    refused = codex.stop(tiny_plan(*[f"/{number:03d}" + "é" * 120 for number in range(200)]))
    assert refused.answer["decision"] == "block"
    assert codex.state["correction"]["kind"] == "plan"
    assert len(refused.reason) < 10_000


def test_a_plan_behind_other_words_opens_no_gate_and_the_person_is_told(codex: PipedHost) -> None:
    codex.prompt("$harness x")
    told = codex.stop("Here it is:\n\n" + tiny_plan())
    assert "Plan" in told.message
    assert codex.state["pending"] is None


@pytest.mark.parametrize("gate", ["Scope expansion approval", "Verification exception approval"])
def test_no_y_is_claimed_for_what_no_gate_asked(codex: PipedHost, gate: str) -> None:
    codex.approve(small_plan("src/app.py"))
    row = f"| {gate} | yes | yes | y | approved | - |"
    refused = codex.stop(completion("degraded", ledger=ledger_table(**{gate.replace(" ", "_"): row})))
    assert gate in refused.reason


def test_what_only_a_command_has_changed_can_be_reviewed(codex: PipedHost) -> None:
    codex.data.mkdir(mode=0o700)
    (codex.data / "config.json").write_text('{"confinement": "best_effort"}', "utf-8")
    make = {"command": "cp src/app.py src/made.py", "evidence": False}
    codex.approve(small_plan("src/**", commands=(make,)))
    codex.run_shell("cp src/app.py src/made.py")
    assert (codex.workspace / "src/made.py").exists()
    codex.stop(summary())
    codex.tool("spawn_agent", {"message": "review"})
    child = {"agent_id": "kid", "agent_type": "worker"}
    codex.fire("SubagentStart", **child)
    for line, lacks in (("cat src/app.py", ["change_unread"]), ("ls src; cat src/made.py", [])):
        codex.shell(line, **child)
        codex.fire("SubagentStop", last_assistant_message=review() + handoff(), stop_hook_active=False, **child)
        assert codex.evidence[-1]["lacks"] == lacks
