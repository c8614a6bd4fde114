"""What a run can show when it wants to end: the ground of completion policies and escalation rules.

None means that nobody can tell; empty means that there is nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from harness_runtime.guides.sensors.result import Result


@dataclass(frozen=True)
class CommandRun:
    """One run of a command of which the exit code is known."""

    command: str
    passed: bool


@dataclass(frozen=True)
class Worker:
    """A delegated agent, and whether somebody validated what it delivered."""

    name: str
    validated: bool


@dataclass(frozen=True)
class Evidence:
    """`runs` are in the order in which they ran. `report` holds the Completion Report's sections by their names."""

    results: tuple[Result, ...] = ()
    retries: int = 0
    runs: tuple[CommandRun, ...] | None = None
    changed_files: tuple[str, ...] | None = None
    report: Mapping[str, str] | None = None
    workers: tuple[Worker, ...] | None = None
    gates_passed: bool | None = None

    def section(self, name: str) -> str:
        return (self.report or {}).get(name, "").strip()

    @property
    def text(self) -> str:
        """All that the report says."""
        return "\n".join((self.report or {}).values())
