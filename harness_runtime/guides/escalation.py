"""Escalation rules: when something has to be put to the person, and in what words. Pure.

Source: guides and sensors contract, Escalation rules.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from harness_runtime.guides.document import EscalationRule
from harness_runtime.guides.evidence import Evidence
from harness_runtime.guides.globs import glob_matches
from harness_runtime.guides.policies import Requirement, Status
from harness_runtime.messages.catalog import sentence
from harness_runtime.messages.guides import ESCALATIONS, NO_RISK
from harness_runtime.session.names import shown_name

ASK_USER = "ask_user"
RESIDUAL_RISKS = "Residual Risks"
SNAPSHOTS = (
    "**/*.snap",
    "**/*.snap.new",
    "**/*.ambr",
    "**/*.golden",
    "**/*.golden.*",
    "**/*.approved.*",
    "**/__snapshots__/**",
    "**/snapshots/**",
    "**/golden/**",
    "**/goldens/**",
    "**/golden_files/**",
)
ITEM = re.compile(r"^\s*([-*+]|\d+[.)])\s+")
MOST_SHOWN = 5


@dataclass(frozen=True)
class Escalation:
    """A rule whose condition holds; `detail` is what made it hold."""

    rule: EscalationRule
    detail: str

    def message(self, language: str) -> str:
        """The rule's own words, else those of its condition."""
        return self.rule.message.strip() or sentence(ESCALATIONS, language, self.rule.condition, detail=self.detail)


def escalations(
    rules: Sequence[EscalationRule], evidence: Evidence, requirements: Sequence[Requirement], language: str
) -> list[Escalation]:
    """The rules whose action is `ask_user` and whose condition holds, in the order of the file."""
    found = []
    for rule in rules:
        if rule.condition in CONDITIONS and rule.action == ASK_USER:
            holding = CONDITIONS[rule.condition](evidence, requirements, language)
            if holding:
                found.append(
                    Escalation(rule, ", ".join(holding[:MOST_SHOWN]) + (", …" if holding[MOST_SHOWN:] else ""))
                )
    return found


def _sensor_failed(evidence: Evidence, _requirements: Sequence[Requirement], _language: str) -> list[str]:
    return [result.sensor.name for result in evidence.results if result.blocks]


def _evidence_missing(_evidence: Evidence, requirements: Sequence[Requirement], language: str) -> list[str]:
    return [requirement.line(language) for requirement in requirements if requirement.status is Status.UNMET]


def _snapshot_changed(evidence: Evidence, _requirements: Sequence[Requirement], _language: str) -> list[str]:
    changed = evidence.changed_files or ()
    return [shown_name(path) for path in changed if any(glob_matches(glob, path) for glob in SNAPSHOTS)]


def _risks(evidence: Evidence, _requirements: Sequence[Requirement], _language: str) -> list[str]:
    lines = [ITEM.sub("", line).strip() for line in evidence.section(RESIDUAL_RISKS).splitlines()]
    return [line for line in lines if line and line.strip("`*_.! ").lower() not in NO_RISK]


def _retries_exhausted(evidence: Evidence, _requirements: Sequence[Requirement], _language: str) -> list[str]:
    """There were retries, and a sensor used them all in vain."""
    if not evidence.retries:
        return []
    return [r.sensor.name for r in evidence.results if not r.passed and r.attempts > evidence.retries]


CONDITIONS: dict[str, Callable[[Evidence, Sequence[Requirement], str], list[str]]] = {
    "blocking_sensor_failed": _sensor_failed,
    "missing_required_evidence": _evidence_missing,
    "snapshot_or_golden_changed": _snapshot_changed,
    "unresolved_risks": _risks,
    "retry_limit_exhausted": _retries_exhausted,
}
ACTIONS = (ASK_USER,)
