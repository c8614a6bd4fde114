"""A draft of an artifact, judged as Stop would judge it in a run, or as far as that goes without one. Only reads."""

from __future__ import annotations

from collections.abc import Iterable

from harness_runtime.artifacts.document import read_document
from harness_runtime.artifacts.fault import Fault
from harness_runtime.artifacts.handoff import SECTION, handoff_faults
from harness_runtime.artifacts.kinds import Kind
from harness_runtime.cli import language
from harness_runtime.cli.contracts.judged import Draft, DraftFault
from harness_runtime.cli.language import sentence
from harness_runtime.events.gate.artifact_check import Checked
from harness_runtime.events.gate.judge_artifact import judge_alone, judge_artifact, judge_child
from harness_runtime.events.gate.phase_takes import event_of, taken
from harness_runtime.messages.faults import fault_line
from harness_runtime.messages.gates import KIND_NAMES
from harness_runtime.session.state import State
from harness_runtime.session.store import Store
from harness_runtime.workflow.effort import is_too_low

CHILD_ONLY = "clean_context_review"
NOTES_ALONE = {"repair_plan": "note_no_lineage", "completion_report": "note_no_record"}


def judge_in_run(kind: Kind, text: str, store: Store, state: State) -> Draft:
    """A Review, which no root shows, is judged as a sub-agent's."""
    if kind.name == CHILD_ONLY:
        return _of_child(kind, text)
    if event_of(state, kind) is None:
        message = sentence("check_misplaced", phase=state.phase, kind=KIND_NAMES[kind.name], taken=taken(state.phase))
        misplaced = [DraftFault(section="", message=message)]
        return Draft(kind=kind.name, ok=False, faults=misplaced, sha256=judge_alone(kind, text).sha256, notes=[])
    judged = judge_artifact(store, state, kind, text, language.current())
    notes = [sentence("note_effort", effort=state.effort)] if kind.prompt and is_too_low(state.effort) else []
    return _draft(judged.checked, [*judged.faults, *_handoff(judged.checked)], notes)


def judge_without_run(kind: Kind, text: str) -> Draft:
    if kind.name == CHILD_ONLY:
        return _of_child(kind, text)
    checked = judge_alone(kind, text)
    notes = [sentence(NOTES_ALONE[kind.name])] if kind.name in NOTES_ALONE else []
    return _draft(checked, [*checked.faults, *_handoff(checked)], notes)


def _of_child(kind: Kind, text: str) -> Draft:
    checked, faults = judge_child(kind, text)
    return _draft(checked, faults, [])


def _handoff(checked: Checked) -> list[Fault]:
    """A child's Plan or Summary shows itself by the section that it ends with, which then must be whole."""
    document, _ = read_document(checked.canonical)
    return handoff_faults(checked.canonical) if document is not None and document.section(SECTION) else []


def _draft(checked: Checked, faults: Iterable[Fault], notes: list[str]) -> Draft:
    spoken = language.current()
    told = [
        DraftFault(section=fault.section, message=fault_line(spoken, "", fault.code, fault.detail))
        for fault in faults
    ]
    return Draft(kind=checked.kind.name, ok=not told, faults=told, sha256=checked.sha256, notes=notes)
