"""The section *Project Harness Guides* as a model reads it, in Markdown. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator

from harness_runtime.guides.document import CompletionPolicy, Sensor
from harness_runtime.guides.resolve import Resolved
from harness_runtime.messages.catalog import sentence
from harness_runtime.messages.guides import POLICY, SECTION


def section(resolved: Resolved, language: str) -> str:
    """Guides by priority and name, sensors with their commands, the completion policy's lines, warnings.

    "" when there is nothing to say.
    """
    parts = [
        *(f"### {_heading(guide.guide.name)}\n\n{guide.text.strip()}" for guide in resolved.guides),
        *_sensors(resolved, language),
        *_policy(resolved, language),
        *_warnings(resolved, language),
    ]
    return "\n\n".join((f"## {sentence(SECTION, language, 'heading')}", *parts)) + "\n" if parts else ""


def policy_lines(policy: CompletionPolicy, language: str) -> list[str]:
    """One for each requirement, in the order of the contract's table."""
    lines = [sentence(POLICY, language, key) for key in POLICY if key.startswith("require_") and getattr(policy, key)]
    steps = [
        sentence(POLICY, language, "required_validation_steps", step=step)
        for step in policy.required_validation_steps
    ]
    return [*lines, *steps]


def warning_lines(resolved: Resolved, language: str) -> list[str]:
    return [warning.line(language) for warning in resolved.warnings]


def _sensors(resolved: Resolved, language: str) -> Iterator[str]:
    sensors = resolved.selection.sensors
    if sensors:
        head = f"### {sentence(SECTION, language, 'sensors')}\n\n{sentence(SECTION, language, 'sensors_intro')}\n\n"
        yield head + "\n".join(_sensor(sensor, language) for sensor in sensors)


def _sensor(sensor: Sensor, language: str) -> str:
    blocking = sentence(SECTION, language, "blocking" if sensor.blocking else "non_blocking")
    return f"- {_heading(sensor.name)} ({blocking}, {_heading(sensor.timing)}, {_heading(sensor.kind)}): " + _code(
        sensor.command.strip()
    )


def _policy(resolved: Resolved, language: str) -> Iterator[str]:
    policy = resolved.selection.policy
    lines = policy_lines(policy, language) if policy else []
    if lines:
        head = (sentence(SECTION, language, key) for key in ("completion", "completion_intro"))
        yield "### " + "\n\n".join(head) + "\n\n" + "\n".join(f"- {' '.join(line.split())}" for line in lines)


def _warnings(resolved: Resolved, language: str) -> Iterator[str]:
    lines = warning_lines(resolved, language)
    if lines:
        yield f"### {sentence(SECTION, language, 'warnings')}\n\n" + "\n".join(f"- {line}" for line in lines)


def _heading(name: str) -> str:
    return " ".join(name.split())


def _code(command: str) -> str:
    """A code span, or a fence where the command has lines; longer than any run of backquotes inside."""
    longest = max((len(run) for run in re.findall("`+", command)), default=0)
    if "\n" not in command:
        marks, blank = "`" * (longest + 1), " " if longest else ""
        return f"{marks}{blank}{command}{blank}{marks}"
    fence = "`" * max(3, longest + 1)
    return "\n" + "\n".join(f"  {line}" for line in (f"{fence}sh", *command.split("\n"), fence))
