"""An agent that does what SKILL.md says, with the forms of the templates, gets through whole runs on both hosts."""

from __future__ import annotations

import pytest

from tests.skill.texts import PROFILES, fill, forms
from tests.support.artifacts import PLAN_PROMPT, REPAIR_PROMPT
from tests.support.piped import PipedHost, Reply

NO_COMMANDS = {'["pytest -q tests/test_app.py"]': "[]"}
APPROVED_REPAIR = {
    "| Repair plan approval | no | no | none | not_requested | none |": (
        "| Repair plan approval | yes | yes | y | approved | words |"
    )
}
DEGRADED = {"\ncompleted\n": "\ndegraded\n", "\nclean_context_review_completed\n": "\nreview_blocked_degraded\n"}
NOT_RUN = {
    "| Verification exception approval | no | no | none | not_requested | none |": (
        "| Verification exception approval | yes | no | none | degraded | not run |"
    ),
    "\ncompleted\n": "\ncompleted_with_residual_risk\n",
}


def form(template: str, index: int = 0, **changes: str) -> str:
    return fill(forms(template)[index], **changes)


def start(host: PipedHost) -> None:
    """Start, step 1: both startup files are read with a tool call, then the context is found."""
    context = host.prompt("$harness handle the empty list").context
    assert context.startswith("Harness active:")
    for name in ("skills/harness/SKILL.md", "docs/contracts/harness-contract.md"):
        assert name in context
        assert host.shell(f"cat {host.plugin}/{name}").silent


def plan(host: PipedHost, index: int = 0, **changes: str) -> Reply:
    shown = form("plan", index, **changes)
    assert shown.rstrip().endswith(PLAN_PROMPT)
    return host.stop(shown)


def delegate(host: PipedHost, message: str, name: str, *reads: str) -> None:
    """A child by its profile, or without one where the host has none. It reads and delivers."""
    fresh = {"prompt": name, "subagent_type": f"harness:{name}"}
    assert f"agents/{name}.md" in PROFILES
    if host.host == "claude":
        assert host.tool("Agent", fresh).silent
    else:
        assert host.tool("spawn_agent", {"message": name, "fork_turns": "none"}).silent
    child = {"agent_id": f"{name}-{host.turn}", "agent_type": f"harness:{name}"}
    host.fire("SubagentStart", **child)
    for command in reads:
        assert host.shell(command, **child).silent
    told = host.fire("SubagentStop", last_assistant_message=message, stop_hook_active=False, **child)
    assert told.silent, told.reason


def draft_of_planner() -> str:
    handoff = form("review").split("## SubagentStop Summary")[1].replace("Role: reviewer", "Role: planner")
    return form("plan", **NO_COMMANDS).replace(
        "## Approval Gate", f"## SubagentStop Summary{handoff}\n## Approval Gate"
    )


def test_tiny(host: PipedHost) -> None:
    start(host)
    plan(host, 1)
    assert "completion-report.md" in host.prompt("y").context
    assert host.write("docs/usage.md").silent
    host.stop(form("completion-report", 1))
    assert host.state["phase"] == "completed"
    host.prompt("thanks")
    assert not host.armed


def test_small_with_repair(host: PipedHost) -> None:
    start(host)
    delegate(host, draft_of_planner(), "planner", "cat src/app.py")
    assert "degraded" not in plan(host, **NO_COMMANDS).message
    told = host.prompt("y").context
    source = host.state["accepted"]["plan"]
    assert source in told, "a Repair Plan has to name it whole"
    assert host.write("src/app/lists.py").silent
    host.stop(form("implement"))
    assert "reviewer-brief.md" in host.prompt("go on").context
    found = form("review", **{"\nPASS\n": "\nREPAIR_REQUIRED\n"})
    delegate(host, found, "reviewer", "cat src/app/lists.py")

    repair = form("repair-plan", **NO_COMMANDS, **{"0" * 64: source})
    assert repair.rstrip().endswith(REPAIR_PROMPT)
    host.stop(repair)
    assert host.state["phase"] == "repair_pending"
    host.prompt("y")
    assert host.write("src/b.py").silent
    host.stop(form("implement"))
    host.prompt("go on")
    delegate(host, form("review"), "reviewer", "cat src/b.py")
    ended = host.stop(form("completion-report", **APPROVED_REPAIR))
    assert host.state["phase"] == "completed", ended.reason


def test_small_whose_command_has_no_passing_run(host: PipedHost) -> None:
    start(host)
    plan(host)
    host.prompt("y")
    host.write("src/app/lists.py")
    told = host.stop(form("implement")).message
    assert "pytest -q tests/test_app.py" in told
    host.prompt("go on")
    delegate(host, form("review"), "reviewer", "cat src/app/lists.py")
    ended = host.stop(form("completion-report", **NOT_RUN))
    assert host.state["phase"] == "completed_with_residual_risk", ended.reason


def test_degraded_without_a_reviewer(host: PipedHost) -> None:
    start(host)
    assert "planner: degraded" in plan(host, **NO_COMMANDS).message
    host.prompt("y")
    host.write("src/app/lists.py")
    host.stop(form("implement"))
    host.prompt("go on")
    ended = host.stop(form("completion-report", **DEGRADED))
    assert host.state["phase"] == "degraded", ended.reason
    assert host.state["held"] is True


@pytest.mark.parametrize("status", ["blocked", "degraded", "cancelled"])
def test_an_end_before_any_approval_uses_the_full_form(host: PipedHost, status: str) -> None:
    start(host)
    row = {
        "| Plan approval | yes | yes | y | approved | <short hash> |": (
            "| Plan approval | yes | no | none | not_requested | words |"
        )
    }
    states = DEGRADED | {"\ncompleted\n": f"\n{status}\n"}
    ended = host.stop(form("completion-report", **states, **row))
    assert host.state["phase"] == status, ended.reason
