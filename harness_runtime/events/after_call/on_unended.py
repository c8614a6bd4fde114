"""The cold part of looking after confined commands whose end nobody saw: their evidence, or what they left."""

from __future__ import annotations

import os
from datetime import UTC, datetime
from typing import Any

from harness_runtime.events.after_call.confined_run import looked_at, record_line, signed, unproven
from harness_runtime.events.context import Context
from harness_runtime.session.calls import find_call
from harness_runtime.session.confined_lock import note_ended, unended
from harness_runtime.session.sealed import SealedFault
from harness_runtime.session.state import State
from harness_runtime.session.tickets import kept_line, read_ticket, remove_ticket, ticket_path
from harness_runtime.wire.answers import SILENT, Answer


def handle(context: Context) -> Answer:
    """None of them runs any more; one of this turn, which may be about to start, counts once it left its line."""
    told = []
    with context.store.locked():
        for number, turn in sorted(unended(context.data, context.event.session_id).items()):
            state = context.store.load()
            if state is not None:
                told.append(_end(context, state, number, turn))
    reasons = [answer.block or answer.context for answer in told]
    messages = [answer.message for answer in told]
    return Answer(context=" ".join(filter(None, reasons)), message=" ".join(filter(None, messages)))


def _end(context: Context, state: State, number: int, turn: str) -> Answer:
    data, session_id = context.data, context.event.session_id
    try:
        ticket: dict[str, Any] = read_ticket(data, number)
    except SealedFault:
        note_ended(data, session_id, number)
        return looked_at(context, state, None)
    if (ticket["run_id"], ticket["revision"]) != (state.run_id, state.revision):
        note_ended(data, session_id, number)
        return SILENT
    call = find_call(data, session_id, turn, ticket["tool_use_id"]) or {"at": _written(data, number)}
    line, why = signed(context, ticket, [kept_line(data, number)])
    if line is not None:
        return record_line(context, state, call, ticket, line)
    if turn == context.event.turn:
        return SILENT
    unproven(context, state, call, ticket, why)
    remove_ticket(data, number)  # it never starts any more
    return looked_at(context, state, ticket)


def _written(data: str, number: int) -> str:
    """When the ticket was; ISO 8601, UTC."""
    at = datetime.fromtimestamp(os.lstat(ticket_path(data, number)).st_mtime, UTC)
    return at.strftime("%Y-%m-%dT%H:%M:%S.%f")[:-3] + "Z"
