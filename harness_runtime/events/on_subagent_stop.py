"""SubagentStop: a child's canonical artifact is validated and kept as evidence (contract: Sub-agents).

It never moves a run and never grants anything. The exact first non-empty H1 selects the validator; everything
else is let pass. A malformed artifact blocks once; a repeated stop is let go.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from harness_runtime.artifacts.fault import Fault
from harness_runtime.artifacts.kinds import kind_of
from harness_runtime.events.context import Context
from harness_runtime.events.gate.fault_lines import fault_lines
from harness_runtime.messages.gates import KIND_NAMES
from harness_runtime.session.calls import calls_since
from harness_runtime.session.evidence import append_evidence, read_evidence
from harness_runtime.session.state import State
from harness_runtime.session.store import moment
from harness_runtime.wire.answers import SILENT, Answer
from harness_runtime.workflow.review import judge_reviewer, may_change

if TYPE_CHECKING:
    from harness_runtime.events.gate.artifact_check import Checked
    from harness_runtime.events.gate.change_read import Changed

CHILD_KINDS = ("plan", "implementation_summary", "clean_context_review")


def handle(context: Context) -> Answer:
    event = context.event
    kind = kind_of(event.message)
    if kind is None or kind.name not in CHILD_KINDS or event.repeated:
        return SILENT
    from harness_runtime.events.gate.judge_artifact import judge_child  # dear, and most children show no artifact

    with context.store.locked():
        state = context.store.load()
        if state is None:
            return SILENT
        checked, faults = judge_child(kind, event.message)
        if not faults:
            context.store.put_artifact(checked.canonical, checked.sha256)
        append_evidence(context.store.folder, _record(context, state, checked, faults))
    if not faults:
        return SILENT
    lines = _lines(context, state, faults)
    name = KIND_NAMES[kind.name]
    return Answer(block=context.say(state.language, "child_refused", kind=name, faults=lines))


def _lines(context: Context, state: State, faults: list[Fault]) -> str:
    language = context.spoken(state.language)
    return "\n".join(f"- {line}" for line in fault_lines(language, faults))


def _record(context: Context, state: State, checked: Checked, faults: list[Fault]) -> dict[str, object]:
    record: dict[str, object] = {
        "at": moment(),
        "kind": checked.kind.name,
        "run_id": state.run_id,
        "revision": state.revision,
        "phase": state.phase,
        "policy": state.accepted.policy,
        "agent_id": context.event.agent_id,
        "agent_type": context.event.agent_type,
        "sha256": checked.sha256,
        "faults": fault_lines("en", faults),
    }
    if checked.review is not None and not faults:
        record |= _review(context, state, checked.review.verdict)
    return record


def _review(context: Context, state: State, verdict: str) -> dict[str, object]:
    """Does this Review count? What it lacks is kept beside it."""
    from harness_runtime.events.gate.change_read import has_read  # dear

    evidence = read_evidence(context.store.folder, state.run_id)
    starts = [record for record in evidence if record.get("kind") == "agent_started"]
    calls = calls_since(context.data, state.session_id, state.started_at)
    agent, changed = context.event.agent_id, _changed(context, state, calls)
    judgement = judge_reviewer(agent, starts, calls, state.phase, has_read=has_read(agent, calls, changed))
    return {"verdict": verdict, "counts": judgement.counts, "lacks": list(judgement.reasons)}


def _changed(context: Context, state: State, calls: Sequence[dict[str, Any]]) -> Changed:
    """What the run has changed: by the paths of its writes, and by its first copies where a command ran that may have
    written what it liked."""
    from harness_runtime.events.gate.change_read import Changed
    from harness_runtime.events.run.terms import accepted_terms
    from harness_runtime.loop.undo.changes import EVERYTHING, look_at
    from harness_runtime.session.undo import UndoFolder

    changing = [call for call in calls if call["verdict"] == "allow" and may_change(call)]
    named = {path for call in changing if call["kind"] == "mutate" for path in str(call["subject"]).split(", ")}
    if any(call["kind"] != "mutate" for call in changing):
        found = look_at(UndoFolder(context.data, state.session_id))
        named |= {change.path for change in found if change.record.run in (state.run_id, "")} - {EVERYTHING}
    terms = accepted_terms(context.store, state)
    return Changed(state.workspace_root, tuple(sorted(named)), terms.allowed_write_paths if terms else ())
