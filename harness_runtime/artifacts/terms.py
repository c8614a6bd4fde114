"""What an approval would allow: the terms of a Plan, or of a Repair Plan over the policy before it.

One value for whatever shows, compares or seals them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from harness_runtime.artifacts.policy_block import Limits, PlanPolicy, RepairPolicy, VerificationCommand


@dataclass(frozen=True)
class Terms:
    classification: str
    risk: str
    allowed_write_paths: tuple[str, ...]
    commands: tuple[VerificationCommand, ...]
    scratch_paths: tuple[str, ...]
    network: str
    limits: Limits = field(default_factory=Limits)


def command_text(command: VerificationCommand) -> str:
    """The command with its folder and environment where they are not the usual ones, as people read it."""
    settings = [f"in {command.cwd}"] if command.cwd != "." else []
    settings += [f"{name}={value}" for name, value in command.env.items()]
    return f"{command.command} ({', '.join(settings)})" if settings else command.command


def terms_of_plan(policy: PlanPolicy) -> Terms:
    return Terms(
        classification=policy.classification,
        risk=policy.risk,
        allowed_write_paths=tuple(policy.allowed_write_paths),
        commands=tuple(policy.commands()),
        scratch_paths=tuple(policy.scratch_paths),
        network=policy.network,
        limits=policy.limits,
    )


def terms_of_repair(policy: RepairPolicy, source: Terms) -> Terms:
    """Paths, commands and risk are the Repair Plan's; everything else is inherited from the policy before it."""
    return Terms(
        classification=source.classification,
        risk=policy.deltas.risk.becomes,
        allowed_write_paths=tuple(policy.allowed_write_paths),
        commands=tuple(policy.commands()),
        scratch_paths=source.scratch_paths,
        network=source.network,
        limits=source.limits,
    )


def terms_of_sealed(sealed: Mapping[str, Any]) -> Terms:
    """The terms in a sealed policy, which was written from terms."""
    return Terms(
        classification=sealed["classification"],
        risk=sealed["risk"],
        allowed_write_paths=tuple(sealed["allowed_write_paths"]),
        commands=tuple(
            VerificationCommand(**{name: value for name, value in entry.items() if name != "words"})
            for entry in sealed["verification_commands"]
        ),
        scratch_paths=tuple(sealed["scratch_paths"]),
        network=sealed["network"],
        limits=Limits.model_validate(sealed["limits"]),
    )
