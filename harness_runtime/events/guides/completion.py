"""A Completion Report held against the project's file: sensors, completion policy and escalation rules.

`examine` runs before anything is committed and without the session's lock, because sensors take minutes; `settle`
keeps and decides under it. Source: guides and sensors contract, A Completion.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from harness_runtime.artifacts.fault import Fault
from harness_runtime.artifacts.kinds import BY_NAME
from harness_runtime.artifacts.terms import Terms
from harness_runtime.events.context import Context
from harness_runtime.events.gate.judge_artifact import judge_artifact
from harness_runtime.events.guides.changes import changed_files
from harness_runtime.events.guides.context import harness_of, not_used
from harness_runtime.events.guides.evidence import evidence_of
from harness_runtime.events.guides.sensors import run_in_a_run
from harness_runtime.events.guides.words import result_lines, stop_lines, stop_reason
from harness_runtime.events.run.still_running import listed
from harness_runtime.events.run.terms import accepted_terms
from harness_runtime.events.turn_end.stop_time import deadline
from harness_runtime.guides.escalation import Escalation, escalations
from harness_runtime.guides.fault import HarnessFault
from harness_runtime.guides.load import Harness, Untrusted
from harness_runtime.guides.policies import Requirement, Status, check_policy
from harness_runtime.guides.record import ResultRecord, record_of, write_record
from harness_runtime.guides.resolve import resolve
from harness_runtime.guides.selection import Selection, select
from harness_runtime.guides.sensors.result import Report
from harness_runtime.messages.catalog import sentence
from harness_runtime.messages.guides_hooks import GUIDED
from harness_runtime.session.evidence import SENSORS, append_evidence
from harness_runtime.session.processes import left_running
from harness_runtime.session.state import Correction, LastStop, State
from harness_runtime.session.store import moment
from harness_runtime.wire.answers import Answer
from harness_runtime.workflow.position import AUTHORITY

COMPLETION = BY_NAME["completion_report"]
EXCUSED = ("blocked", "cancelled")  # such a report says itself that the work is not done
RESULT = "result.json"


@dataclass(frozen=True)
class Checkup:
    harness: Harness
    selection: Selection
    report: Report
    requirements: tuple[Requirement, ...] = ()
    escalations: tuple[Escalation, ...] = ()

    @property
    def unmet(self) -> tuple[Requirement, ...]:
        return tuple(found for found in self.requirements if found.status is Status.UNMET)


@dataclass(frozen=True)
class Examined:
    """Of a report in one run under one policy. With `faults` of its own nothing was run. `note`, for the person, says
    why nobody trusts the project's file as it is; `unusable`, why one that is trusted cannot be used."""

    run_id: str
    policy: str | None
    faults: tuple[Fault, ...] = ()
    note: str = ""
    unusable: str = ""
    checkup: Checkup | None = None

    def is_of(self, state: State) -> bool:
        return (self.run_id, self.policy) == (state.run_id, state.accepted.policy)

    def ledger_fields(self) -> dict[str, Any]:
        found = self.checkup
        if found is None:
            return {}
        unmet = [requirement.step or requirement.key for requirement in found.unmet]
        held = [escalation.rule.name for escalation in found.escalations]
        return {"sensors": result_fields(found.report), "unmet": unmet, "escalations": held}

    def person_lines(self, language: str) -> str:
        told = result_lines(self.checkup.report, self.checkup.unmet, language) if self.checkup else ""
        return "\n".join((told, *filter(None, (self.note, self.unusable))))


def examine(context: Context, state: State, begun: float) -> Examined:
    """`begun`: the hook's beginning in monotonic seconds."""
    language = context.spoken(state.language)
    run, policy = state.run_id, state.accepted.policy
    judged = judge_artifact(context.store, state, BY_NAME["completion_report"], context.event.message, language)
    running = left_running(state.session_id, state.host)
    faults = [*judged.faults, *([Fault("", "still_running", listed(running))] if running else [])]
    terms = accepted_terms(context.store, state)
    if faults or terms is None:
        return Examined(run, policy, tuple(faults))
    try:
        found = harness_of(context, state.workspace_root)
    except HarnessFault as fault:
        unusable = sentence(GUIDED, language, "unusable", fault=fault.line(language))
        return Examined(run, policy, unusable=unusable)
    if isinstance(found, Untrusted) and found.changed:
        return Examined(run, policy, note=not_used(found, language))
    if not isinstance(found, Harness):
        return Examined(run, policy)
    return Examined(run, policy, checkup=_check_up(context, state, terms, found, judged.checked.canonical, begun))


