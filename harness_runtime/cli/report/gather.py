"""Reads a session's folder into one `Report`: data only. Nothing is written."""

from __future__ import annotations

from typing import Any

from harness_runtime.artifacts.plan import read_plan
from harness_runtime.artifacts.terms import Terms, terms_of_plan, terms_of_sealed
from harness_runtime.cli.contracts.report import CallRow, CommandRow, Gate, LedgerState, Report, RunReport
from harness_runtime.cli.faults import InputFault
from harness_runtime.cli.report.artifacts import artifacts
from harness_runtime.cli.report.gates import Find, boundary, gates, moves
from harness_runtime.cli.report.paths import paths
from harness_runtime.cli.report.runs import by_run, names, records_of
from harness_runtime.cli.report.timeline import Moment, merge
from harness_runtime.cli.sessions import evidence as of_evidence
from harness_runtime.cli.sessions.calls import Recorded, denial, recorded_calls
from harness_runtime.cli.sessions.chain import chain_view
from harness_runtime.cli.sessions.find import Session
from harness_runtime.cli.sessions.goal import goal_view
from harness_runtime.cli.sessions.ledger import Records
from harness_runtime.cli.sessions.records import row
from harness_runtime.cli.sessions.values import text
from harness_runtime.cli.sessions.view import View
from harness_runtime.events.run.terms import artifact_terms
from harness_runtime.session.evidence import read_evidence
from harness_runtime.session.ledger import Verdict
from harness_runtime.session.sealed import SealedFault, read_policy
from harness_runtime.session.state import State
from harness_runtime.session.store import Store, now


def gather(view: View, findings: list[str], wanted: str | None, language: str) -> Report:
    """`findings` are sentences on the session's files; `wanted` is the id of a run, or how it begins, None for the
    newest. Raises InputFault for one that is not there, OSError."""
    session, state, verdict = view.session, view.state, view.ledger
    runs = by_run(records_of(session, verdict))
    chosen = _chosen(list(runs), wanted)
    return Report(
        session_id=session.session_id,
        host=state.host if state else "",
        workspace_root=session.workspace_root or "",
        made_at=now(),
        findings=findings,
        ledger=_ledger(verdict, state),
        goal=goal_view(session.store),
        chain=chain_view(session.store),
        runs=names(runs),
        run=_run(session, state, runs, chosen, language) if chosen else None,
    )


def last_denied(view: View, language: str) -> CallRow | None:
    """The newest denied call of the session, in a run or not. Raises OSError."""
    for name in reversed(names(by_run(records_of(view.session, view.ledger)))):
        run = gather(view, [], name.run_id, language).run
        denied = _denied(run.calls) if run else None
        if denied is not None:
            return denied
    recorded, _ = recorded_calls(view.session.store.data, view.session.session_id)
    root = view.session.workspace_root or ""
    return _denied([_call(call, "", [], root, language) for call in recorded])


def _denied(calls: list[CallRow]) -> CallRow | None:
    """The newest."""
    return next((call for call in reversed(calls) if call.verdict == "deny"), None)


def _chosen(runs: list[str], wanted: str | None) -> str:
    if wanted is None:
        return runs[-1] if runs else ""
    fitting = [run for run in runs if run == wanted] or [run for run in runs if run.startswith(wanted)]
    if len(fitting) != 1:
        raise InputFault("run_unknown", run=wanted, known=", ".join(runs) or "-")
    return fitting[0]


def _ledger(verdict: Verdict, state: State | None) -> LedgerState:
    return LedgerState(
        ok=verdict.ok,
        records=verdict.records,
        voided=verdict.voided,
        broken_at=verdict.broken_at,
        reason=verdict.reason,
        head=state.ledger.sha256 if state else "",
    )


