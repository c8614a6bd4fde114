"""A Plan: sections, policy block, and the agreement between what people read and what the policy says."""

from __future__ import annotations

import re
from dataclasses import dataclass

from harness_runtime.artifacts.document import Document, Section, check_sections, read_document
from harness_runtime.artifacts.fault import Fault
from harness_runtime.artifacts.kinds import BY_NAME, Kind, last_line
from harness_runtime.artifacts.policy_block import PlanPolicy, Topology, policy_text, read_policy
from harness_runtime.artifacts.policy_paths import TINY_PATHS, has_wildcard, path_faults

KIND = BY_NAME["plan"]
BOUNDARY = "Write Boundary"
SERIAL_TOPOLOGY = (
    "mode: serial",
    "planner: one",
    "implementer: one",
    "reviewer: clean-context",
    "parallel_writers: false",
)
_CLASS_WORDS = re.compile(r"(?<![\w-])(Tiny|Small|Non-trivial)(?![\w-])", re.IGNORECASE)
_RISK_WORDS = re.compile(r"(?<![\w-])(Low|Medium|High)(?![\w-])", re.IGNORECASE)


@dataclass(frozen=True)
class Plan:
    policy: PlanPolicy


def read_plan(canonical: bytes) -> tuple[Plan | None, list[Fault]]:
    """The Plan in these canonical bytes, or every fault that keeps it from being one."""
    document, faults = read_document(canonical)
    if document is None:
        return None, faults
    text, found = policy_text(document, BOUNDARY)
    faults += found
    policy = None
    if not found:
        policy, found = read_policy(text, PlanPolicy, BOUNDARY)
        faults += found
    tiny = policy.classification == "Tiny" if policy else _names_tiny(document)
    faults += check_sections(document, KIND, KIND.tiny if tiny else KIND.sections)
    faults += gate_faults(document, KIND, canonical)
    if policy is None:
        return None, faults
    faults += _policy_faults(policy)
    faults += _agreement_faults(document, policy)
    return (None if faults else Plan(policy)), faults


def _names_tiny(document: Document) -> bool:
    """What the section says, where the policy cannot be read: its faults should not hide behind missing sections."""
    section = document.section("Task Classification")
    return section is not None and not _word_faults(section, _CLASS_WORDS, "Tiny")


def gate_faults(document: Document, kind: Kind, canonical: bytes) -> list[Fault]:
    """The gate section holds a sentence and the exact question, which is the artifact's last line."""
    faults = []
    if last_line(canonical.decode("utf-8")) != kind.prompt:
        faults.append(Fault(kind.gate, "question_not_last", kind.prompt))
    section = document.section(kind.gate)
    if section is not None:
        lines = [line.strip() for line in section.body.splitlines() if line.strip()]
        words = len(lines) - lines.count(kind.prompt)
        if words > 1 or lines.count(kind.prompt) > 1 or section.fences or section.tables:
            faults.append(Fault(kind.gate, "gate_too_long"))
    return faults


def _policy_faults(policy: PlanPolicy) -> list[Fault]:
    faults = path_faults(BOUNDARY, "allowed_write_paths", policy.allowed_write_paths)
    faults += path_faults(BOUNDARY, "scratch_paths", policy.scratch_paths)
    if policy.classification == "Tiny":
        faults += tiny_faults(BOUNDARY, policy.allowed_write_paths)
        if policy.network != "none":
            faults.append(Fault(BOUNDARY, "tiny_network", policy.network))
    elif policy.topology is None:
        faults.append(Fault(BOUNDARY, "topology_missing"))
    return faults


def tiny_faults(section: str, paths: list[str]) -> list[Fault]:
    """Tiny work names few files, each by its own name."""
    if len(paths) > TINY_PATHS or any(map(has_wildcard, paths)):
        return [Fault(section, "tiny_paths", str(TINY_PATHS))]
    return []


def _agreement_faults(document: Document, policy: PlanPolicy) -> list[Fault]:
    """Classification, risk and topology mean the same in the sections and in the block."""
    faults = _word_faults(document.section("Task Classification"), _CLASS_WORDS, policy.classification)
    faults += _word_faults(document.section("Risk Level"), _RISK_WORDS, policy.risk)
    topology = document.section("Subagent Topology")
    said = policy.topology
    if topology is not None and policy.classification == "Small" and said is not None and said.mode == "serial":
        lines = tuple(
            line.strip() for line in topology.body.splitlines() if line.strip() and not line.startswith("```")
        )
        if lines != SERIAL_TOPOLOGY or _topology_lines(said) != SERIAL_TOPOLOGY:
            faults.append(Fault(topology.name, "topology_lines"))
    return faults


def _word_faults(section: Section | None, words: re.Pattern[str], expected: str) -> list[Fault]:
    if section is None:
        return []
    found = {word.casefold() for word in words.findall(section.body)}
    if found == {expected.casefold()}:
        return []
    return [Fault(section.name, "word_disagrees", expected)]


def _topology_lines(topology: Topology) -> tuple[str, ...]:
    return tuple(f"{name}: {value if isinstance(value, str) else str(value).lower()}" for name, value in topology)
