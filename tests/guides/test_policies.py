"""Completion policies against evidence: met, not met, and what nobody can tell."""

from __future__ import annotations

import pytest

from harness_runtime.guides.document import CompletionPolicy, Sensor
from harness_runtime.guides.evidence import CommandRun, Evidence, Worker
from harness_runtime.guides.policies import check_policy
from harness_runtime.guides.sensors.result import Outcome, Result


def result(name: str, outcome: str, *, blocking: bool = True, timing: str = "fast", attempts: int = 1) -> Result:
    sensor = Sensor(name=name, command="true", blocking=blocking, timing=timing)
    return Result(sensor, Outcome(outcome), attempts=attempts)


RED, GREEN, OTHER = CommandRun("pytest", False), CommandRun("pytest", True), CommandRun("ruff", True)

CASES = [
    ("require_fast_sensors", Evidence(), "met"),
    ("require_fast_sensors", Evidence(results=(result("a", "passed"),)), "met"),
    ("require_fast_sensors", Evidence(results=(result("a", "passed"), result("b", "failed"))), "unmet"),
    ("require_fast_sensors", Evidence(results=(result("a", "timed_out"),)), "unmet"),
    ("require_fast_sensors", Evidence(results=(result("a", "not_started"),)), "unmet"),
    ("require_fast_sensors", Evidence(results=(result("a", "failed", blocking=False),)), "met"),
    ("require_fast_sensors", Evidence(results=(result("a", "failed", timing="slow"),)), "met"),
    ("require_reproduction_or_note", Evidence(), "guidance"),
    ("require_reproduction_or_note", Evidence(runs=(), report={}), "unmet"),
    ("require_reproduction_or_note", Evidence(runs=(GREEN,), report={}), "unmet"),
    ("require_reproduction_or_note", Evidence(runs=(RED,), report={}), "met"),
    ("require_reproduction_or_note", Evidence(runs=(), report={"Verification": "Could not Reproduce it."}), "met"),
    ("require_reproduction_or_note", Evidence(runs=(), report={"Verification": "재현하지 못했다"}), "met"),
    ("require_reproduction_or_note", Evidence(runs=(GREEN,)), "guidance"),
    ("require_changed_scope_summary", Evidence(), "guidance"),
    ("require_changed_scope_summary", Evidence(report={}), "unmet"),
    ("require_changed_scope_summary", Evidence(report={"Changed Files": "- `src/a.py`"}), "met"),
    ("require_failing_test_first_or_waiver", Evidence(), "guidance"),
    ("require_failing_test_first_or_waiver", Evidence(runs=(RED, GREEN), report={}), "met"),
    ("require_failing_test_first_or_waiver", Evidence(runs=(GREEN, RED), report={}), "unmet"),
    ("require_failing_test_first_or_waiver", Evidence(runs=(RED, OTHER), report={}), "unmet"),
    ("require_failing_test_first_or_waiver", Evidence(runs=(), report={"Follow-up": "Waived: no behavior"}), "met"),
    ("require_failing_test_first_or_waiver", Evidence(runs=(), report={"Follow-up": "면제: 문서만"}), "met"),
    ("require_all_workers_validated", Evidence(), "guidance"),
    ("require_all_workers_validated", Evidence(workers=()), "met"),
    ("require_all_workers_validated", Evidence(workers=(Worker("a", True), Worker("b", False))), "unmet"),
    ("require_all_workers_validated", Evidence(workers=(Worker("a", True),)), "met"),
    ("require_campaign_validation", Evidence(), "guidance"),
    ("require_campaign_validation", Evidence(gates_passed=True), "met"),
    ("require_campaign_validation", Evidence(gates_passed=False), "unmet"),
]


@pytest.mark.parametrize(("key", "evidence", "status"), CASES)
def test_a_requirement_is_held_against_the_evidence(key: str, evidence: Evidence, status: str) -> None:
    policy = CompletionPolicy.model_validate({"name": "P", key: True})
    assert [(found.key, found.status.value) for found in check_policy(policy, evidence)] == [(key, status)]


@pytest.mark.parametrize(
    ("text", "changed", "status"),
    [
        ("src/a.py", "src/b.py", "unmet"),
        ("- src/b.py.", "src/b.py", "met"),
        ("`src/b.py`", "src/b.py", "met"),
        ("src/b.pyi", "src/b.py", "unmet"),
        ("all of src/", "src/x/b.py", "met"),
        ("src/**", "src/x/b.py", "met"),
        ("src/x/", "src/b.py", "unmet"),
        ("src/x.py", "x.py", "unmet"),
    ],
)
def test_the_scope_is_summarized_when_each_file_or_a_folder_of_it_is_named(
    text: str, changed: str, status: str
) -> None:
    evidence = Evidence(report={"Changed Files": text}, changed_files=(changed,))
    [found] = check_policy(CompletionPolicy(name="P", require_changed_scope_summary=True), evidence)
    assert found.status.value == status


@pytest.mark.parametrize(
    ("step", "status"),
    [
        ("unit", "met"),  # a sensor
        ("lint", "unmet"),
        ("pytest", "met"),  # a command: its last run counts
        ("ruff", "unmet"),
        ("look at the screen", "guidance"),
    ],
)
def test_a_validation_step_that_is_a_sensor_or_a_command_is_checked(step: str, status: str) -> None:
    evidence = Evidence(
        results=(result("unit", "passed"), result("lint", "failed")),
        runs=(RED, GREEN, OTHER, CommandRun("ruff", False)),
    )
    [found] = check_policy(CompletionPolicy(name="P", required_validation_steps=[step]), evidence)
    assert (found.step, found.status.value) == (step, status)
    assert found.line("en") == f"Required validation step: {step}"


def test_what_a_policy_does_not_ask_for_is_not_checked() -> None:
    assert check_policy(CompletionPolicy(name="P"), Evidence(gates_passed=False)) == []
