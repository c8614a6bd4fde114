"""What is on record for a session, read for its export. Of a ledger that is not whole nothing is known to be true."""

from __future__ import annotations

from harness_runtime.cli.export.spans import Recorded
from harness_runtime.cli.sessions.find import Session
from harness_runtime.cli.sessions.ledger import records_in_force, verify_ledger
from harness_runtime.session.calls import last_calls
from harness_runtime.session.evidence import RUN, UNPROVEN, read_evidence
from harness_runtime.session.store import StoreFault

MAX_CALLS = 1_000_000


def read_session(session: Session) -> Recorded | None:
    """None for one whose state or ledger cannot be trusted."""
    if session.is_fault or not verify_ledger(session).ok:
        return None
    state = session.state
    ledger = records_in_force(session)
    runs = dict.fromkeys(str(record.get("run_id")) for record in ledger)
    evidence = [record for run_id in runs for record in read_evidence(session.store.folder, run_id)]
    return Recorded(
        session_id=session.session_id,
        host="" if isinstance(state, StoreFault) else state.host,
        workspace=session.workspace_root or "",
        ledger=ledger,
        calls=last_calls(session.store.data, session.session_id, MAX_CALLS),
        confined=[record for record in evidence if record.get("kind") in (RUN, UNPROVEN)],
    )
