"""Completion policies, held against evidence. Pure.

A requirement for which the evidence cannot speak stays guidance: it was shown to the model, and nothing follows.
Source: guides and sensors contract, Completion policies.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum

from harness_runtime.guides.document import CompletionPolicy
from harness_runtime.guides.evidence import Evidence
from harness_runtime.messages.catalog import sentence
from harness_runtime.messages.guides import POLICY, REPRODUCTION, WAIVER

FAST = "fast"
CHANGED_FILES = "Changed Files"


class Status(StrEnum):
    MET = "met"
    UNMET = "unmet"
    GUIDANCE = "guidance"


@dataclass(frozen=True)
class Requirement:
    """`key` is the policy's key; `step` the step of `required_validation_steps`."""

    key: str
    status: Status
    step: str = ""

    def line(self, language: str) -> str:
        return sentence(POLICY, language, self.key, step=self.step)


def check_policy(policy: CompletionPolicy, evidence: Evidence) -> list[Requirement]:
    """One for each key that is set, in the order of the contract's table, and one for each validation step."""
    found = [Requirement(key, check(evidence)) for key, check in CHECKS.items() if getattr(policy, key)]
    return [*found, *_steps(policy, evidence)]


def _holds(text: str, words: tuple[str, ...]) -> bool:
    lower = text.lower()
    return any(word in lower for word in words)


def _told(known: bool, met: bool) -> Status:
    if met:
        return Status.MET
    return Status.UNMET if known else Status.GUIDANCE


def _fast_sensors(evidence: Evidence) -> Status:
    due = [result for result in evidence.results if result.sensor.blocking and result.sensor.timing == FAST]
    return _told(known=True, met=all(result.passed for result in due))


def _reproduction(evidence: Evidence) -> Status:
    """A command that failed, or a word about it in the report."""
    failed = any(not run.passed for run in evidence.runs or ())
    noted = _holds(evidence.text, REPRODUCTION)
    return _told(evidence.runs is not None and evidence.report is not None, failed or noted)


def _scope(evidence: Evidence) -> Status:
    """The report's Changed Files name every changed file, or a folder above it."""
    if evidence.report is None:
        return Status.GUIDANCE
    text = evidence.section(CHANGED_FILES)
    return _told(known=True, met=bool(text) and all(_is_named(path, text) for path in evidence.changed_files or ()))


def _is_named(path: str, text: str) -> bool:
    parts = path.split("/")
    folders = ("/".join(parts[:depth]) + "/" for depth in range(1, len(parts)))
    return any(re.search(rf"(?<![\w./-]){re.escape(name)}(?![\w/-]|\.\w)", text) for name in (path, *folders))


def _failing_test_first(evidence: Evidence) -> Status:
    """A command that failed and passed later, or a waiver in the report."""
    runs = evidence.runs or ()
    turned = any(
        not run.passed and any(later.passed and later.command == run.command for later in runs[position:])
        for position, run in enumerate(runs)
    )
    waived = _holds(evidence.text, WAIVER)
    return _told(evidence.runs is not None and evidence.report is not None, turned or waived)


def _workers(evidence: Evidence) -> Status:
    workers = evidence.workers
    return _told(workers is not None, workers is not None and all(worker.validated for worker in workers))


def _campaign(evidence: Evidence) -> Status:
    return _told(evidence.gates_passed is not None, evidence.gates_passed is True)


CHECKS: dict[str, Callable[[Evidence], Status]] = {
    "require_fast_sensors": _fast_sensors,
    "require_reproduction_or_note": _reproduction,
    "require_changed_scope_summary": _scope,
    "require_failing_test_first_or_waiver": _failing_test_first,
    "require_all_workers_validated": _workers,
    "require_campaign_validation": _campaign,
}


def _steps(policy: CompletionPolicy, evidence: Evidence) -> Iterator[Requirement]:
    """A step that is a sensor's name or a command is checked; other words are guidance."""
    sensors = {result.sensor.name: result.passed for result in evidence.results}
    commands = {run.command: run.passed for run in evidence.runs or ()}  # the last run of each
    for step in policy.required_validation_steps:
        passed = sensors.get(step, commands.get(step))
        status = Status.GUIDANCE if passed is None else _told(known=True, met=passed)
        yield Requirement("required_validation_steps", status, step)
