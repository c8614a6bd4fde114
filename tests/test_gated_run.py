"""The spine of a gated run, through the hook commands as a host runs them."""

from __future__ import annotations

import pytest

from tests.support.artifacts import PLAN_PROMPT, completion, small_plan, summary, tiny_completion, tiny_plan
from tests.support.piped import PipedHost


def test_a_session_without_the_command_is_left_alone(host: PipedHost) -> None:
    assert host.fire("SessionStart", source="startup").silent
    assert host.prompt("please add a greeting").silent
    assert host.write("src/app2.py").silent
    assert host.stop("done").silent
    assert not host.data.exists()


def test_activation_arms_the_session_and_tells_the_model_how_to_go_on(host: PipedHost) -> None:
    reply = host.prompt("$harness add a greeting")
    assert host.armed
    assert host.state["phase"] == "planning"
    assert PLAN_PROMPT in reply.context
    assert "skills/harness/SKILL.md" in reply.context
    assert len(reply.context.encode()) < 2000


def test_before_approval_reads_pass_and_writes_are_denied(host: PipedHost) -> None:
    host.prompt("$harness add a greeting")
    assert host.shell("cat src/app.py").silent
    denial = host.write("src/new.py")
    assert denial.denied
    assert "no_authority" in denial.reason


def test_the_exact_y_grants_writes_inside_the_boundary_and_nowhere_else(host: PipedHost) -> None:
    reply = host.approve(tiny_plan("src/app.py"))
    assert host.state["phase"] == "implement"
    assert "src/app.py" in reply.context
    assert host.write("src/app.py").silent
    assert "outside_boundary" in host.write("src/other.py").reason
    assert host.shell("echo x > src/other.py").denied
    assert host.write("src/app.py", agent_id="kid", agent_type="worker").denied


def test_completion_ends_authority_and_the_next_prompt_releases(host: PipedHost) -> None:
    host.approve(tiny_plan("src/app.py"))
    ended = host.stop(tiny_completion())
    assert host.state["phase"] == "completed"
    assert "completed" in ended.message
    assert host.write("src/app.py").denied
    released = host.prompt("thank you")
    assert "Harness" in released.message
    assert not host.armed
    assert host.write("anything.txt").silent


def test_a_refused_plan_leaves_the_session_held(host: PipedHost) -> None:
    host.prompt("$harness x")
    host.stop(tiny_plan())
    host.prompt("n")
    assert host.state["phase"] == "cancelled"
    assert "held" in host.write("src/app.py").reason
    assert host.prompt("go on anyway").context
    assert host.write("src/app.py").denied
    assert host.shell("cat src/app.py").silent
    host.prompt("$harness:off")
    assert not host.armed
    assert host.write("src/app.py").silent


def test_small_work_goes_through_a_summary_and_can_end_degraded(host: PipedHost) -> None:
    host.approve(small_plan("src/**"))
    host.stop(summary())
    assert host.state["phase"] == "review"
    assert host.write("src/app.py").denied
    refused = host.stop(completion("completed", "clean_context_review_completed"))
    assert "Review" in refused.reason
    host.prompt("go on")
    host.stop(completion("degraded", "review_blocked_degraded"))
    assert host.state["phase"] == "degraded"
    assert host.state["held"] is True


@pytest.mark.parametrize("word", ["cancel", "stop", "abort", "취소", "중단"])
def test_a_cancel_word_ends_a_run_outside_a_gate(codex: PipedHost, word: str) -> None:
    codex.approve(tiny_plan())
    codex.prompt(word)
    assert codex.state["phase"] == "cancelled"
    assert codex.write("src/app.py").denied


def test_a_new_command_supersedes_the_run_and_inherits_nothing(host: PipedHost) -> None:
    host.approve(tiny_plan())
    host.prompt("$harness something else")
    state = host.state
    assert (state["revision"], state["phase"], state["policy_sha256"]) == (2, "planning", None)
    assert host.write("src/app.py").denied
