"""The gates and the steps of a run, read out of its ledger records. Pure but for the policies that it asks for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Literal

from harness_runtime.artifacts.terms import Terms, command_text
from harness_runtime.cli.contracts.report import BoundaryRow, Gate, Move, Outcome
from harness_runtime.cli.sessions.ledger import Records
from harness_runtime.cli.sessions.values import text
from harness_runtime.workflow.position import TERMINAL

Find = Callable[[str, str, str], Terms | None]  # kind, SHA-256 of the artifact, of the policy or ""
# What a record makes of the gate that is open.
ANSWERS: dict[str, Outcome] = {"approved": "approved", "declined": "declined", "revision_asked": "revised"}


def moves(records: Records) -> list[Move]:
    """Each change of phase, and each artifact that was shown in the place of a pending one."""
    found: list[Move] = []
    before = ""
    for number, record in enumerate(records):
        after, event = text(record.get("phase")), text(record.get("event"))
        if after != before or (found and event == "gate_opened"):
            at = text(record.get("at"))
            found.append(Move(at=at, before=before, after=after, event=event, record=number))
        before = after
    return found


def gates(records: Records, find: Find) -> list[Gate]:
    """Oldest first. `find` knows the terms of an artifact."""
    found: list[Gate] = []
    shown: dict[str, Any] = {}
    notes: Records = []
    approved: Terms | None = None
    for record in records:
        event = text(record.get("event"))
        if event == "gate_opened":
            if shown:
                found.append(_gate(shown, notes, record, "replaced", find, approved))
            shown, notes = record, []
        elif shown and event in ANSWERS:
            found.append(_gate(shown, notes, record, ANSWERS[event], find, approved))
            if event == "approved":
                approved = find(found[-1].kind, found[-1].sha256, found[-1].policy_sha256)
            shown = {}
        elif shown and text(record.get("phase")) in TERMINAL:
            found.append(_gate(shown, notes, record, "ended", find, approved))
            shown = {}
        elif shown:
            notes.append(record)
    return [*found, *([_gate(shown, notes, {}, "waiting", find, approved)] if shown else [])]


def _gate(
    shown: Mapping[str, Any],
    notes: Records,
    answer: Mapping[str, Any],
    outcome: Outcome,
    find: Find,
    before: Terms | None,
) -> Gate:
    kind: Literal["plan", "repair_plan"] = "repair_plan" if shown.get("kind") == "repair_plan" else "plan"
    digest, policy = text(shown.get("sha256")), text(answer.get("policy_sha256"))
    terms = find(kind, digest, policy)
    paths = list(terms.allowed_write_paths) if terms else []
    known = list(before.allowed_write_paths) if before and terms else []
    return Gate(
        kind=kind,
        sha256=digest,
        shown_at=text(shown.get("at")),
        shown_in_turn=text(shown.get("turn")),
        effort=text(shown.get("effort")),
        planner=text(shown.get("planner")),
        outcome=outcome,
        answered_at=text(answer.get("at")),
        answered_in_turn=text(answer.get("turn")),
        account=text(answer.get("account")),
        terminal=answer.get("terminal") is True,
        unclear=sum(1 for note in notes if note.get("event") == "unclear_reply"),
        refused=[text(note.get("reason")) for note in notes if note.get("event") == "approval_not_consumed"],
        policy_sha256=policy,
        paths=paths,
        added=[path for path in paths if before and path not in known],
        removed=[path for path in known if path not in paths],
        commands=[command_text(command) for command in terms.commands] if terms else [],
        network=terms.network if terms else "",
        classification=terms.classification if terms else "",
        risk=terms.risk if terms else "",
    )


def boundary(approved: list[Gate], find: Find) -> BoundaryRow | None:
    """Of the approval that came last."""
    last = next((gate for gate in reversed(approved) if gate.outcome == "approved"), None)
    terms = find(last.kind, last.sha256, last.policy_sha256) if last else None
    if last is None or terms is None:
        return None
    return BoundaryRow(
        policy_sha256=last.policy_sha256,
        paths=list(terms.allowed_write_paths),
        scratch=list(terms.scratch_paths),
        commands=[command_text(command) for command in terms.commands],
        network=terms.network,
        classification=terms.classification,
        risk=terms.risk,
    )
