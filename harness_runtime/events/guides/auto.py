"""Sensors that run whenever the agent stops in a run (`auto`).

They stop nothing: the person is told at once, the model with the next prompt. Source: guides and sensors contract,
Running sensors.
"""

from __future__ import annotations

from dataclasses import replace

from harness_runtime.artifacts.kinds import kind_of
from harness_runtime.events.context import Context
from harness_runtime.events.guides.changes import changed_files
from harness_runtime.events.guides.completion import keep_evidence, result_fields
from harness_runtime.events.guides.context import harness_of
from harness_runtime.events.guides.sensors import run_in_a_run
from harness_runtime.events.guides.words import failure_parts, result_lines
from harness_runtime.events.run.terms import accepted_terms
from harness_runtime.events.turn_end.stop_time import deadline
from harness_runtime.guides.fault import HarnessFault
from harness_runtime.guides.load import Harness
from harness_runtime.guides.record import record_of
from harness_runtime.guides.selection import select
from harness_runtime.guides.sensors.result import Report
from harness_runtime.messages.catalog import sentence
from harness_runtime.messages.guides_hooks import GUIDED
from harness_runtime.session.evidence import SENSORS, read_evidence
from harness_runtime.session.state import State
from harness_runtime.wire.answers import Answer

WHEN = "stop"
MOST_CHARS = 3_000


def run_auto_sensors(context: Context, before: State, answer: Answer, begun: float) -> Answer:
    """Without the session's lock; it is taken for the record alone. A Completion has run all sensors already."""
    terms = accepted_terms(context.store, before)
    kind = kind_of(context.event.message)
    if terms is None or (kind is not None and kind.name == "completion_report"):
        return answer
    try:
        harness = harness_of(context, before.workspace_root)
    except HarnessFault:
        return answer
    if not isinstance(harness, Harness):
        return answer
    selection = select(harness.file, before.checks.task_type or None)
    sensors = [sensor for sensor in selection.sensors if sensor.auto]
    if not sensors:
        return answer
    changed = changed_files(context.store, before, terms)
    report = run_in_a_run(context, before, terms, harness.file, sensors, changed, deadline(begun))
    record = record_of(selection, (), harness.sha256, report, run_id=before.run_id)
    language = context.spoken(before.language)
    with context.store.locked():
        state = context.store.load()
        if state is not None and state.run_id == before.run_id:
            keep_evidence(context, state, record, when=WHEN, told=_told(report, language))
            context.store.commit(state, "sensors", turn=context.event.turn, sensors=result_fields(report))
    return replace(answer, message=f"{answer.message}{result_lines(report, (), language)}".lstrip("\n"))


def _told(report: Report, language: str) -> str:
    """What the model is to hear with the next prompt."""
    failing = [result for result in report.results if not result.passed]
    parts = [sentence(GUIDED, language, "auto"), *failure_parts(failing, language, MOST_CHARS)]
    return "\n\n".join(parts) if failing else ""


def failure_notes(context: Context, state: State) -> list[str]:
    """Of the Stop that ended the last turn."""
    records = [
        record for record in read_evidence(context.store.folder, state.run_id) if record.get("kind") == SENSORS
    ]
    last = records[-1] if records else {}
    if state.last_stop is None or last.get("turn") != state.last_stop.turn:
        return []
    told = last.get("told")
    return [told] if isinstance(told, str) and told else []
