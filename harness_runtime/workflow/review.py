"""When a Review counts: was its reviewer a clean-context one that read the change? (contract: Review). Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

GIT_READERS = ("git diff", "git show", "git log", "git --no-pager diff", "git --no-pager show", "git --no-pager log")
CONTENT_READERS = ("cat ", "tac ", "nl ", "head ", "tail ", "sed ", "rg ", "grep ", "diff ", "cmp ", *GIT_READERS)

READING = ("read", "execute")  # a sub-agent's confined command only reads


@dataclass(frozen=True)
class Judgement:
    """`reasons` are codes of what is missing; empty means that the Review counts."""

    reasons: tuple[str, ...]

    @property
    def counts(self) -> bool:
        return not self.reasons


def judge_reviewer(
    agent_id: str, starts: Sequence[dict[str, Any]], calls: Sequence[dict[str, Any]], phase: str
) -> Judgement:
    """`starts`: the run's agent_started evidence, oldest first; `calls`: its call records in order of time."""
    reasons = []
    if phase not in ("review", "post_repair_review"):
        reasons.append("not_in_review")
    own = [start for start in starts if start.get("agent_id") == agent_id]
    passed = [call for call in calls if call["verdict"] == "allow"]
    mutations = [call for call in passed if call["kind"] == "mutate"]
    last_mutation = max((call["at"] for call in passed if _may_change(call)), default="")
    if not own:
        reasons.append("start_unseen")
    elif own[0]["at"] <= last_mutation:
        reasons.append("started_before_change")
    if not _spawned_fresh(calls, last_mutation):
        reasons.append("inherited_context")
    if not _read_the_change(agent_id, calls, mutations):
        reasons.append("change_unread")
    return Judgement(tuple(reasons))


def _may_change(call: dict[str, Any]) -> bool:
    """A confined command writes what it likes inside the boundary, and only one that reads says so."""
    return bool(call["kind"] == "mutate" or (call["kind"] == "execute" and call["rule"] != "shell_confined_read"))


def _spawned_fresh(calls: Sequence[dict[str, Any]], since: str) -> bool:
    """Every agent started since the last mutation came without inherited context. The hosts do not say which call
    started which agent, so one that inherits spoils them all."""
    starts = [
        call for call in calls if call["rule"] in ("delegate_fresh", "delegate_inherits") and call["at"] > since
    ]
    return bool(starts) and all(call["rule"] == "delegate_fresh" for call in starts)


def _read_the_change(agent_id: str, calls: Sequence[dict[str, Any]], mutations: Sequence[dict[str, Any]]) -> bool:
    changed = {path for call in mutations for path in str(call["subject"]).split(", ")}
    for call in calls:
        if call.get("agent") != agent_id or call["kind"] not in READING or call["verdict"] != "allow":
            continue
        subject = str(call["subject"])
        if call.get("tool") == "Bash" and not _reads_content(subject):
            continue
        if any(path and _names(subject, path) for path in changed) or subject.startswith(GIT_READERS):
            return True
    return False


def _reads_content(command: str) -> bool:
    """A command that prints what a file holds; naming a file, or feeding a text of one's own, reads nothing."""
    return command.startswith(CONTENT_READERS) and "<<" not in command


def _names(command: str, path: str) -> bool:
    """The path itself stands there, not a longer name around it; a folder before it makes no difference."""
    return re.search(rf"(?<![\w.-]){re.escape(path)}(?![\w./-])", command) is not None
