"""Verification at a turn's end: a second model says whether the request was carried out (contract: Loop guards).

A gap sends the agent back, so often a turn and no more. A critic that does not answer lets the turn end, and the
person is told. Sub-agents are left to the agent that sent them.
"""

from __future__ import annotations

from harness_runtime.events.chain.job import stage_job
from harness_runtime.events.turn_end.consult import NoAnswer, consult, new_mark, not_understood, tools_of
from harness_runtime.events.turn_end.end import TurnEnd
from harness_runtime.loop.verification import Finding, critic_question, finding
from harness_runtime.messages.catalog import sentence
from harness_runtime.messages.goals import VERIFIED
from harness_runtime.session import tally
from harness_runtime.session.asked import AskedFor, request_of
from harness_runtime.session.notes import sent_since
from harness_runtime.session.store import now
from harness_runtime.wire.answers import Answer

APPROVAL = "y"  # asks for the accepted plan


def at_stop(end: TurnEnd) -> Answer | None:
    """None where nothing is verified, or nothing is missing."""
    if not end.limits.verify_replies:
        return None
    event, data = end.context.event, end.context.data
    asked = request_of(data, event.session_id, event.turn)
    if asked is None:  # no person opened this turn
        return None
    try:
        if end.settled:
            return _tell(end, _found(end, asked))
        sent = tally.times(data, event.session_id, "sent_back", event.turn)
        if sent >= end.limits.verify_max:
            return Answer(message=_say(end, "spent", limit=end.limits.verify_max))
        found = _found(end, asked)
        return None if found.done else _send_back(end, found, sent + 1)
    except NoAnswer as fault:
        return Answer(message=_say(end, "not_verified", why=str(fault)))
    except OSError as error:
        why = _say(end, "uncounted", detail=error.strerror or error)
        return Answer(message=_say(end, "not_verified", why=why))


def _found(end: TurnEnd, asked: AskedFor) -> Finding:
    """Without the session's lock. Raises NoAnswer."""
    request, message = _request(end, asked), end.context.event.message
    question = critic_question(end.language, request, message, tools_of(end), new_mark())
    found = finding(consult(end, "critic", question))
    if found is None:
        raise not_understood(end, "critic")
    return found


def _tell(end: TurnEnd, found: Finding) -> Answer | None:
    """A Stop that has taken an artifact blocks nothing any more: the gap goes on record, and to the person."""
    if found.done:
        return None
    store = end.context.store
    with store.locked():
        state = store.load() if end.stands() else None
        if state is None:
            return None
        store.commit(state, "reply_gap", turn=end.context.event.turn, missing=found.missing)
    return Answer(message=_say(end, "gap", missing=found.missing))


def _send_back(end: TurnEnd, found: Finding, time: int) -> Answer | None:
    """Raises OSError when it cannot be counted: then it does not happen."""
    event = end.context.event
    with end.context.store.locked():
        if not end.stands():
            return None
        tally.count(end.context.data, event.session_id, "sent_back", event.turn, now())
    counted = {"missing": found.missing, "count": time, "limit": end.limits.verify_max}
    told = _say(end, "before_finishing", **counted)
    if end.run is not None:
        told = f"{told}\n{_say(end, 'no_artifact')}"
    return Answer(block=told, message=_say(end, "sent_back", **counted))


def _request(end: TurnEnd, asked: AskedFor) -> str:
    """The prompt with the person's notes, then or since while the agent worked, and a chain's part of it."""
    text = asked.text
    if text == APPROVAL and end.run is not None:
        accepted = end.run.accepted.repair_plan or end.run.accepted.plan
        plan = end.context.store.get_artifact(accepted) if accepted else None
        text = plan.decode("utf-8", "replace") if plan else text
    notes = sent_since(end.context.data, end.context.event.session_id, asked.at)
    return "\n\n".join(filter(None, [text, *asked.notes, *notes, stage_job(end.context)]))


def _say(end: TurnEnd, key: str, **fields: object) -> str:
    return sentence(VERIFIED, end.language, key, **fields)
