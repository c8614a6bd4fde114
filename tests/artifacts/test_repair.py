"""A Repair Plan: its form, and its descent from the policy that was accepted before it."""

from __future__ import annotations

import json
from typing import Any

import pytest

from harness_runtime.artifacts.canonical import canonical_bytes
from harness_runtime.artifacts.kinds import BY_NAME
from harness_runtime.artifacts.policy_block import Limits, VerificationCommand
from harness_runtime.artifacts.repair import Source, read_repair
from harness_runtime.artifacts.terms import Terms, terms_of_repair, terms_of_sealed
from tests.artifacts.texts import changed, found

PLAN = "a" * 64
PYTEST, LINT = VerificationCommand(command="pytest -q"), VerificationCommand(command="ruff check", evidence=False)
TERMS = Terms(
    classification="Small",
    risk="Low",
    allowed_write_paths=("src/**", "tests/a.py"),
    commands=(PYTEST, LINT),
    scratch_paths=(".cache/**",),
    network="loopback",
    limits=Limits(seconds=30),
)
SOURCE = Source(PLAN, TERMS)
TINY = Source(PLAN, Terms("Tiny", "Low", ("a.py",), (), (), "none"))
SECTIONS = BY_NAME["repair_plan"].sections
QUESTION = "Proceed with this Repair Plan? [y/N]"
LINTED = {"command": "ruff check", "evidence": False}


def block(**changes: Any) -> dict[str, Any]:
    """The block that changes nothing but its reason; `boundary`, `verification` and `risk` go into the deltas."""
    deltas = {
        "scope": ["Handle the empty list"],
        "write_boundary": changes.pop("boundary", {"add": [], "remove": []}),
        "verification": changes.pop("verification", {"add": [], "remove": []}),
        "risk": changes.pop("risk", {"from": "Low", "to": "Low", "reason": "the same files"}),
    }
    return {
        "schema_version": 1,
        "trigger": "review_finding",
        "source_plan_sha256": PLAN,
        "deltas": deltas,
        "allowed_write_paths": ["src/**", "tests/a.py"],
        "verification_commands": ["pytest -q", LINTED],
        **changes,
    }


def repair(fields: dict[str, Any]) -> str:
    bodies = dict.fromkeys(SECTIONS, "words")
    bodies["Repair Context"] = f"```harness-policy\n{json.dumps(fields, ensure_ascii=False)}\n```"
    bodies["Repair Approval Gate"] = f"The answer decides.\n\n{QUESTION}"
    return "# Repair Plan\n\n" + "\n\n".join(f"## {name}\n\n{body}" for name, body in bodies.items()) + "\n"


def faults(text: str, source: Source = SOURCE) -> list[tuple[str, str]]:
    policy, named = read_repair(canonical_bytes(text), source)
    assert (policy is None) == bool(named)
    return found(named)


def of(*codes: str) -> list[tuple[str, str]]:
    return [("Repair Context", code) for code in codes]


def test_a_repair_plan_without_a_change_of_the_policy_is_valid() -> None:
    assert faults(repair(block())) == []


@pytest.mark.parametrize("name", SECTIONS)
def test_it_needs_its_section(name: str) -> None:
    assert (name, "section_missing") in faults(changed(repair(block()), f"## {name}\n", f"### {name}\n"))


def test_it_ends_with_its_own_question() -> None:
    text = changed(repair(block()), QUESTION, "Proceed with this Plan? [y/N]")
    assert ("Repair Approval Gate", "question_not_last") in faults(text)


