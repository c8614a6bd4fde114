"""What the person sees of an open gate, made from the parsed policy and not from the agent's words."""

from __future__ import annotations

from harness_runtime.artifacts.plan import read_plan
from harness_runtime.artifacts.policy_block import PlanPolicy
from harness_runtime.events.context import Context
from harness_runtime.events.run import short
from harness_runtime.messages.gates import KIND_NAMES
from harness_runtime.session.state import Pending, State


def gate_view(context: Context, state: State, pending: Pending, previous: str | None = None) -> str:
    """Hash, class, paths, commands, network and scratch of the pending artifact; what changed since `previous`."""
    policy = stored_policy(context, pending.sha256)
    if policy is None:
        return context.say(state.language, "not_consumed", why=pending.sha256)
    lines = _lines(context, state.language, policy)
    before = stored_policy(context, previous) if previous and previous != pending.sha256 else None
    old = set(_lines(context, state.language, before)) if before else set(lines)
    changed = [line for line in lines if line not in old]
    view = context.say(
        state.language,
        "gate_open",
        kind=KIND_NAMES[pending.kind],
        hash=short(pending.sha256),
        lines="\n".join(f"· {line}" for line in lines),
        changes=context.say(state.language, "gate_changed", value="; ".join(changed)) if changed else "",
    )
    return view if pending.person_turn else view + context.say(state.language, "gate_not_person")


def stored_policy(context: Context, digest: str | None) -> PlanPolicy | None:
    """The policy of a stored Plan, None when it cannot be read back."""
    stored = context.store.get_artifact(digest) if digest else None
    if stored is None:
        return None
    plan, _ = read_plan(stored)
    return plan.policy if plan else None


def _lines(context: Context, language: str, policy: PlanPolicy) -> list[str]:
    nothing = context.say(language, "none")
    commands = [c.command if c.cwd == "." else f"{c.command} (in {c.cwd})" for c in policy.commands()]
    rows = {
        "gate_class": f"{policy.classification}, risk {policy.risk}",
        "gate_paths": ", ".join(policy.allowed_write_paths) or nothing,
        "gate_commands": "; ".join(commands) or nothing,
        "gate_network": policy.network,
    }
    if policy.scratch_paths:
        rows["gate_scratch"] = ", ".join(policy.scratch_paths)
    return [context.say(language, key, value=value) for key, value in rows.items()]
