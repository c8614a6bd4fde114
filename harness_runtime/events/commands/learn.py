"""`$harness:learn [FOCUS]`: the prompt hook learns from the session as it stands, and says what came of it.

A new skill is written. A change of one that is there is only shown: taking it is a matter of the terminal.
"""

from __future__ import annotations

from harness_runtime.events.commands.learned import Learned, Material, learn, near_line, reason, record
from harness_runtime.events.context import Context
from harness_runtime.loop.learning.offer import keep
from harness_runtime.loop.learning.transcript import TranscriptFault
from harness_runtime.messages.catalog import sentence
from harness_runtime.messages.learning import LEARNED
from harness_runtime.session.store import StoreFault
from harness_runtime.settings.fault import SettingsFault
from harness_runtime.wire.answers import Answer
from harness_runtime.workflow.commands import Command

PROMPT_SECONDS = 240.0  # of the 300 that the hosts give this hook
MAX_DIFF = 6_000
SLOW = "timeout"
OPTION = "--"


def answer(context: Context, command: Command) -> Answer:
    """The prompt goes no further."""
    language = context.language()
    if command.argument.startswith(OPTION):
        return Answer(block=sentence(LEARNED, language, "terminal_only"))
    if not context.event.transcript_path:
        return Answer(block=sentence(LEARNED, language, "no_transcript"))
    material = Material(
        path=context.event.transcript_path,
        data=context.data,
        root=context.workspace_root(),
        focus=command.argument,
        most=PROMPT_SECONDS,
    )
    try:
        learned = learn(material, context.environ)
    except TranscriptFault as fault:
        return _not_written(language, sentence(LEARNED, language, fault.code, **fault.fields))
    except SettingsFault as fault:
        return _not_written(language, sentence(LEARNED, language, "settings_unusable", fault=fault.line(language)))
    except OSError as error:
        return _not_written(language, _unwritable(language, error))
    lines = [_told(context, language, learned)]
    if learned.outcome.written is not None:
        try:
            record(context.data, context.event.session_id, learned.outcome.written, context.event.turn)
        except StoreFault as fault:
            lines.append(context.say(language, "store_fault", rule=fault.rule, detail=fault.detail))
    return Answer(block="\n".join(lines))


def _told(context: Context, language: str, learned: Learned) -> str:
    outcome = learned.outcome
    told = reason(language, outcome)
    if outcome.failure is not None and outcome.failure.why == SLOW:
        told = sentence(LEARNED, language, "in_a_turn", why=told, session=context.event.session_id)
    lines = [near_line(language, outcome), told]
    if outcome.offer is not None:
        keep(context.data, outcome.offer)
        lines.append(_shortened(outcome.offer.diff))
        if outcome.offer.lost:
            lines.append(sentence(LEARNED, language, "update_loses", keys=", ".join(outcome.offer.lost)))
        lines.append(sentence(LEARNED, language, "update_how", name=outcome.offer.folder))
    return "\n".join(filter(None, lines))


def _shortened(diff: str) -> str:
    return diff if len(diff) <= MAX_DIFF else f"{diff[:MAX_DIFF]}\n…"


def _not_written(language: str, why: str) -> Answer:
    return Answer(block=sentence(LEARNED, language, "not_written", why=why))


def _unwritable(language: str, error: OSError) -> str:
    return sentence(LEARNED, language, "library_failed", path=error.filename or "-", why=error.strerror or "")
