"""SubagentStart: notes when an agent began, so that a Review's clean context can be judged later. Evidence only."""

from __future__ import annotations

from harness_runtime.events.context import Context
from harness_runtime.session.evidence import append_evidence
from harness_runtime.session.store import moment
from harness_runtime.wire.answers import SILENT, Answer


def handle(context: Context) -> Answer:
    with context.store.locked():
        state = context.store.load()
        if state is None:
            return SILENT
        append_evidence(
            context.store.folder,
            {
                "at": moment(),
                "kind": "agent_started",
                "run_id": state.run_id,
                "revision": state.revision,
                "phase": state.phase,
                "agent_id": context.event.agent_id,
                "agent_type": context.event.agent_type,
            },
        )
    return SILENT
