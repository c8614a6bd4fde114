"""When a Review counts: was its reviewer a clean-context one that read the change? (contract: Review). Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Judgement:
    """`reasons` are codes of what is missing; empty means that the Review counts."""

    reasons: tuple[str, ...]

    @property
    def counts(self) -> bool:
        return not self.reasons


def judge_reviewer(
    agent_id: str, starts: Sequence[dict[str, Any]], calls: Sequence[dict[str, Any]], phase: str, *, has_read: bool
) -> Judgement:
    """`starts`: the run's agent_started evidence, oldest first; `calls`: its call records in order of time;
    `has_read`: a call of this agent showed the change."""
    reasons = []
    if phase not in ("review", "post_repair_review"):
        reasons.append("not_in_review")
    own = [start for start in starts if start.get("agent_id") == agent_id]
    passed = [call for call in calls if call["verdict"] == "allow"]
    last_mutation = max((call["at"] for call in passed if may_change(call)), default="")
    if not own:
        reasons.append("start_unseen")
    elif own[0]["at"] <= last_mutation:
        reasons.append("started_before_change")
    if not _spawned_fresh(calls, last_mutation):
        reasons.append("inherited_context")
    if not has_read:
        reasons.append("change_unread")
    return Judgement(tuple(reasons))


def may_change(call: dict[str, Any]) -> bool:
    """A confined command writes what it likes inside the boundary, and only one that reads says so."""
    return bool(call["kind"] == "mutate" or (call["kind"] == "execute" and call["rule"] != "shell_confined_read"))


def _spawned_fresh(calls: Sequence[dict[str, Any]], since: str) -> bool:
    """Every agent started since the last mutation came without inherited context. The hosts do not say which call
    started which agent, so one that inherits spoils them all."""
    starts = [
        call for call in calls if call["rule"] in ("delegate_fresh", "delegate_inherits") and call["at"] > since
    ]
    return bool(starts) and all(call["rule"] == "delegate_fresh" for call in starts)
