"""Which guides, sensors and completion policy a task gets. Pure. Source: guides and sensors contract, Task types."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from harness_runtime.guides.document import CompletionPolicy, Guide, HarnessFile, Sensor, Workflow


@dataclass(frozen=True)
class Selection:
    """`task_type` None: an interactive session. `workflow` None: every guide and sensor of the file."""

    task_type: str | None
    workflow: str | None
    guides: tuple[Guide, ...]  # in the order in which they are shown
    sensors: tuple[Sensor, ...]
    policy: CompletionPolicy | None


def select(file: HarnessFile, task_type: str | None) -> Selection:
    """The workflow of the task type, else the default one, else everything; always the default one without a type.

    `applies_to` of a guide and `task_types` of a sensor then leave out what is not for this task type.
    """
    workflow = _workflow(file, task_type)
    guides = file.guides if workflow is None else [guide for guide in file.guides if guide.name in workflow.guides]
    sensors = file.sensors if workflow is None else _named(file, workflow.sensors)
    return Selection(
        task_type=task_type,
        workflow=workflow.name if workflow else None,
        guides=tuple(sorted((guide for guide in guides if _fits(guide.applies_to, task_type)), key=_rank)),
        sensors=tuple(sensor for sensor in sensors if _fits(sensor.task_types, task_type)),
        policy=_policy(file, workflow),
    )


def _workflow(file: HarnessFile, task_type: str | None) -> Workflow | None:
    if task_type is not None:
        for workflow in file.workflows:
            if task_type in workflow.task_types:
                return workflow
    return next((workflow for workflow in file.workflows if workflow.name == file.defaults.workflow), None)


def _named(file: HarnessFile, names: Iterable[str]) -> list[Sensor]:
    """The sensors of these names, in the order of the names; each once."""
    by_name = {sensor.name: sensor for sensor in file.sensors}
    return [by_name[name] for name in dict.fromkeys(names) if name in by_name]


def _policy(file: HarnessFile, workflow: Workflow | None) -> CompletionPolicy | None:
    if workflow is None or workflow.completion_policy is None:
        return None
    return next((policy for policy in file.completion_policies if policy.name == workflow.completion_policy), None)


def _fits(task_types: list[str], task_type: str | None) -> bool:
    return not task_types or task_type is None or task_type in task_types


def _rank(guide: Guide) -> tuple[float, str]:
    return -guide.priority, guide.name
