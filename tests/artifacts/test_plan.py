"""A Plan whole: the Tiny form, the agreement of words and policy, the topology, the gate section."""

from __future__ import annotations

from typing import Any

import pytest

from harness_runtime.artifacts.canonical import canonical_bytes
from harness_runtime.artifacts.kinds import BY_NAME
from harness_runtime.artifacts.plan import read_plan
from tests.artifacts.texts import changed, plan_faults
from tests.support.artifacts import PLAN_PROMPT, SERIAL, small_plan, tiny_plan

TINY = BY_NAME["plan"].tiny
FULL = BY_NAME["plan"].sections


@pytest.mark.parametrize("plan", [tiny_plan(), small_plan()], ids=["Tiny", "Small"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_a_valid_plan_has_no_fault(plan: str, end: str) -> None:
    assert plan_faults(plan.replace("\n", end)) == []


def test_a_valid_plan_brings_its_policy() -> None:
    plan, _ = read_plan(canonical_bytes(tiny_plan("src/a.py")))
    assert plan is not None and plan.policy.allowed_write_paths == ["src/a.py"]


# The Tiny form


@pytest.mark.parametrize("name", TINY)
def test_tiny_needs_its_section(name: str) -> None:
    faults = plan_faults(changed(tiny_plan(), f"## {name}\n", f"### {name}\n"))
    assert (name, "section_missing") in faults or (name, "policy_misplaced") in faults


@pytest.mark.parametrize("name", FULL)
def test_small_needs_its_section(name: str) -> None:
    faults = plan_faults(changed(small_plan(), f"## {name}\n", f"### {name}\n"))
    assert (name, "section_missing") in faults


@pytest.mark.parametrize("name", [name for name in FULL if name not in TINY])
def test_tiny_does_without_the_others(name: str) -> None:
    assert f"## {name}" not in tiny_plan()


def test_small_in_the_short_form_lacks_six_sections() -> None:
    text = changed(tiny_plan(classification="Small", topology=SERIAL), "\nTiny\n", "\nSmall\n")
    assert [code for _, code in plan_faults(text)] == ["section_missing"] * 6


@pytest.mark.parametrize(
    ("paths", "faults"),
    [
        (("a",), []),
        (("a", "b", "c"), []),
        (("a", "b", "c", "d"), ["tiny_paths"]),
        (("src/*",), ["tiny_paths"]),
        (("src/**",), ["tiny_paths"]),
        (("a?.py",), ["tiny_paths"]),
    ],
)
def test_tiny_names_at_most_three_literal_paths(paths: tuple[str, ...], faults: list[str]) -> None:
    assert [code for _, code in plan_faults(tiny_plan(*paths))] == faults


def test_tiny_may_write_nothing() -> None:
    assert plan_faults(tiny_plan(allowed_write_paths=[])) == []


@pytest.mark.parametrize(
    ("network", "faults"), [("none", []), ("loopback", ["tiny_network"]), ("full", ["tiny_network"])]
)
def test_tiny_has_no_network(network: str, faults: list[str]) -> None:
    assert [code for _, code in plan_faults(tiny_plan(network=network))] == faults


@pytest.mark.parametrize("network", ["none", "loopback", "full"])
def test_small_may_have_a_network(network: str) -> None:
    assert plan_faults(small_plan(network=network)) == []


def test_tiny_needs_no_topology() -> None:
    assert plan_faults(tiny_plan(topology=None)) == []


# Words and policy agree

CLASSIFICATION = [
    ("Small", []),
    ("small", []),
    ("**Small**", []),
    ("`Small`", []),
    ("Small: two files, one writer.", []),
    ("분류: Small", []),
    ("Small. Really small.", []),
    ("Tiny", ["word_disagrees"]),
    ("Non-trivial", ["word_disagrees"]),
    ("Small, not Tiny", ["word_disagrees"]),
    ("Small\n\nor Non-trivial", ["word_disagrees"]),
    ("two files", ["word_disagrees"]),
    ("Smallish", ["word_disagrees"]),
    ("too-Small", ["word_disagrees"]),
    ("Sm\u0430ll", ["word_disagrees"]),
]
RISK = [
    ("Low", []),
    ("low", []),
    ("Low, nothing else uses it.", []),
    ("High", ["word_disagrees"]),
    ("Low to Medium", ["word_disagrees"]),
    ("none", ["word_disagrees"]),
    ("Lower than before", ["word_disagrees"]),
    ("Low-level code", ["word_disagrees"]),
]


@pytest.mark.parametrize(("words", "faults"), CLASSIFICATION)
def test_the_classification_is_the_policy_s(words: str, faults: list[str]) -> None:
    text = changed(small_plan(), "## Task Classification\n\nSmall\n", f"## Task Classification\n\n{words}\n")
    assert plan_faults(text) == [("Task Classification", code) for code in faults]


@pytest.mark.parametrize(("words", "faults"), RISK)
def test_the_risk_is_the_policy_s(words: str, faults: list[str]) -> None:
    text = changed(small_plan(), "## Risk Level\n\nLow\n", f"## Risk Level\n\n{words}\n")
    assert plan_faults(text) == [("Risk Level", code) for code in faults]


def test_the_risk_of_a_tiny_plan_agrees_too_when_it_is_told() -> None:
    text = changed(tiny_plan(), "## Approval Gate", "## Risk Level\n\nHigh\n\n## Approval Gate")
    assert plan_faults(text) == [("Risk Level", "word_disagrees")]


def test_a_change_of_the_policy_alone_is_noticed() -> None:
    assert plan_faults(small_plan(risk="High")) == [("Risk Level", "word_disagrees")]


def test_all_disagreements_are_named_at_once() -> None:
    text = changed(small_plan("/x", risk="High", network="full"), "mode: serial\n", "")
    assert plan_faults(text) == [
        ("Write Boundary", "path_form"),
        ("Risk Level", "word_disagrees"),
        ("Subagent Topology", "topology_lines"),
    ]


# Topology

LINES = "mode: serial\nplanner: one\nimplementer: one\nreviewer: clean-context\nparallel_writers: false"
TOPOLOGY = {
    "the five lines": (LINES, []),
    "fenced": (f"```text\n{LINES}\n```", []),
    "with blank lines": (LINES.replace("\n", "\n\n"), []),
    "indented": ("  " + LINES.replace("\n", "\n  "), []),
    "a line more": (LINES + "\ncritic: one", ["topology_lines"]),
    "a sentence more": ("Serial work.\n\n" + LINES, ["topology_lines"]),
    "a line less": (LINES.replace("planner: one\n", ""), ["topology_lines"]),
    "another order": ("planner: one\nmode: serial\n" + LINES.split("\n", 2)[2], ["topology_lines"]),
    "another value": (LINES.replace("planner: one", "planner: two"), ["topology_lines"]),
    "as a list": ("- " + LINES.replace("\n", "\n- "), ["topology_lines"]),
    "capitals": (LINES.upper(), ["topology_lines"]),
    "only words": ("serial", ["topology_lines"]),
}


@pytest.mark.parametrize(("lines", "faults"), TOPOLOGY.values(), ids=TOPOLOGY.keys())
def test_a_serial_small_plan_has_exactly_the_five_lines(lines: str, faults: list[str]) -> None:
    assert plan_faults(changed(small_plan(), LINES, lines)) == [("Subagent Topology", code) for code in faults]


@pytest.mark.parametrize(
    "different", [{"planner": "none"}, {"implementer": "two"}, {"reviewer": "self"}, {"parallel_writers": True}]
)
def test_a_serial_small_policy_says_the_same_as_the_lines(different: dict[str, Any]) -> None:
    assert plan_faults(small_plan(topology={**SERIAL, **different})) == [("Subagent Topology", "topology_lines")]


def test_another_topology_is_told_in_words() -> None:
    parallel = {**SERIAL, "mode": "parallel", "parallel_writers": True}
    assert plan_faults(changed(small_plan(topology=parallel), LINES, "Two writers in two worktrees.")) == []


@pytest.mark.parametrize("classification", ["Small", "Non-trivial"])
@pytest.mark.parametrize("topology", [{}, {"topology": None}])
def test_small_and_non_trivial_need_a_topology(classification: str, topology: dict[str, Any]) -> None:
    text = small_plan(classification=classification, topology=None)
    text = text if topology else changed(text, ',\n "topology": null', "")
    text = changed(text, "## Task Classification\n\nSmall", f"## Task Classification\n\n{classification}")
    assert plan_faults(text) == [("Write Boundary", "topology_missing")]


# The gate section

GATE = f"The answer decides.\n\n{PLAN_PROMPT}\n"
GATES = {
    "a sentence and the question": (GATE, []),
    "the question alone": (f"{PLAN_PROMPT}\n", []),
    "without blank lines": (f"The answer decides.\n{PLAN_PROMPT}\n", []),
    "trailing blanks": (f"The answer decides.\n\n{PLAN_PROMPT}  \n\n\n", []),
    "two sentences on two lines": (f"One.\nTwo.\n\n{PLAN_PROMPT}\n", ["gate_too_long"]),
    "a list": (f"- a\n- b\n\n{PLAN_PROMPT}\n", ["gate_too_long"]),
    "a table": (f"| a |\n|---|\n\n{PLAN_PROMPT}\n", ["gate_too_long"]),
    "a fence": (f"```\n{PLAN_PROMPT}\n```\n\n{PLAN_PROMPT}\n", ["gate_too_long"]),
    "the question twice": (f"{PLAN_PROMPT}\n\n{PLAN_PROMPT}\n", ["gate_too_long"]),
    "words behind the question": (f"{GATE}\nThank you.\n", ["question_not_last", "gate_too_long"]),
    "no question": ("The answer decides.\n", ["question_not_last"]),
    "the other question": ("Yes?\n\nProceed with this Repair Plan? [y/N]\n", ["question_not_last", "gate_too_long"]),
    "a question in bold": (f"Yes?\n\n**{PLAN_PROMPT}**\n", ["question_not_last", "gate_too_long"]),
    "a question in code": (f"Yes?\n\n`{PLAN_PROMPT}`\n", ["question_not_last", "gate_too_long"]),
    "a quoted question": (f"> {PLAN_PROMPT}\n", ["question_not_last"]),
    "an indented question": (f"Yes?\n\n    {PLAN_PROMPT}\n", ["question_not_last"]),
    "another default": ("Proceed with this Plan? [Y/n]\n", ["question_not_last"]),
    "small letters": (f"{PLAN_PROMPT.lower()}\n", ["question_not_last"]),
    "a full stop behind": (f"{PLAN_PROMPT}.\n", ["question_not_last"]),
    "two blanks": ("Proceed with this  Plan? [y/N]\n", ["question_not_last"]),
    "an open fence around it": (f"```\n{PLAN_PROMPT}\n", ["gate_too_long"]),
}


@pytest.mark.parametrize(("gate", "faults"), GATES.values(), ids=GATES.keys())
def test_gate_section(gate: str, faults: list[str]) -> None:
    assert plan_faults(changed(tiny_plan(), GATE, gate)) == [("Approval Gate", code) for code in faults]
