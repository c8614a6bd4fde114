"""The audit of a harness file: everything that is wrong with it, none of it changed.

Source: guides and sensors contract, Audit. The order of the checks is that of its table.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Literal

from harness_runtime.guides.document import Guide, HarnessFile
from harness_runtime.guides.escalation import ACTIONS, CONDITIONS
from harness_runtime.guides.fault import Fault, HarnessFault, named
from harness_runtime.guides.history import History
from harness_runtime.guides.parse import read_toml, shape, unknown_keys
from harness_runtime.guides.programs import programs_of
from harness_runtime.guides.rules import is_absolute, rule_faults
from harness_runtime.guides.tasks import TASK_TYPES
from harness_runtime.guides.texts import read_guide

Severity = Literal["error", "warning", "suggestion"]
SEVERITIES: tuple[Severity, ...] = ("error", "warning", "suggestion")


@dataclass(frozen=True)
class Finding:
    severity: Severity
    fault: Fault


@dataclass(frozen=True)
class _Ground:
    project: Path
    file: HarnessFile
    unknown: tuple[str, ...]
    search_path: str
    history: History


def audit(project: Path, raw: bytes, search_path: str, history: History | None = None) -> list[Finding]:
    """Errors first. `raw` are the file's bytes, `search_path` is a PATH. A file that does not parse is all there is
    to find."""
    try:
        tables = read_toml(raw)
        file = shape(tables)
    except HarnessFault as fault:
        return [Finding("error", found) for found in fault.faults]
    ground = _Ground(project, file, tuple(unknown_keys(tables)), search_path, history or History(()))
    found = [finding for check in CHECKS for finding in check(ground)]
    return sorted(found, key=lambda finding: SEVERITIES.index(finding.severity))


def is_clean(findings: list[Finding]) -> bool:
    """No error and no warning."""
    return all(finding.severity == "suggestion" for finding in findings)


def _rules(ground: _Ground) -> Iterator[Finding]:
    for fault in rule_faults(ground.file):
        yield Finding("error", fault)


def _guide_texts(ground: _Ground) -> Iterator[Finding]:
    for guide in ground.file.guides:
        if guide.path is not None and is_absolute(guide.path):
            continue  # said by the rules
        if guide.path is not None and ".." in PurePosixPath(guide.path).parts:
            yield Finding("error", Fault("path_parent", named("guide", guide.name), {"path": guide.path}))
            continue
        found = read_guide(ground.project, guide)
        if isinstance(found, Fault):
            yield Finding(_weight(guide), found)


def _weight(guide: Guide) -> Severity:
    return "error" if guide.required else "warning"


def _references(ground: _Ground) -> Iterator[Finding]:
    file = ground.file
    default, workflows = file.defaults.workflow, {workflow.name for workflow in file.workflows}
    if default is not None and default not in workflows:
        yield Finding("error", Fault("workflow_unknown", "defaults.workflow", {"name": default}))
    guides = {guide.name for guide in file.guides}
    policies = {policy.name for policy in file.completion_policies}
    for workflow in file.workflows:
        subject = named("workflow", workflow.name)
        for name in workflow.guides:
            if name not in guides:
                yield Finding("error", Fault("guide_unknown", subject, {"name": name}))
        if workflow.completion_policy is not None and workflow.completion_policy not in policies:
            yield Finding("error", Fault("policy_unknown", subject, {"name": workflow.completion_policy}))


def _programs(ground: _Ground) -> Iterator[Finding]:
    for sensor in ground.file.sensors:
        programs = programs_of(sensor.command)
        for word in dict.fromkeys(programs.words):
            if not _is_there(ground, word, programs.moves):
                yield Finding("warning", Fault("program_absent", named("sensor", sensor.name), {"program": word}))


def _is_there(ground: _Ground, word: str, moves: bool) -> bool:
    if "/" not in word:
        return shutil.which(word, path=ground.search_path) is not None
    return (moves and not is_absolute(word)) or os.access(ground.project / word, os.X_OK)


def _escalations(ground: _Ground) -> Iterator[Finding]:
    for rule in ground.file.escalation_rules:
        subject = named("escalation rule", rule.name)
        if rule.condition not in CONDITIONS:
            known = {"name": rule.condition, "known": ", ".join(CONDITIONS)}
            yield Finding("warning", Fault("condition_unknown", subject, known))
        if rule.action not in ACTIONS:
            yield Finding(
                "warning", Fault("action_unknown", subject, {"name": rule.action, "known": ", ".join(ACTIONS)})
            )


def _unused(ground: _Ground) -> Iterator[Finding]:
    if not ground.file.workflows:
        return
    guides = {name for workflow in ground.file.workflows for name in workflow.guides}
    sensors = {name for workflow in ground.file.workflows for name in workflow.sensors}
    for guide in ground.file.guides:
        if guide.name not in guides:
            yield Finding("suggestion", Fault("guide_unused", named("guide", guide.name)))
    for sensor in ground.file.sensors:
        if sensor.name not in sensors:
            yield Finding("suggestion", Fault("sensor_unused", named("sensor", sensor.name)))


def _spelling(ground: _Ground) -> Iterator[Finding]:
    for key in ground.unknown:
        yield Finding("suggestion", Fault("key_unknown", key))
    file = ground.file
    lists = [
        *((named("guide", guide.name), guide.applies_to) for guide in file.guides),
        *((named("sensor", sensor.name), sensor.task_types) for sensor in file.sensors),
        *((named("workflow", workflow.name), workflow.task_types) for workflow in file.workflows),
    ]
    for subject, names in lists:
        for name in names:
            if name not in TASK_TYPES:
                fields = {"name": name, "known": ", ".join(TASK_TYPES)}
                yield Finding("suggestion", Fault("task_type_unknown", subject, fields))


def _past(ground: _Ground) -> Iterator[Finding]:
    """A history without a single result says nothing."""
    if not ground.history.results:
        return
    for sensor in ground.file.sensors:
        count = ground.history.failures[sensor.name]
        if count >= 2:
            yield Finding("warning", Fault("sensor_failing", named("sensor", sensor.name), {"count": str(count)}))
        if sensor.name not in ground.history.sensors:
            yield Finding("suggestion", Fault("sensor_not_seen", named("sensor", sensor.name)))
    for guide in ground.file.guides:
        if guide.name not in ground.history.guides:
            yield Finding("suggestion", Fault("guide_not_seen", named("guide", guide.name)))


CHECKS: tuple[Callable[[_Ground], Iterator[Finding]], ...] = (
    _guide_texts,
    _references,
    _rules,
    _programs,
    _escalations,
    _unused,
    _spelling,
    _past,
)