def _run(session: Session, state: State | None, runs: dict[str, Records], run_id: str, language: str) -> RunReport:
    store, records = session.store, runs[run_id]
    rows = [row(record) for record in records]
    evidence = read_evidence(store.folder, run_id)
    reviews, sensors = of_evidence.reviews(evidence), of_evidence.sensors(evidence)
    commands = of_evidence.commands(evidence)
    find = _finder(store, state)
    shown = gates(records, find)
    recorded, left_out = _recorded(store, runs, run_id)
    timeline, phases = merge(
        rows,
        [
            *(Moment(call.at, "call", number, call.turn) for number, call in enumerate(recorded)),
            *(Moment(each.at, "agent", number) for number, each in enumerate(reviews)),
            *(Moment(each.at, "command", number) for number, each in enumerate(commands)),
            *(Moment(each.at, "sensors", number) for number, each in enumerate(sensors)),
        ],
    )
    root = session.workspace_root or text(records[0].get("workspace_root"))
    calls = [_call(call, phase, shown, root, language) for call, phase in zip(recorded, phases, strict=False)]
    opened = boundary(shown, find)
    name = next(name for name in names(runs) if name.run_id == run_id)
    return RunReport(
        run_id=run_id,
        revision=name.revision,
        started_at=name.started_at,
        ended_at=name.ended_at,
        phase=name.phase,
        engine=_engine(records, commands),
        turns=list(dict.fromkeys(record.turn for record in rows if record.turn)),
        records=rows,
        moves=moves(records),
        gates=shown,
        boundary=opened,
        paths=paths(store, root, run_id, opened, calls),
        calls=calls,
        calls_left_out=left_out,
        allowed=sum(1 for call in calls if call.verdict == "allow"),
        denied=sum(1 for call in calls if call.verdict == "deny"),
        reviews=reviews,
        sensors=sensors,
        commands=commands,
        outside=of_evidence.outside(records),
        rollbacks=of_evidence.rollbacks(records),
        artifacts=artifacts(store, shown, records, reviews),
        timeline=timeline,
    )


def _finder(store: Store, state: State | None) -> Find:
    """Knows the terms of an approval by its sealed policy, of any other artifact by its text; each is read once."""
    known: dict[tuple[str, str], Terms | None] = {}

    def find(kind: str, artifact: str, policy: str) -> Terms | None:
        key = (artifact, policy)
        if key not in known:
            known[key] = _sealed(store, policy) if policy else _shown(store, state, kind, artifact)
        return known[key]

    return find


def _sealed(store: Store, policy: str) -> Terms | None:
    try:
        return terms_of_sealed(read_policy(store.data, store.session_id, policy))
    except (SealedFault, KeyError, TypeError, ValueError):
        return None


def _shown(store: Store, state: State | None, kind: str, artifact: str) -> Terms | None:
    """Of a Repair Plan only in the run whose policy is still known: it inherits from that."""
    if kind == "repair_plan":
        return artifact_terms(store, state, "repair_plan", artifact) if state else None
    stored = store.get_artifact(artifact) if len(artifact) == 64 and artifact.isalnum() else None
    plan = read_plan(stored)[0] if stored is not None else None
    return terms_of_plan(plan.policy) if plan else None


def _recorded(store: Store, runs: dict[str, Records], run_id: str) -> tuple[list[Recorded], int]:
    """The calls between this run's first record and the next run's: a call record does not name its run."""
    found, left_out = recorded_calls(store.data, store.session_id)
    order = list(runs)
    begins = text(runs[run_id][0].get("at"))[:19]
    later = order[order.index(run_id) + 1 :]
    ends = text(runs[later[0]][0].get("at"))[:19] if later else ""
    return [call for call in found if begins <= call.at[:19] and (not ends or call.at[:19] < ends)], left_out


def _call(call: Recorded, phase: str, shown: list[Gate], root: str, language: str) -> CallRow:
    fields = {name: text(call.fields.get(name)) for name in ("tool", "verdict", "kind", "rule", "subject", "agent")}
    allowed = _opened_at(shown, call.at)
    return CallRow(
        at=call.at,
        turn=call.turn,
        phase=phase,
        child=call.fields.get("child") is True,
        reason=denial(fields, phase, root, allowed, language) if fields["verdict"] == "deny" else "",
        **fields,
    )


def _opened_at(shown: list[Gate], at: str) -> list[str]:
    """The paths of the boundary that held at that moment."""
    accepted = [gate for gate in shown if gate.outcome == "approved" and gate.answered_at[:19] <= at[:19]]
    return accepted[-1].paths if accepted else []


def _engine(records: Records, used: list[CommandRow]) -> str:
    found: Any = records[0].get("engine")
    return of_evidence.last_engine(used, text(found.get("name")) if isinstance(found, dict) else "")
