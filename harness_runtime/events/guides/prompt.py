"""A prompt that only a project's guides matter to: no run, no request for one, and nobody at the host's screen."""

from __future__ import annotations

from harness_runtime.events.context import Context
from harness_runtime.events.guides.door import with_unattended_guides
from harness_runtime.wire.answers import SILENT, Answer
from harness_runtime.workflow.speaker import is_machine_text


def handle(context: Context) -> Answer:
    if context.event.child or is_machine_text(context.event.prompt):
        return SILENT
    return with_unattended_guides(context, SILENT).completed()
