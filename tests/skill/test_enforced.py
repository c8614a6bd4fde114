"""Rules of the texts that no other test holds to the hooks."""

from __future__ import annotations

import json

import pytest

from harness_runtime.events.gate.terminal import approve
from harness_runtime.session.store import Store
from tests.support.artifacts import (
    completion,
    handoff,
    review,
    small_plan,
    summary,
    tiny_plan,
)
from tests.support.piped import PipedHost


def test_a_report_without_a_run_passes_and_creates_nothing(host: PipedHost) -> None:
    """[H-STOP-2]"""
    assert host.stop(completion()).silent
    assert not host.data.exists()


@pytest.mark.parametrize("message", [review(), review() + handoff()])
def test_a_root_that_shows_a_review_changes_nothing(host: PipedHost, message: str) -> None:
    """[H-PHASE-2]"""
    host.approve(small_plan("src/app.py"))
    host.stop(summary())
    assert "Clean-context Review" in host.stop(message).reason
    assert host.state["phase"] == "review"
    assert not (host.folder / "evidence.jsonl").exists()


@pytest.mark.parametrize("command", ["make a && make b", "make | tail", "make > log", "make; true"])
def test_a_verification_command_is_one_command(host: PipedHost, command: str) -> None:
    """[H-POL-5]"""
    host.prompt("$harness x")
    assert command in host.stop(tiny_plan(commands=(command,))).reason
    assert host.state["phase"] == "planning"


def planner(host: PipedHost, plan: str) -> None:
    child = {"agent_id": "planner-1", "agent_type": "harness:planner"}
    host.fire("SubagentStart", **child)
    host.fire("SubagentStop", last_assistant_message=plan, stop_hook_active=False, **child)


def test_a_missing_planner_is_named_at_the_gate(host: PipedHost) -> None:
    """[H-SUB-3]"""
    host.prompt("$harness x")
    assert "planner: degraded" in host.stop(small_plan()).message
    assert host.ledger[-1]["planner"] == "degraded"


def test_a_planner_s_plan_is_evidence_for_the_gate(host: PipedHost) -> None:
    """[H-SUB-3] Its summary stands before the gate section [H-SUB-4]."""
    draft = small_plan().replace("## Approval Gate", f"{handoff('planner').strip()}\n\n## Approval Gate")
    host.prompt("$harness x")
    planner(host, draft)
    assert "planner: degraded" not in host.stop(small_plan()).message
    assert host.state["pending"]["sha256"] != host.evidence[-1]["sha256"]


def test_with_a_second_factor_a_y_is_only_noted(host: PipedHost) -> None:
    """[H-GATE-10]"""
    host.data.mkdir(parents=True)
    (host.data / "config.json").write_text(json.dumps({"approval": "terminal"}), "utf-8")
    noted = host.approve(tiny_plan("src/app.py"))
    assert "harness-state approve" in noted.reason
    assert host.state["phase"] == "plan_pending"
    assert host.write("src/app.py").denied
    approve(Store(str(host.data), host.session_id), host.state["pending"]["sha256"])
    assert host.write("src/app.py").silent
    assert "src/app.py" in host.prompt("go").context


def test_a_denial_is_said_in_every_form(host: PipedHost) -> None:
    """[H-DENY-1] Canonical JSON, the legacy block, stderr and the exit code."""
    host.prompt("$harness x")
    denial = host.write("src/app.py")
    assert denial.denied
    assert denial.answer["hookSpecificOutput"]["permissionDecisionReason"] == denial.reason


def test_a_child_s_artifact_changes_no_state(host: PipedHost) -> None:
    """[H-SUB-2]"""
    host.approve(small_plan("src/app.py"))
    before = host.state
    planner(host, completion())
    planner(host, summary() + handoff("implementer"))
    assert host.state == before
    assert [record["kind"] for record in host.evidence if "sha256" in record] == ["implementation_summary"]
