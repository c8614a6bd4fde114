"""SubagentStop: a child's canonical artifact is kept as evidence. It never moves a run and never grants anything."""

from __future__ import annotations

from harness_runtime.artifacts.kinds import kind_of
from harness_runtime.events.artifact_check import check_artifact
from harness_runtime.events.context import Context
from harness_runtime.messages.faults import fault_line
from harness_runtime.session.evidence import append_evidence
from harness_runtime.session.store import now
from harness_runtime.wire.answers import SILENT, Answer

CHILD_KINDS = ("plan", "implementation_summary", "clean_context_review")


def handle(context: Context) -> Answer:
    """Silent: what a child wrote is judged where it is used."""
    event = context.event
    kind = kind_of(event.message)
    if kind is None or kind.name not in CHILD_KINDS or event.repeated:
        return SILENT
    with context.store.locked():
        state = context.store.load()
        if state is None:
            return SILENT
        checked = check_artifact(kind, event.message, tiny=False)
        if not checked.faults:
            context.store.put_artifact(checked.canonical, checked.sha256)
        append_evidence(
            context.store.folder,
            {
                "at": now(),
                "kind": kind.name,
                "run_id": state.run_id,
                "revision": state.revision,
                "phase": state.phase,
                "agent_id": event.agent_id,
                "agent_type": event.agent_type,
                "sha256": checked.sha256,
                "faults": [fault_line("en", f.section, f.code, f.detail) for f in checked.faults],
            },
        )
    return SILENT
