"""Asking a model about a turn that has just ended: what it is told, within which time, and how often."""

from __future__ import annotations

from secrets import token_hex

from harness_runtime.events.turn_end.end import TurnEnd
from harness_runtime.loop.ran import MAX_LISTED, listed
from harness_runtime.models.ask import ask
from harness_runtime.models.choose import models_for
from harness_runtime.models.interface import Failure, Question
from harness_runtime.models.told import told
from harness_runtime.session import tally
from harness_runtime.session.calls import calls_of_turn
from harness_runtime.session.outcomes import outcomes
from harness_runtime.session.store import now
from harness_runtime.settings.fault import SettingsFault
from harness_runtime.settings.model_section import Role
from harness_runtime.settings.models import model_settings


class NoAnswer(Exception):
    """Its text is one line for the person, in the session's language."""


class NotAsked(NoAnswer):
    """This turn's time or its questions are used up: the next turn's end may ask."""


def consult(end: TurnEnd, role: Role, question: Question) -> str:
    """The model's answer. Without the session's lock. Raises NoAnswer."""
    context = end.context
    try:
        settings = model_settings(end.root, context.data)
    except SettingsFault as fault:
        raise NoAnswer(fault.line(end.language)) from None
    model = models_for(role, settings, context.event.host)
    seconds = end.seconds(float(settings.timeout_seconds))
    if not seconds:
        raise NotAsked(told(Failure(model.name, "no_time"), end.language))
    _count(end, model.name, settings.max_calls_per_turn)
    answer = ask(model, question, seconds=seconds, environ=context.environ)
    if isinstance(answer, Failure):
        raise NoAnswer(told(answer, end.language))
    return answer.text


def _count(end: TurnEnd, model: str, most: int) -> None:
    """The call that is about to be made. What cannot be counted is not asked. Raises NoAnswer."""
    event, data = end.context.event, end.context.data
    try:
        if tally.times(data, event.session_id, "model_calls", event.turn) >= most:
            raise NotAsked(told(Failure(model, "budget", str(most)), end.language))
        tally.count(data, event.session_id, "model_calls", event.turn, now())
    except OSError as error:
        failure = Failure(model, "cannot_start", error.strerror or str(error))
        raise NoAnswer(told(failure, end.language)) from None


def not_understood(end: TurnEnd, role: Role) -> NoAnswer:
    """An answer came, and is none to the question."""
    try:
        name = models_for(role, model_settings(end.root, end.context.data), end.context.event.host).name
    except SettingsFault:
        name = role
    return NoAnswer(told(Failure(name, "nonsense"), end.language))


def tools_of(end: TurnEnd) -> str:
    """What really ran in this turn."""
    event = end.context.event
    try:
        records, total = calls_of_turn(end.context.data, event.session_id, event.turn, MAX_LISTED)
    except OSError:
        return "(the records of this turn cannot be read)"
    return listed(records, outcomes(event.host, event.transcript_path) if records else {}, total)


def new_mark() -> str:
    return token_hex(6)
