"""A person's notes go along with the answer of a cold event (contract: Steering). The hot one delivers its own."""

from __future__ import annotations

from dataclasses import replace

from harness_runtime.events.context import Context
from harness_runtime.loop.steering import claim_notes
from harness_runtime.session.guarded import language_of
from harness_runtime.wire.answers import Answer


def with_notes(context: Context, answer: Answer) -> Answer:
    """The waiting notes, unless the model does not get to read this answer."""
    event = context.event
    if event.child or answer.block:
        return answer
    language = context.spoken(language_of(context.data, event.session_id) or context.language())
    notes, text = claim_notes(context.data, event.session_id, language)
    if not notes:
        return answer
    told = "\n".join(part for part in (answer.context, text) if part)
    return replace(answer, context=told, delivered=tuple(note.delivered for note in notes))
