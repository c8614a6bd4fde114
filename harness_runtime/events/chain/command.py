"""`$harness:chain NAME [task]`, `list`, `status` and `stop`, typed by a person as a prompt (contract: chains).

With a task the prompt goes on to the model as the first stage's message; everything else the hook answers itself.
"""

from __future__ import annotations

from harness_runtime.events.chain.course import halt_sentence
from harness_runtime.events.chain.selection import REFUSALS, Standing, listed, notes, select, standing, stop
from harness_runtime.events.chain.text import source_text
from harness_runtime.events.context import Context
from harness_runtime.events.conversation.guarding import note_prompt
from harness_runtime.messages.catalog import sentence
from harness_runtime.messages.chains import CHAINS
from harness_runtime.session.layout import is_guarded
from harness_runtime.session.store import StoreFault
from harness_runtime.settings.fault import SettingsFault
from harness_runtime.wire.answers import Answer
from harness_runtime.workflow.commands import Command


def answer(context: Context, command: Command) -> Answer:
    """Raises StoreFault."""
    match command.words:
        case ["list"]:
            return _list(context)
        case ["status"]:
            return Answer(block=status_text(context))
        case ["stop"]:
            key, fields = stop(context.store)
            return _block(context, key, **fields)
        case ["select", name, *_] | [name, *_]:
            return _select(context, name, has_task=bool(task_of(command)))
        case _:
            return _block(context, "usage")


def task_of(command: Command) -> str:
    """What follows the chain's name; the name itself says nothing of the task."""
    words = command.words
    return " ".join(words[2:] if words[:1] == ["select"] else words[1:])


def _say(context: Context, key: str, **fields: object) -> str:
    return sentence(CHAINS, context.spoken(context.language()), key, **fields)


def _block(context: Context, key: str, **fields: object) -> Answer:
    return Answer(block=_say(context, key, **fields))


def _list(context: Context) -> Answer:
    language = context.spoken(context.language())
    try:
        lines = listed(context.workspace_root(), context.data, language)
    except SettingsFault as fault:
        return _block(context, "settings", fault=fault.line(language))
    return Answer(block="\n".join([_say(context, "list"), *lines]))


def _select(context: Context, name: str, *, has_task: bool) -> Answer:
    key, fields = select(context, name, now_begins=has_task)
    if key in REFUSALS:
        return _block(context, key, **fields)
    told = " ".join(part for part in (_say(context, key, **fields), notes(context, name)) if part)
    if not has_task:
        return Answer(block=told)
    _note_turn(context)
    return Answer(message=told)


def _note_turn(context: Context) -> None:
    """The prompt passes: a person's turn begins. In a run that is noted with any prompt's. Raises StoreFault."""
    if is_guarded(context.data, context.event.session_id):
        note_prompt(context)


def status_text(context: Context) -> str:
    try:
        found = standing(context.store)
    except StoreFault as fault:
        return _say(context, "unreadable", path=fault.detail)
    if found is None:
        return _say(context, "status_nothing")
    return standing_text(context.spoken(context.language()), found)


def standing_text(language: str, found: Standing) -> str:
    """One line for a person."""
    fields: dict[str, object] = {
        "chain": found.chain,
        "source": source_text(language, found.source),
        "run": found.run,
        "stage": found.stage,
        "length": found.length,
        "agent": found.agent,
    }
    match found.state:
        case "waiting":
            return sentence(CHAINS, language, "status_waiting", chain=found.chain, source=fields["source"])
        case "running":
            return sentence(CHAINS, language, "status_running", left=found.hops_left, **fields)
        case "finished":
            return sentence(
                CHAINS, language, "status_finished", chain=found.chain, source=fields["source"], run=found.run
            )
        case "halted":
            why = halt_sentence(language, found.halt, found.detail)
            return sentence(CHAINS, language, "status_halted", halt=found.halt, why=why, **fields)