LINEAGE = {
    "a deviation": (block(trigger="plan_deviation"), []),
    "a path more": (
        block(boundary={"add": ["b.py"], "remove": []}, allowed_write_paths=["src/**", "tests/a.py", "b.py"]), []),
    "a path less": (
        block(boundary={"add": [], "remove": ["tests/a.py"]}, allowed_write_paths=["src/**"]), []),
    "one path for another": (
        block(boundary={"add": ["b.py"], "remove": ["src/**"]}, allowed_write_paths=["tests/a.py", "b.py"]), []),
    "the same paths in another order": (block(allowed_write_paths=["tests/a.py", "src/**"]), []),
    "a command more": (
        block(verification={"add": ["make"], "remove": []}, verification_commands=["pytest -q", LINTED, "make"]), []),
    "a command less": (
        block(verification={"add": [], "remove": [LINTED]}, verification_commands=["pytest -q"]), []),
    "a command written as an object": (
        block(verification_commands=[{"command": "pytest -q"}, LINTED]), []),
    "a higher risk": (block(risk={"from": "Low", "to": "High", "reason": "x"}), []),
    "another source": (block(source_plan_sha256="b" * 64), of("lineage_source")),
    "another risk before": (block(risk={"from": "High", "to": "High", "reason": "x"}), of("lineage_risk")),
    "a path more than the deltas say": (
        block(allowed_write_paths=["src/**", "tests/a.py", "b.py"]), of("lineage_list")),
    "a path less than the deltas say": (block(allowed_write_paths=["src/**"]), of("lineage_list")),
    "a wider path in the place of one": (block(allowed_write_paths=["**", "tests/a.py"]), of("lineage_list")),
    "an added path that is not in the list": (block(boundary={"add": ["b.py"], "remove": []}), of("lineage_list")),
    "a removed path that still is": (block(boundary={"add": [], "remove": ["src/**"]}), of("lineage_list")),
    "a path added again": (block(boundary={"add": ["src/**"], "remove": []}), of("lineage_delta")),
    "a path removed that was not there": (block(boundary={"add": [], "remove": ["b.py"]}), of("lineage_delta")),
    "no commands any more": (block(verification_commands=[]), of("lineage_list")),
    "a command that is no evidence any more": (
        block(verification_commands=[{"command": "pytest -q", "evidence": False}, LINTED]), of("lineage_list")),
    "a command that takes more words now": (
        block(verification_commands=[{"command": "pytest -q", "more_args": True}, LINTED]), of("lineage_list")),
    "a removed command that was another": (
        block(verification={"add": [], "remove": ["ruff check"]}), of("lineage_delta")),
    "the same command twice": (block(verification_commands=["pytest -q", "pytest -q", LINTED]), of("lineage_list")),
    "the same path twice": (
        block(allowed_write_paths=["src/**", "src/**", "tests/a.py"]), of("path_repeated", "lineage_list")),
    "a path that is none": (
        block(boundary={"add": ["../x"], "remove": []}, allowed_write_paths=["src/**", "tests/a.py", "../x"]),
        of("path_form")),
    "everything wrong": (
        block(source_plan_sha256="b" * 64, risk={"from": "High", "to": "Low", "reason": "x"}, allowed_write_paths=[],
              verification_commands=[]),
        of("lineage_source", "lineage_risk", "lineage_list", "lineage_list")),
}  # fmt: skip


@pytest.mark.parametrize(("fields", "expected"), LINEAGE.values(), ids=LINEAGE.keys())
def test_lineage(fields: dict[str, Any], expected: list[tuple[str, str]]) -> None:
    assert faults(repair(fields)) == expected


FIELDS = {
    "a classification": {"classification": "Small"},
    "a network": {"network": "full"},
    "scratch paths": {"scratch_paths": []},
    "a topology": {"topology": None},
    "another trigger": {"trigger": "user_request"},
    "a short hash": {"source_plan_sha256": "a" * 12},
    "a hash in capitals": {"source_plan_sha256": "A" * 64},
    "no deltas": {"deltas": {}},
    "true for 1": {"schema_version": True},
    "an empty command": {"verification_commands": [""]},
    "an empty added command": {"verification": {"add": [""], "remove": []}},
    "no reason": {"risk": {"from": "Low", "to": "Low", "reason": ""}},
    "another risk word": {"risk": {"from": "Low", "to": "None", "reason": "x"}},
    "the field's own name": {"risk": {"was": "Low", "becomes": "Low", "reason": "x"}},
    "scope as text": {"deltas": {**block()["deltas"], "scope": "x"}},
}


@pytest.mark.parametrize("fields", FIELDS.values(), ids=FIELDS.keys())
def test_a_field_that_is_none(fields: dict[str, Any]) -> None:
    found = faults(repair(block(**fields)))
    assert found and {(section, code.startswith("policy_")) for section, code in found} == {("Repair Context", True)}


@pytest.mark.parametrize(
    ("paths", "expected"),
    [
        (["a.py"], []),
        (["a.py", "b.py", "c.py"], []),
        (["a.py", "b.py", "c.py", "d.py"], of("tiny_paths")),
        (["a.py", "b/*"], of("tiny_paths")),
    ],
)
def test_tiny_work_stays_tiny(paths: list[str], expected: list[tuple[str, str]]) -> None:
    fields = block(boundary={"add": paths[1:], "remove": []}, allowed_write_paths=paths, verification_commands=[])
    assert faults(repair(fields), TINY) == expected


# Terms


def test_a_repair_inherits_what_it_cannot_change() -> None:
    policy, _ = read_repair(canonical_bytes(repair(block(risk={"from": "Low", "to": "High", "reason": "x"}))), SOURCE)
    assert policy is not None
    assert terms_of_repair(policy, TERMS) == Terms(
        "Small",
        "High",
        TERMS.allowed_write_paths,
        TERMS.commands,
        TERMS.scratch_paths,
        "loopback",
        Limits(seconds=30),
    )


def test_terms_come_back_from_a_sealed_policy() -> None:
    sealed = {
        "classification": "Small",
        "risk": "Low",
        "allowed_write_paths": ["src/**", "tests/a.py"],
        "verification_commands": [{**command.model_dump(), "words": ["x"]} for command in TERMS.commands],
        "scratch_paths": [".cache/**"],
        "network": "loopback",
        "limits": {"seconds": 30, "processes": 512, "file_mb": 1024},
    }
    assert terms_of_sealed(sealed) == TERMS
