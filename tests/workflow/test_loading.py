"""The reader of the `harness-loading` block: the active graph, and every fault it names."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness_runtime.workflow.loading import PHASES, TRIGGERS, Loading, LoadingFault, parse_loading

SKILL = (Path(__file__).resolve().parents[2] / "skills/harness/SKILL.md").read_text("utf-8")
STARTUP = ["skills/harness/SKILL.md", "docs/contracts/harness-contract.md"]


def block(*lines: str) -> str:
    return "\n".join(["words", "", "```harness-loading", *lines, "```", "", "words"])


def test_a_block_is_read_group_by_group() -> None:
    read = parse_loading(
        block("[mandatory.startup]", "a.md", "b.md", "", "[phase.review]", "c.md", "[trigger.persistence_requested]")
    )
    assert read == Loading(("a.md", "b.md"), {"review": ("c.md",)}, {"persistence_requested": ()})


FAULTS = {
    "no block": ("words", "0 harness-loading blocks"),
    "two blocks": (block("[mandatory.startup]") + "\n" + block("[mandatory.startup]"), "2 harness-loading blocks"),
    "an indented block": ("  ```harness-loading\n[mandatory.startup]\n  ```", "0 harness-loading blocks"),
    "a block with a longer name": ("```harness-loading-x\n[mandatory.startup]\n```", "0 harness-loading blocks"),
    "a block without an end": ("```harness-loading\n[mandatory.startup]\na.md", "has no end"),
    "no startup group": (block("[phase.planning]", "a.md"), "no [mandatory.startup] group"),
    "an empty block": (block(), "no [mandatory.startup] group"),
    "a group twice": (block("[mandatory.startup]", "[phase.review]", "[phase.review]"), "[phase.review] stands"),
    "startup twice": (block("[mandatory.startup]", "[mandatory.startup]"), "[mandatory.startup] stands there twice"),
    "an unknown phase": (block("[mandatory.startup]", "[phase.dreaming]"), "unknown group [phase.dreaming]"),
    "a pending phase": (block("[mandatory.startup]", "[phase.plan_pending]"), "unknown group [phase.plan_pending]"),
    "an unknown trigger": (block("[mandatory.startup]", "[trigger.rain]"), "unknown group [trigger.rain]"),
    "an unknown kind of group": (block("[mandatory.startup]", "[role.reviewer]"), "unknown group [role.reviewer]"),
    "another mandatory group": (block("[mandatory.startup]", "[mandatory.more]"), "unknown group [mandatory.more]"),
    "a group without a subject": (block("[mandatory.startup]", "[phase]"), "unknown group [phase]"),
    "a group without a name": (block("[mandatory.startup]", "[]"), "unknown group []"),
    "a file before any group": (block("a.md", "[mandatory.startup]"), "unexpected line 'a.md'"),
    "an indented file": (block("[mandatory.startup]", "  a.md"), "unexpected line '  a.md'"),
    "a file with a blank behind it": (block("[mandatory.startup]", "a.md "), "unexpected line 'a.md '"),
    "an indented group": (block("[mandatory.startup]", " [phase.review]"), "unexpected line ' [phase.review]'"),
}  # fmt: skip


@pytest.mark.parametrize(("skill", "fault"), FAULTS.values(), ids=FAULTS.keys())
def test_fault(skill: str, fault: str) -> None:
    with pytest.raises(LoadingFault) as raised:
        parse_loading(skill)
    assert fault in str(raised.value)


@given(st.text() | st.lists(st.sampled_from(["[phase.review]", "a.md", "[mandatory.startup]", "```", ""])).map(
    lambda lines: block(*lines)))  # fmt: skip
def test_whatever_the_text_it_is_read_or_a_loading_fault(skill: str) -> None:
    try:
        assert isinstance(parse_loading(skill), Loading)
    except LoadingFault as fault:
        assert str(fault)


# The active graph: startup core, the phase's group, the true triggers' groups, and nothing else

GRAPH = Loading(
    ("s.md",),
    {"review": ("r.md", "shared.md")},
    {"persistence_requested": ("p.md", "shared.md"), "connector_evidence_required": ("c.md", "p.md")},
)


@pytest.mark.parametrize(
    ("phase", "triggers", "files"),
    [
        ("review", (), ["s.md", "r.md", "shared.md"]),
        ("plan_pending", (), ["s.md"]),
        ("completed", (), ["s.md"]),
        ("planning", ("persistence_requested",), ["s.md", "p.md", "shared.md"]),
        ("review", ("persistence_requested",), ["s.md", "r.md", "shared.md", "p.md"]),
        ("", ("persistence_requested", "connector_evidence_required"), ["s.md", "p.md", "shared.md", "c.md"]),
    ],
)
def test_active(phase: str, triggers: tuple[str, ...], files: list[str]) -> None:
    assert GRAPH.active(phase, triggers) == files


def test_a_trigger_that_nobody_knows_is_an_error() -> None:
    with pytest.raises(KeyError):
        GRAPH.active("review", ["rain"])


def test_the_skill_has_a_group_for_every_phase_and_trigger() -> None:
    read = parse_loading(SKILL)
    assert (set(read.phases), set(read.triggers)) == (set(PHASES), set(TRIGGERS))


@pytest.mark.parametrize("phase", PHASES)
def test_every_phase_of_the_skill_begins_with_the_startup_core(phase: str) -> None:
    files = parse_loading(SKILL).active(phase, TRIGGERS)
    assert files[:2] == STARTUP and len(files) == len(set(files))


@pytest.mark.parametrize("end", ["\r\n", "\r"])
def test_line_ends_make_no_difference(end: str) -> None:
    assert parse_loading(SKILL.replace("\n", end)) == parse_loading(SKILL)
