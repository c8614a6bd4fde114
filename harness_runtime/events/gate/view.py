"""What the person sees of an open gate, made from the parsed policy and not from the agent's words."""

from __future__ import annotations

import re

from harness_runtime.artifacts.policy_block import Limits
from harness_runtime.artifacts.terms import Terms, command_text
from harness_runtime.events.gate.proves_nothing import empty_evidence
from harness_runtime.events.gate.tracked_scratch import tracked_scratch
from harness_runtime.events.run.position import short
from harness_runtime.events.run.terms import accepted_terms, artifact_terms
from harness_runtime.messages.catalog import sentence
from harness_runtime.messages.gates import GATES, KIND_NAMES
from harness_runtime.session.state import GateKind, Pending, State
from harness_runtime.session.store import Store

_BLANKS = re.compile(r"\s{3,}")
_MARKS = re.compile(r"([·⚠])\s")


def gate_view(store: Store, state: State, language: str, previous: tuple[GateKind, str] | None = None) -> str:
    """Hash, class, paths, commands, network and scratch of the pending artifact, and what they change: against
    `previous` (the pending artifact that it replaced), else against what was accepted before it."""
    pending = state.pending
    assert pending is not None
    terms = artifact_terms(store, state, pending.kind, pending.sha256)
    if terms is None:
        return sentence(GATES, language, "gate_unreadable", hash=short(pending.sha256))
    before = artifact_terms(store, state, *previous) if previous else accepted_terms(store, state)
    changes = _changes(language, before, terms) if before else []
    lines = term_lines(language, terms)
    if taken := tracked_scratch(state, terms):
        lines.append(sentence(GATES, language, "gate_scratch_tracked", value=taken))
    view = sentence(
        GATES,
        language,
        "gate_open",
        kind=KIND_NAMES[pending.kind],
        hash=short(pending.sha256),
        lines="\n".join(f"· {line}" for line in lines),
        changes=sentence(GATES, language, "gate_changed", value="; ".join(changes)) if changes else "",
    )
    return view + _notes(language, pending)


def term_lines(language: str, terms: Terms) -> list[str]:
    """The terms, a line each."""
    nothing = sentence(GATES, language, "none")
    rows = {
        "gate_class": f"{terms.classification}, risk {terms.risk}",
        "gate_paths": ", ".join(terms.allowed_write_paths) or nothing,
        "gate_commands": "; ".join(_command_texts(terms)) or nothing,
    }
    empty = empty_evidence(terms.commands)
    if empty:
        rows["gate_empty"] = "; ".join(empty)
    rows["gate_network"] = terms.network
    if terms.scratch_paths:
        rows["gate_scratch"] = ", ".join(terms.scratch_paths)
    if terms.limits != Limits():
        rows["gate_limits"] = _limits_text(terms.limits)
    return [sentence(GATES, language, key, value=value) for key, value in rows.items()]


def _command_texts(terms: Terms) -> list[str]:
    return [
        f"{_unforged(command_text(command))}{' (more arguments)' * command.more_args}" for command in terms.commands
    ]


def _unforged(text: str) -> str:
    """Without what would look like a further line of the gate where a screen wraps: many blanks, then its mark."""
    shown = _BLANKS.sub(lambda found: f" ␣×{len(found[0])} ", text)
    return _MARKS.sub(r"\1␣", shown)


def _limits_text(limits: Limits) -> str:
    return f"{limits.seconds} s, {limits.processes} processes, {limits.file_mb} MiB a file"


def _changes(language: str, before: Terms, after: Terms) -> list[str]:
    """`+` and `-` for each list entry that came or went, `old -> new` for each single value."""
    changes = []
    for old, new in (
        (before.allowed_write_paths, after.allowed_write_paths),
        (_command_texts(before), _command_texts(after)),
        (before.scratch_paths, after.scratch_paths),
    ):
        changes += [f"+ {entry}" for entry in new if entry not in old]
        changes += [f"- {entry}" for entry in old if entry not in new]
    for name in ("classification", "risk", "network"):
        if getattr(before, name) != getattr(after, name):
            changes.append(f"{name}: {getattr(before, name)} -> {getattr(after, name)}")
    if before.limits != after.limits:
        changes.append(f"limits: {_limits_text(before.limits)} -> {_limits_text(after.limits)}")
    return changes or [sentence(GATES, language, "gate_unchanged")]


def _notes(language: str, pending: Pending) -> str:
    if not pending.person_turn:
        return sentence(GATES, language, "gate_not_person")
    return sentence(GATES, language, "gate_answered") if pending.answered else ""
