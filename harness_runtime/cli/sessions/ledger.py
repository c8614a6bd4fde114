"""A session's ledger: whether it proves itself, its records, and how either is said."""

from __future__ import annotations

from typing import Any

from harness_runtime.cli.language import sentence
from harness_runtime.cli.sessions.find import ABSENT, Session
from harness_runtime.messages.terminal import SENTENCES
from harness_runtime.session import ledger
from harness_runtime.session.store import StoreFault

Records = list[dict[str, Any]]


def verify_ledger(session: Session) -> ledger.Verdict:
    """Recompute the chain; its last record must also tell of the run that the state tells of."""
    path = session.store.ledger_path
    try:
        if isinstance(session.state, StoreFault):
            return _without_state(session.state, path.exists())
        verdict = ledger.verify(path, session.state.ledger)
        if not verdict.ok or not verdict.records:
            return verdict
        last = ledger.read(path, session.state.ledger)[-1]
    except OSError as error:
        return ledger.Verdict(False, 0, 0, None, error.strerror or type(error).__name__)
    except ledger.LedgerBroken as fault:  # somebody has changed it since `verify`
        return ledger.Verdict(False, 0, verdict.voided, None, str(fault))
    told = (last.get("run_id"), last.get("revision"), last.get("phase"))
    if told != (session.state.run_id, session.state.revision, session.state.phase):
        return ledger.Verdict(False, verdict.records, verdict.voided, None, "state_mismatch")
    return verdict


def records_in_force(session: Session) -> Records:
    """The records up to the stored head, void lines left out. Means something only where the ledger verifies."""
    if isinstance(session.state, StoreFault):
        return []
    try:
        return ledger.read(session.store.ledger_path, session.state.ledger)
    except ledger.LedgerBroken:
        return []


def _without_state(fault: StoreFault, ledger_exists: bool) -> ledger.Verdict:
    if fault.rule == ABSENT and not ledger_exists:
        return ledger.Verdict(True, 0, 0, None)
    return ledger.Verdict(False, 0, 0, None, fault.rule)


def ledger_text(verdict: ledger.Verdict) -> str:
    """Whole or broken, and where."""
    if not verdict.ok:
        known = f"reason_{verdict.reason}"
        reason = sentence(known) if known in SENTENCES else verdict.reason
        if verdict.broken_at is None:
            return sentence("ledger_broken", reason=reason)
        return sentence("ledger_broken_at", line=str(verdict.broken_at), reason=reason)
    if verdict.voided:
        return sentence("ledger_voided", records=str(verdict.records), voided=str(verdict.voided))
    return sentence("ledger_whole", records=str(verdict.records))
