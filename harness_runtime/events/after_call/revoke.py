"""Takes write authority away because Harness saw that the boundary did not hold (contract: Phases).

What is there to take depends on the phase; that it happened is recorded and said in every one.
"""

from __future__ import annotations

from typing import Any

from harness_runtime.events.context import Context
from harness_runtime.events.run.position import moved, position_of
from harness_runtime.messages.catalog import sentence
from harness_runtime.messages.evidence import EVIDENCE
from harness_runtime.session.names import shown_name
from harness_runtime.session.state import State
from harness_runtime.wire.answers import Answer
from harness_runtime.workflow.position import Event, Happening
from harness_runtime.workflow.transition import advance

BY_ANOTHER = ("input_changed", "denial_lost", "rewrite_lost")  # no call does this by itself


def revoke(context: Context, state: State, why: str, subject: str, **details: Any) -> Answer:
    """`why` is the ledger's event and the sentence's key, `subject` what it speaks of."""
    language = context.spoken(state.language)
    event = context.event
    told = sentence(EVIDENCE, language, why, tool=event.tool or "-", subject=shown_name(subject))
    position = advance(position_of(state), Happening(Event.REVOKE))
    record = {"tool": event.tool, "subject": subject, "turn": event.turn, **details}
    if position is None:
        context.store.commit(state, why, **record)
        after, person = sentence(EVIDENCE, language, "nothing_revoked"), ""
    else:
        revoked = moved(state, position).model_copy(update={"told_phase": position.phase})
        context.store.commit(revoked, why, **record)
        files = context.files(position.phase)
        after = sentence(EVIDENCE, language, "revoked", root=context.plugin_root, files=files)
        person = " " + sentence(EVIDENCE, language, "revoked_person")
    cause = " " + sentence(EVIDENCE, language, "hook_cause") if why in BY_ANOTHER else ""
    return Answer(block=f"{told} {after}", message=f"{told}{person}{cause}")
