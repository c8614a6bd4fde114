"""Escalation rules: when each condition holds, and with what words it is put to the person."""

from __future__ import annotations

import pytest

from harness_runtime.guides.document import EscalationRule
from harness_runtime.guides.escalation import CONDITIONS, escalations
from harness_runtime.guides.evidence import Evidence
from harness_runtime.guides.policies import Requirement, Status
from tests.guides.test_policies import result

UNMET = Requirement("require_fast_sensors", Status.UNMET)
GUIDANCE = Requirement("require_campaign_validation", Status.GUIDANCE)


def details(condition: str, evidence: Evidence, *requirements: Requirement, action: str = "ask_user") -> list[str]:
    rule = EscalationRule(name="E", condition=condition, action=action)
    return [found.detail for found in escalations([rule], evidence, requirements, "en")]


def test_the_conditions_are_those_of_the_document() -> None:
    assert list(CONDITIONS) == [
        "blocking_sensor_failed",
        "missing_required_evidence",
        "snapshot_or_golden_changed",
        "unresolved_risks",
        "retry_limit_exhausted",
    ]


@pytest.mark.parametrize(
    ("outcome", "blocking", "holds"),
    [
        ("failed", True, 1),
        ("timed_out", True, 1),
        ("not_started", True, 1),
        ("passed", True, 0),
        ("failed", False, 0),
    ],
)
def test_blocking_sensor_failed(outcome: str, blocking: bool, holds: int) -> None:
    evidence = Evidence(results=(result("unit", outcome, blocking=blocking),))
    assert details("blocking_sensor_failed", evidence) == ["unit"] * holds


@pytest.mark.parametrize(
    ("requirements", "expected"),
    [((), []), ((GUIDANCE,), []), ((UNMET, GUIDANCE), ["Fast blocking sensors must pass."])],
)
def test_missing_required_evidence(requirements: tuple[Requirement, ...], expected: list[str]) -> None:
    assert details("missing_required_evidence", Evidence(), *requirements) == expected


@pytest.mark.parametrize(
    ("path", "holds"),
    [
        ("web/__snapshots__/a.js.snap", True),
        ("a.snap", True),
        ("tests/golden/out.txt", True),
        ("tests/out.golden", True),
        ("tests/snapshots/a.txt", True),
        ("tests/a.approved.txt", True),
        ("tests/__snapshots__/x.ambr", True),
        ("src/snapshot.py", False),
        ("golden.py", False),
    ],
)
def test_snapshot_or_golden_changed(path: str, holds: bool) -> None:
    assert details("snapshot_or_golden_changed", Evidence(changed_files=(path,))) == ([path] if holds else [])


@pytest.mark.parametrize(
    ("risks", "expected"),
    [
        ("None", []),
        ("- none.", []),
        ("없음", []),
        ("`N/A`", []),
        ("", []),
        ("- the cache is not invalidated\n- none", ["the cache is not invalidated"]),
        ("No test covers Windows.", ["No test covers Windows."]),
    ],
)
def test_unresolved_risks(risks: str, expected: list[str]) -> None:
    assert details("unresolved_risks", Evidence(report={"Residual Risks": risks})) == expected


@pytest.mark.parametrize(
    ("retries", "attempts", "outcome", "holds"),
    [
        (2, 3, "failed", True),
        (2, 3, "timed_out", True),
        (2, 3, "passed", False),
        (2, 1, "failed", False),
        (0, 1, "failed", False),
    ],
)
def test_retry_limit_exhausted(retries: int, attempts: int, outcome: str, holds: bool) -> None:
    evidence = Evidence(results=(result("unit", outcome, attempts=attempts),), retries=retries)
    assert details("retry_limit_exhausted", evidence) == (["unit"] if holds else [])


@pytest.mark.parametrize(("condition", "action"), [("full_moon", "ask_user"), ("unresolved_risks", "ring_a_bell")])
def test_an_unknown_condition_or_action_does_nothing(condition: str, action: str) -> None:
    assert details(condition, Evidence(report={"Residual Risks": "fire"}), action=action) == []


@pytest.mark.parametrize(("message", "said"), [("Look at it.", "Look at it."), ("", "Risks are unresolved: fire")])
def test_the_rule_s_message_goes_before_the_condition_s(message: str, said: str) -> None:
    rule = EscalationRule(name="E", condition="unresolved_risks", message=message)
    [found] = escalations([rule], Evidence(report={"Residual Risks": "fire"}), [], "en")
    assert found.message("en") == said


def test_a_long_list_is_cut() -> None:
    evidence = Evidence(changed_files=tuple(f"{n}.snap" for n in range(9)))
    assert details("snapshot_or_golden_changed", evidence) == ["0.snap, 1.snap, 2.snap, 3.snap, 4.snap, …"]
