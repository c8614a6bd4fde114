"""The project's guard.json and the person's config.json, as they bind a run."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path

from harness_runtime.artifacts.fault import Fault
from harness_runtime.artifacts.terms import Terms
from harness_runtime.boundary.decision import Fault as BoundaryFault
from harness_runtime.boundary.patterns import first_rule, is_literal
from harness_runtime.events.gate.artifact_check import words_of
from harness_runtime.session.state import LoopLimits, PersonSettings, ProjectPolicy
from harness_runtime.settings.config import load_config
from harness_runtime.settings.fault import SettingsFault
from harness_runtime.settings.guard import allows_risk, not_plain, read_guard
from harness_runtime.settings.loop import loop_settings


def project_policy(root: str) -> ProjectPolicy | None:
    """What guard.json restricts now, None when there is no such file. Raises SettingsFault."""
    found = read_guard(Path(root))
    if found is None:
        return None
    guard = found.guard
    for position, command in enumerate(guard.commands()):
        try:
            words_of(command.command)
        except BoundaryFault as fault:
            raise not_plain(Path(root), position, fault.subject) from None
    return ProjectPolicy(
        sha256=found.sha256,
        stamp=list(found.stamp),
        deny_write_paths=guard.deny_write_paths,
        approval_required_paths=guard.approval_required_paths,
        secret_paths=guard.secret_paths,
        review_required=guard.review_required,
        verification_commands=[command.model_dump() for command in guard.commands()],
        max_risk=guard.max_risk,
    )


def project_hash(root: str) -> str | None:
    """Of guard.json as it stands; a file that cannot be used has no hash that could be the sealed one."""
    try:
        project = project_policy(root)
    except SettingsFault:
        return "unusable"
    return project.sha256 if project else None


def person_settings(data: str) -> PersonSettings:
    """Raises SettingsFault."""
    config = load_config(Path(data))
    return PersonSettings(
        approval=config.approval,
        confinement=config.confinement,
        shell=config.shell,
        read_tools=config.read_tools,
        not_secret=config.not_secret,
    )


def loop_limits(root: str, data: str) -> LoopLimits:
    """The person's loop settings, tightened by the project's. Raises SettingsFault."""
    person, project = load_config(Path(data)), read_guard(Path(root))
    tightening = (project.guard.agent, project.guard.tools) if project else None
    return LoopLimits(**asdict(loop_settings((person.agent, person.tools), tightening)))


def project_faults(section: str, terms: Terms, project: ProjectPolicy | None) -> list[Fault]:
    """Where these terms ask for more than the project allows, or leave out what it demands."""
    if project is None:
        return []
    faults = []
    for pattern in terms.allowed_write_paths:
        if is_literal(pattern) and first_rule(project.deny_write_paths, pattern):
            faults.append(Fault(section, "path_denied", pattern))
        if is_literal(pattern) and first_rule(project.secret_paths, pattern):
            faults.append(Fault(section, "path_secret", pattern))
    for required in project.verification_commands:
        if not any(_same_command(required, command.command, command.cwd) for command in terms.commands):
            faults.append(Fault(section, "command_required", str(required["command"])))
    if not allows_risk(project.max_risk, terms.risk):
        faults.append(Fault(section, "risk_too_high", str(project.max_risk)))
    return faults


def _same_command(required: dict[str, object], command: str, cwd: str) -> bool:
    try:
        return words_of(str(required["command"])) == words_of(command) and required["cwd"] == cwd
    except BoundaryFault:
        return required["command"] == command and required["cwd"] == cwd
