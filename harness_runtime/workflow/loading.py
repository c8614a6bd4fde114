"""The reference-loading graph of SKILL.md: its `harness-loading` block, parsed (contract: Reference loading).

One parser for hooks, terminal and tests. A loading decision never grants anything.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

FENCE = "```harness-loading"
PHASES = (
    "planning",
    "repair_planning",
    "implement",
    "repair_implement",
    "review",
    "post_repair_review",
    "completion",
)
TRIGGERS = (
    "parallel_topology_or_worktree_requested",
    "connector_evidence_required",
    "persistence_requested",
    "cross_boundary_change_review",
    "explicit_harness_self_improvement",
)


class LoadingFault(ValueError):
    """The block is missing or names what nobody knows; `str` says which line."""


@dataclass(frozen=True)
class Loading:
    """Files (relative to the plugin root) by group."""

    startup: tuple[str, ...]
    phases: dict[str, tuple[str, ...]]
    triggers: dict[str, tuple[str, ...]]

    def active(self, phase: str, triggers: Iterable[str] = ()) -> list[str]:
        """Startup core, the phase's group and the true triggers' groups; a phase without a group adds nothing."""
        files = list(self.startup + self.phases.get(phase, ()))
        for trigger in triggers:
            files.extend(name for name in self.triggers[trigger] if name not in files)
        return files


def parse_loading(skill: str) -> Loading:
    """The block of a SKILL.md text. Raises LoadingFault."""
    groups = _groups(skill)
    startup = groups.pop("mandatory.startup", None)
    if startup is None:
        raise LoadingFault("no [mandatory.startup] group")
    phases: dict[str, tuple[str, ...]] = {}
    triggers: dict[str, tuple[str, ...]] = {}
    for name, files in groups.items():
        kind, _, subject = name.partition(".")
        known, target = {"phase": (PHASES, phases), "trigger": (TRIGGERS, triggers)}.get(kind, ((), {}))
        if subject not in known:
            raise LoadingFault(f"unknown group [{name}]")
        target[subject] = files
    return Loading(startup, phases, triggers)


def _groups(skill: str) -> dict[str, tuple[str, ...]]:
    lines = skill.splitlines()
    if lines.count(FENCE) != 1:
        raise LoadingFault(f"{lines.count(FENCE)} harness-loading blocks, one expected")
    groups: dict[str, list[str]] = {}
    current: list[str] | None = None
    for line in lines[lines.index(FENCE) + 1 :]:
        if line == "```":
            return {name: tuple(files) for name, files in groups.items()}
        if line.startswith("[") and line.endswith("]"):
            name = line[1:-1]
            if name in groups:
                raise LoadingFault(f"group [{name}] stands there twice")
            current = groups[name] = []
        elif line.strip():
            if current is None or line != line.strip():
                raise LoadingFault(f"unexpected line {line!r}")
            current.append(line)
    raise LoadingFault("the harness-loading block has no end")
