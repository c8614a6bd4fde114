"""A Repair Plan: its sections, its block, and its descent from the policy accepted before it (contract: Repair)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from harness_runtime.artifacts.document import check_sections, read_document
from harness_runtime.artifacts.fault import Fault
from harness_runtime.artifacts.kinds import BY_NAME
from harness_runtime.artifacts.plan import gate_faults, tiny_faults
from harness_runtime.artifacts.policy_block import RepairPolicy, full_commands, policy_text, read_policy
from harness_runtime.artifacts.policy_paths import path_faults
from harness_runtime.artifacts.terms import Terms

KIND = BY_NAME["repair_plan"]
CONTEXT = "Repair Context"


@dataclass(frozen=True)
class Source:
    """What a Repair Plan must descend from: the run's first accepted Plan, and the terms accepted last."""

    plan_sha256: str
    terms: Terms


def read_repair(canonical: bytes, source: Source | None) -> tuple[RepairPolicy | None, list[Fault]]:
    """The policy of the Repair Plan in these bytes, or every fault that keeps it from being one. Without a source its
    descent is not judged."""
    document, faults = read_document(canonical)
    if document is None:
        return None, faults
    text, found = policy_text(document, CONTEXT)
    faults += found
    policy = None
    if not found:
        policy, found = read_policy(text, RepairPolicy, CONTEXT)
        faults += found
    faults += check_sections(document, KIND, KIND.sections)
    faults += gate_faults(document, KIND, canonical)
    if policy is None:
        return None, faults
    faults += path_faults(CONTEXT, "allowed_write_paths", policy.allowed_write_paths)
    if source is not None:
        faults += lineage_faults(policy, source)
    if source is not None and source.terms.classification == "Tiny":
        faults += tiny_faults(CONTEXT, policy.allowed_write_paths)
    return (None if faults else policy), faults


def lineage_faults(policy: RepairPolicy, source: Source) -> list[Fault]:
    """The lists are exactly those of the last accepted policy plus and minus the deltas; the risk starts from it."""
    faults = []
    if policy.source_plan_sha256 != source.plan_sha256:
        faults.append(Fault(CONTEXT, "lineage_source", source.plan_sha256))
    if policy.deltas.risk.was != source.terms.risk:
        faults.append(Fault(CONTEXT, "lineage_risk", source.terms.risk))
    boundary = policy.deltas.write_boundary
    faults += _list_faults(
        "write_boundary",
        before=source.terms.allowed_write_paths,
        add=boundary.add,
        remove=boundary.remove,
        after=policy.allowed_write_paths,
    )
    verification = policy.deltas.verification
    faults += _list_faults(
        "verification",
        before=[command.model_dump_json() for command in source.terms.commands],
        add=[command.model_dump_json() for command in full_commands(verification.add)],
        remove=[command.model_dump_json() for command in full_commands(verification.remove)],
        after=[command.model_dump_json() for command in policy.commands()],
    )
    return faults


def _list_faults(
    name: str, *, before: Sequence[str], add: Sequence[str], remove: Sequence[str], after: Sequence[str]
) -> list[Fault]:
    strange = [entry for entry in remove if entry not in before] + [entry for entry in add if entry in before]
    if strange:
        return [Fault(CONTEXT, "lineage_delta", f"{name}: {strange[0]}")]
    expected = sorted((set(before) - set(remove)) | set(add))
    if expected == sorted(after):
        return []
    wrong = sorted(set(expected) ^ set(after)) or list(after)
    return [Fault(CONTEXT, "lineage_list", f"{name}: {wrong[0]}")]
