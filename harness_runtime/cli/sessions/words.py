"""How what a run's records say is worded, in the language of this process: for the terminal and the page."""

from __future__ import annotations

import re
from datetime import datetime

from harness_runtime.cli.contracts.report import Gate, RecordRow, ReviewRow
from harness_runtime.cli.language import sentence
from harness_runtime.messages.gates import KIND_NAMES

SHORT = 12
EVENTS = {
    "activated": "event_activated",
    "gate_opened": "event_gate_opened",
    "approved": "event_approved",
    "declined": "event_declined",
    "revision_asked": "event_revision_asked",
    "unclear_reply": "event_unclear_reply",
    "approval_not_consumed": "event_not_consumed",
    "answered": "event_answered",
    "machine_prompt": "event_machine_prompt",
    "prompt": "event_prompt",
    "stopped": "event_stopped",
    "artifact_unread": "event_artifact_unread",
    "artifact_refused": "event_artifact_refused",
    "artifact_misplaced": "event_artifact_misplaced",
    "authority_revoked": "event_authority_revoked",
    "implementation_summary": "event_summary",
    "completion_report": "event_completion",
    "completion_stopped": "event_completion_stopped",
    "outside_changed": "event_outside",
    "outside_unseen": "event_unseen",
    "confinement_engine": "event_engine",
    "rollback_begun": "event_rollback",
    "rolled_back": "event_rolled_back",
    "cancelled": "event_cancelled",
    "released": "event_released",
    "turned_off": "event_turned_off",
    "learned": "event_learned",
    "chain_step": "event_chain_step",
    "reply_gap": "event_reply_gap",
    "input_changed": "event_input_changed",
    "denial_lost": "event_denial_lost",
    "rewrite_lost": "event_rewrite_lost",
    "run_faults": "event_run_faults",
}
BAD = frozenset(
    (
        "outside_changed",
        "outside_unseen",
        "input_changed",
        "denial_lost",
        "rewrite_lost",
        "run_faults",
        "approval_not_consumed",
    )
)  # records that a reader should not miss
OUTCOMES = {
    "approved": "gate_approved",
    "declined": "gate_declined",
    "revised": "gate_revised",
    "replaced": "gate_replaced",
    "ended": "gate_ended",
    "waiting": "gate_waiting",
}
CHECKS = {
    "passed": "check_passed",
    "failed": "check_failed",
    "timed_out": "check_timed_out",
    "not_started": "check_not_started",
}
# What of a record is told below its sentence: the rest is in it, or in the ledger's own part.
TOLD = {
    "artifact_refused": "faults",
    "outside_changed": "changes",
    "outside_unseen": "paths",
    "rollback_begun": "paths",
    "completion_stopped": "faults",
    "reply_gap": "missing",
    "input_changed": "subject",
    "denial_lost": "subject",
    "rewrite_lost": "subject",
    "run_faults": "subject",
    "approval_not_consumed": "pids",
}
_HEAD = re.compile(r"^Harness \[[^\]]*\] ")


def event_text(record: RecordRow) -> str:
    """One sentence; an event of another release is named as it is."""
    if record.event not in EVENTS:
        return record.event.replace("_", " ")
    details = record.details
    return sentence(
        EVENTS[record.event],
        kind=kind_name(details.get("kind", "")),
        hash=short(details.get("sha256", "")),
        account=details.get("account", "-"),
        why=details.get("reason", "-"),
        status=details.get("status") or record.phase,
        engine=details.get("engine", "-"),
        count=details.get("count", "0"),
        outcomes=details.get("outcomes", "-"),
        path=details.get("path", "-"),
        stage=details.get("stage", "-"),
        step=details.get("step", "-"),
    )


def told(record: RecordRow) -> list[str]:
    """What follows the sentence, one part a line; for an event of another release all of it."""
    if record.event not in EVENTS:
        return [f"{name}: {' · '.join(value.splitlines())}" for name, value in record.details.items()]
    return [part for part in record.details.get(TOLD.get(record.event, ""), "").split("\n") if part]


def review_text(review: ReviewRow) -> str:
    return sentence("event_agent", agent=review.agent or "-", kind=kind_name(review.kind))


def review_standing(review: ReviewRow) -> str:
    if review.faults:
        return sentence("review_faulty", count=str(len(review.faults)))
    if review.counts is None:
        return ""
    return sentence("review_counts") if review.counts else sentence("review_not", lacks=", ".join(review.lacks))


def kind_name(kind: str) -> str:
    return KIND_NAMES.get(kind, kind.replace("_", " "))


def outcome_text(gate: Gate) -> str:
    return sentence(OUTCOMES[gate.outcome])


def check_text(outcome: str, code: int | None) -> str:
    said = sentence(CHECKS[outcome]) if outcome in CHECKS else outcome
    known = sentence("check_exit", code=str(code)) if code and outcome == "failed" else ""
    return f"{said} ({known})" if known else said


def reason(text: str) -> str:
    """A denial's sentence without its head, which names the rule and the phase."""
    return _HEAD.sub("", text)


def short(digest: str) -> str:
    return digest[:SHORT]


def clock(at: str) -> str:
    """The time of the day, to the second."""
    return at[11:19] or "-"


def day(at: str) -> str:
    return f"{at[:10]} {at[11:19]}" if at else "-"


def span(start: str, end: str) -> str:
    """How long, in the two largest units that count: "4 s", "12 min 3 s", "2 h 5 min"."""
    try:
        seconds = int((datetime.fromisoformat(end) - datetime.fromisoformat(start)).total_seconds())
    except ValueError:
        return "-"
    hours, minutes, rest = seconds // 3600, seconds // 60 % 60, seconds % 60
    if hours:
        return f"{hours} h {minutes} min"
    return f"{minutes} min {rest} s" if minutes else f"{rest} s"
