"""A confined run is over: its signed last line becomes evidence, once (contract: Confinement, Evidence).

Whatever else the output says proves nothing: anything that ran could have printed it.
"""

from __future__ import annotations

import os
from typing import Any

from harness_runtime.confinement.evidence_line import signed_lines
from harness_runtime.events.after_call.left_behind import left_behind, note_planted
from harness_runtime.events.after_call.ran_input import is_as_judged
from harness_runtime.events.after_call.revoke import revoke
from harness_runtime.events.context import Context
from harness_runtime.messages.catalog import sentence
from harness_runtime.messages.evidence import EVIDENCE
from harness_runtime.session.confined_lock import is_confined_running, note_ended
from harness_runtime.session.evidence import RUN, UNPROVEN, append_evidence, read_evidence
from harness_runtime.session.keys import read_key
from harness_runtime.session.names import shown_name
from harness_runtime.session.sealed import SealedFault, read_policy
from harness_runtime.session.state import State
from harness_runtime.session.store import moment
from harness_runtime.session.tickets import kept_line, read_ticket, ticket_numbers
from harness_runtime.wire.answers import SILENT, Answer
from harness_runtime.wire.call_digest import call_digest

TAIL = 16 << 10  # of an output that the host keeps in a file
MOST_LINES = 50  # that look like a last line; a forger may print any number
Ticket = dict[str, Any]


def take_evidence(context: Context, state: State, call: dict[str, object]) -> Answer:
    """`call`: the record of the call that was let pass with a rewritten input."""
    event = context.event
    ticket = _ticket(context)
    if ticket is None:
        if is_as_judged(context, call):
            answer = unproven(context, state, call, None, "ticket_lost")
            looked = looked_at(context, state, None) if state.accepted.policy else SILENT
            return looked if looked.block else answer
        return revoke(context, state, "rewrite_lost", str(call.get("subject")))
    if ticket["input"] != call_digest(event.tool, event.tool_input):
        why = "input_changed" if _is_confined(context) else "rewrite_lost"
        return revoke(context, state, why, ticket["text"], call=ticket["call"])
    if (ticket["run_id"], ticket["revision"]) != (state.run_id, state.revision):
        return SILENT  # it began in an earlier run
    line, why = signed(context, ticket, [*_outputs(event.response), kept_line(context.data, ticket["call"])])
    if line is None:
        answer = unproven(context, state, call, ticket, why)
        if not ticket["writable"] or is_confined_running(context.data, event.session_id):
            return answer  # its end is to come
        looked = looked_at(context, state, ticket)
        return looked if looked.block else answer
    return record_line(context, state, call, ticket, line)


def looked_at(context: Context, state: State, ticket: Ticket | None) -> Answer:
    """Nobody signed what this command left, so it is looked at here."""
    left, answer = left_behind(context.store, state), SILENT
    if left:
        note_planted(context.store, state, left)
        details = {"call": ticket["call"], "command": ticket["text"]} if ticket else {}
        answer = revoke(context, state, "run_faults", ", ".join(map(shown_name, left)), **details)
    if ticket is not None:
        note_ended(context.data, context.event.session_id, ticket["call"])
    return answer


def record_line(
    context: Context, state: State, call: dict[str, object], ticket: Ticket, line: dict[str, Any]
) -> Answer:
    """A run that ended, with what was signed of it. It counts as looked at when all of that is done: what fails here
    is met again at the next call."""
    answer = _recorded(context, state, call, ticket, line)
    note_ended(context.data, context.event.session_id, ticket["call"])
    return answer


def _recorded(
    context: Context, state: State, call: dict[str, object], ticket: Ticket, line: dict[str, Any]
) -> Answer:
    known = read_evidence(context.store.folder, state.run_id)
    runs = [record for record in known if record.get("kind") == RUN]
    if any(record.get("call") == ticket["call"] for record in runs):
        return SILENT
    append_evidence(context.store.folder, _record(state, call, ticket) | _outcome(line))
    state, note = _engine(context, state, line, ticket, runs)
    if line["faults"]:
        note_planted(context.store, state, line["faults"])
        faults = ", ".join(map(shown_name, line["faults"]))
        return revoke(context, state, "run_faults", faults, call=ticket["call"], command=ticket["text"])
    return Answer(message=note)


def _ticket(context: Context) -> Ticket | None:
    """The one that was written for this very call; newer ones are looked at first."""
    wanted = (context.event.session_id, context.event.tool_use_id)
    for number in sorted(ticket_numbers(context.data), reverse=True):
        try:
            ticket: Ticket = read_ticket(context.data, number)
        except SealedFault:
            continue
        if (ticket["session_id"], ticket["tool_use_id"]) == wanted:
            return ticket
    return None


