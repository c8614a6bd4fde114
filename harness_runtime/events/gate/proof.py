"""What a run can prove at its end: approvals, evidence commands, and a Review that counts."""

from __future__ import annotations

from harness_runtime.artifacts.claims import Record
from harness_runtime.artifacts.report import VERDICTS
from harness_runtime.artifacts.terms import Terms
from harness_runtime.events.gate.verification import verification
from harness_runtime.messages.catalog import sentence
from harness_runtime.messages.evidence import REVIEW_LACKS
from harness_runtime.session.evidence import read_evidence
from harness_runtime.session.state import State
from harness_runtime.session.store import Store


def run_record(store: Store, state: State, terms: Terms | None, language: str) -> Record:
    """`terms`: those accepted last."""
    return Record(
        plan_approved=state.accepted.plan is not None,
        repair_approved=state.accepted.repair_plan is not None,
        classification=terms.classification if terms else "",
        verification=verification(store, state, terms, language),
        verdict=last_review(store, state),
        review_lack=review_lack(store, state, language),
        review_demanded=state.project is not None and state.project.review_required,
    )


def last_review(store: Store, state: State) -> str:
    """The verdict over the present files: the worst of the Reviews that count and were made under the policy
    accepted last. "" when there is none."""
    verdicts = [
        str(record.get("verdict"))
        for record in read_evidence(store.folder, state.run_id)
        if record.get("kind") == "clean_context_review"
        and record.get("counts") is True
        and record.get("policy") == state.accepted.policy
    ]
    return max(verdicts, key=VERDICTS.index, default="")


def review_lack(store: Store, state: State, language: str) -> str:
    """Why the newest Review of the run does not count, as codes with what each means; "" when it does."""
    records = [
        record for record in read_evidence(store.folder, state.run_id) if record.get("kind") == "clean_context_review"
    ]
    if not records:
        codes = ["undelivered"]
    elif records[-1].get("faults"):
        codes = ["malformed"]
    else:
        codes = [str(code) for code in records[-1].get("lacks", ())]
        if not codes and records[-1].get("policy") != state.accepted.policy:
            codes = ["older_approval"]
    return "; ".join(f"{code}: {sentence(REVIEW_LACKS, language, code)}" for code in codes)