def _check_up(context: Context, state: State, terms: Terms, harness: Harness, report: bytes, begun: float) -> Checkup:
    file, language = harness.file, context.spoken(state.language)
    selection = select(file, state.checks.task_type or None)
    changed = changed_files(context.store, state, terms)
    ran = run_in_a_run(context, state, terms, file, selection.sensors, changed, deadline(begun))
    shown = evidence_of(context.store, state, ran.results, file.defaults.max_sensor_retries, changed, report)
    requirements = check_policy(selection.policy, shown) if selection.policy else []
    raised = escalations(file.escalation_rules, shown, requirements, language)
    return Checkup(harness, selection, ran, tuple(requirements), tuple(raised))


def settle(context: Context, state: State, examined: Examined, sha256: str, status: str) -> Answer | None:
    """Sensors and requirements stop a report once for each policy that was accepted, each escalation rule once a run:
    what is shown again is recorded as it says. Raises OSError."""
    found, checks, policy = examined.checkup, state.checks, str(examined.policy)
    if found is not None:
        _keep(context, state, found)
    is_first = policy not in checks.stopped
    failing, unmet = (found.report.blocking, found.unmet) if found and is_first else ((), ())
    raised = tuple(held for held in found.escalations if held.rule.name not in checks.escalated) if found else ()
    unusable = examined.unusable if is_first else ""
    if status in EXCUSED or not (failing or unmet or raised or unusable):
        return None
    language = context.spoken(state.language)
    lines = [*filter(None, [unusable]), *stop_lines(failing, unmet, raised, language)]
    update = {
        "last_stop": LastStop(turn=context.event.turn, gate=False),
        "correction": Correction(kind=COMPLETION.name, faults=lines, stopped=True),
        "checks": checks.model_copy(
            update={
                "stopped": [*checks.stopped, *([policy] if failing or unmet or unusable else [])],
                "escalated": [*checks.escalated, *(held.rule.name for held in raised)],
            }
        ),
    }
    stopped = state.model_copy(update=update)
    fields = examined.ledger_fields()
    context.store.commit(stopped, "completion_stopped", sha256=sha256, turn=context.event.turn, **fields)
    return Answer(
        block=stop_reason(failing, unmet, raised, language, unusable, authority=state.phase in AUTHORITY),
        message=sentence(GUIDED, language, "stopped_person", why="; ".join(lines)),
    )


def _keep(context: Context, state: State, found: Checkup) -> None:
    """result.json, and a record of the evidence."""
    record = record_of(
        found.selection,
        _guides(found.harness, found.selection),
        found.harness.sha256,
        found.report,
        run_id=state.run_id,
        requirements=found.requirements,
        escalations=found.escalations,
        language=context.spoken(state.language),
    )
    write_record(context.store.folder / RESULT, record)
    keep_evidence(context, state, record, when="completion")


def keep_evidence(context: Context, state: State, record: ResultRecord, *, when: str, told: str = "") -> None:
    """`when`: `completion`, or `stop` for the sensors that run at each; `told`: what the next prompt tells the model.
    Raises OSError."""
    append_evidence(
        context.store.folder,
        {
            **record.model_dump(exclude={"schema_version", "at"}),
            "at": moment(),
            "kind": SENSORS,
            "when": when,
            "told": told,
            "revision": state.revision,
            "phase": state.phase,
            "policy": state.accepted.policy,
            "turn": context.event.turn,
        },
    )


def result_fields(report: Report) -> list[dict[str, Any]]:
    """As the ledger keeps them."""
    return [
        {"name": result.sensor.name, "outcome": result.outcome.value, "blocking": result.sensor.blocking}
        for result in report.results
    ]


def _guides(harness: Harness, selection: Selection) -> Sequence[str]:
    try:
        return resolve(harness, selection.task_type).names
    except HarnessFault:
        return ()