def _is_confined(context: Context) -> bool:
    tool_input = context.event.tool_input
    command = tool_input.get("command") if isinstance(tool_input, dict) else None
    return isinstance(command, str) and f"{context.data}/bin/harness-confine " in command


def signed(context: Context, ticket: Ticket, texts: list[str]) -> tuple[dict[str, Any] | None, str]:
    """What harness-confine signed about this ticket's run in one of these; else the code of what is missing."""
    try:
        key = read_key(context.data, context.event.session_id)
    except SealedFault:
        return None, "line_missing"  # harness-confine refuses without it
    seen = False
    for text in texts:
        for fields in signed_lines(key, text, MOST_LINES):
            seen = True
            if fields is not None and fields["call"] == ticket["call"]:
                return fields, ""
    return None, "line_invalid" if seen else "line_missing"


def _outputs(response: object) -> list[str]:
    """The texts that may hold it. Claude Code keeps what is long in a file, and names it."""
    if isinstance(response, str):
        return [response]
    if not isinstance(response, dict):
        return []
    texts = [response[name] for name in ("stdout", "stderr") if isinstance(response.get(name), str)]
    kept = response.get("persistedOutputPath")
    return [*texts, _tail(kept)] if isinstance(kept, str) else texts


def _tail(path: str) -> str:
    try:
        handle = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError:
        return ""
    with os.fdopen(handle, "rb") as file:
        file.seek(max(0, file.seek(0, os.SEEK_END) - TAIL))
        return file.read(TAIL).decode("utf-8", "replace")


def _record(state: State, call: dict[str, object], ticket: Ticket) -> dict[str, Any]:
    return {
        "kind": RUN,
        "at": moment(),
        "ticket_at": call.get("at"),
        "run_id": state.run_id,
        "revision": state.revision,
        "policy": ticket["policy_sha256"],
        "call": ticket["call"],
        "command": ticket["command"] or ticket["text"],
        "cwd": ticket["cwd"],
        "env": ticket["env"],
        "whole": _is_whole(state, ticket),
    }


def _outcome(line: dict[str, Any]) -> dict[str, Any]:
    names = ("exit", "signal", "timed_out", "engine", "seconds", "fingerprint")
    return {name: line[name] for name in names} | {"faults": [shown_name(path) for path in line["faults"]]}


def _is_whole(state: State, ticket: Ticket) -> bool:
    """An evidence command as the policy lists it, maybe behind `timeout`, with no words of the agent's own."""
    if not ticket["evidence"] or ticket["policy_sha256"] is None:
        return False
    try:
        policy: dict[str, Any] = read_policy(ticket["places"]["data"], state.session_id, ticket["policy_sha256"])
    except SealedFault:
        return False
    words: list[str] = ticket["words"]
    for entry in policy["verification_commands"]:
        known: list[str] = entry["words"]
        if entry["command"] == ticket["command"]:
            return _first_place(words, known) == len(words) - len(known)  # an earlier one takes words of the agent's
    return False


def _first_place(words: list[str], known: list[str]) -> int:
    """Where these words begin for the first time; -1 when they do not stand there."""
    starts = range(len(words) - len(known) + 1)
    return next((at for at in starts if words[at : at + len(known)] == known), -1)


def _engine(
    context: Context, state: State, line: dict[str, Any], ticket: Ticket, runs: list[dict[str, Any]]
) -> tuple[State, str]:
    """The ledger names the engine of the run's first command, and each other one; the person hears of none."""
    engine = line["engine"]
    previous = runs[-1].get("engine") if runs else None
    if engine == previous:
        return state, ""
    state = context.store.commit(
        state, "confinement_engine", engine=engine, before=previous, call=ticket["call"], command=ticket["text"]
    )
    if engine != "unconfined":
        return state, ""
    return state, sentence(EVIDENCE, context.spoken(state.language), "unconfined", command=ticket["text"])


def unproven(context: Context, state: State, call: dict[str, object], ticket: Ticket | None, why: str) -> Answer:
    """Recorded as a run that proves nothing; the model is told when it was to prove something."""
    subject = str(call.get("subject"))
    record = _record(state, call, ticket) if ticket else {"at": moment(), "run_id": state.run_id, "command": subject}
    append_evidence(context.store.folder, record | {"kind": UNPROVEN, "why": why})
    if ticket is not None and not ticket["evidence"]:
        return SILENT
    language = context.spoken(state.language)
    command = ticket["command"] if ticket else subject
    reason = sentence(EVIDENCE, language, why, detail=context.event.tool_use_id)
    return Answer(context=sentence(EVIDENCE, language, "no_evidence", command=command, why=reason))
