"""Answers to a person's commands typed as prompts: the hook says all there is to say, the model hears nothing.

Source: harness contract, Commands as prompts. The caller has established that a person speaks in the root.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module

from harness_runtime.events.context import Context
from harness_runtime.events.conversation.guarding import is_running, is_switched_on, switch_off, switch_on
from harness_runtime.loop.steering import NoteFault, queue
from harness_runtime.loop.undo.rollback import RollbackFault, Row, listing, rollback
from harness_runtime.messages.catalog import sentence
from harness_runtime.messages.loop import undo_reason
from harness_runtime.messages.loop_said import ACTIONS, SAID
from harness_runtime.wire.answers import Answer
from harness_runtime.workflow.commands import Command

# Verbs with a module of their own, imported when a person says them; each has `answer(context, command)`.
ELSEWHERE = {
    "goal": "harness_runtime.events.goal.command",
    "learn": "harness_runtime.events.commands.learn",
    "panel": "harness_runtime.events.commands.panel",
    "chain": "harness_runtime.events.chain.command",
}
FORCE = "--force"
MAX_ROWS = 40


def answer_command(context: Context, command: Command) -> Answer:
    """The prompt goes no further. Raises StoreFault."""
    match command.verb:
        case "steer":
            return _steer(context, command.argument)
        case "rollback":
            return _rollback(context, command)
        case "guard":
            return _guard(context, command.words)
        case verb:
            answer: Callable[[Context, Command], Answer] = import_module(ELSEWHERE[verb]).answer
            return answer(context, command)


def _say(context: Context, key: str, **fields: object) -> Answer:
    return Answer(block=sentence(SAID, context.language(), key, **fields))


def _steer(context: Context, text: str) -> Answer:
    store = context.store
    if not store.is_armed():
        return _say(context, "note_unarmed")
    try:
        queue(context.data, context.event.session_id, text)
    except NoteFault as fault:
        return _say(context, fault.code, **fault.fields)
    return _say(context, "note_queued" if is_running(store) else "note_kept")


def _guard(context: Context, words: list[str]) -> Answer:
    match words:
        case ["on"]:
            key, fields = switch_on(context)
            return _say(context, key, **fields)
        case ["off"]:
            key, fields = switch_off(context.store)
            return _say(context, key, **fields)
        case []:
            return _say(context, "guard_open" if is_switched_on(context.store) else "guard_usage")
        case _:
            return _say(context, "guard_usage")


def _rollback(context: Context, command: Command) -> Answer:
    wanted, words = command.argument, command.words
    before, behind = words[:1] == [FORCE], words[1:][-1:] == [FORCE]
    wanted = wanted[len(FORCE) if before else 0 : -len(FORCE) if behind else None].strip()  # with its own blanks
    force = before or behind
    if force and not wanted:
        return _say(context, "rollback_usage")
    try:
        if not wanted:
            return _listed(context, listing(context.store))
        folder = context.event.cwd or context.workspace_root()
        rows = rollback(context.store, wanted, folder, force=force, turn=context.event.turn)
    except RollbackFault as fault:
        return _say(context, fault.code, **fault.fields)
    except OSError as error:
        return _say(context, "rollback_failed", detail=str(error))
    return _done(context, rows)


def _listed(context: Context, rows: list[Row]) -> Answer:
    if not rows:
        return _say(context, "rollback_nothing")
    head = sentence(SAID, context.language(), "rollback_list", count=len(rows))
    return Answer(block="\n".join([head, *_lines(context, rows)]))


def _done(context: Context, rows: list[Row]) -> Answer:
    if not rows:
        return _say(context, "rollback_nothing")
    lines = [sentence(SAID, context.language(), "rollback_done"), *_lines(context, rows)]
    if any(row.action == "kept" and row.state == "changed_since" for row in rows):
        lines.append(sentence(SAID, context.language(), "rollback_kept"))
    return Answer(block="\n".join(lines))


def _lines(context: Context, rows: list[Row]) -> list[str]:
    language = context.language()
    lines = [f"- {row_text(language, row)}" for row in rows[:MAX_ROWS]]
    if len(rows) > MAX_ROWS:
        lines.append(sentence(SAID, language, "rollback_more", count=len(rows) - MAX_ROWS))
    return lines


def row_text(language: str, row: Row) -> str:
    """`src/a.py: put back`, with the reason where there is one."""
    told = sentence(ACTIONS, language, row.told)
    return f"{row.path}: {told} ({undo_reason(language, row.why)})" if row.why else f"{row.path}: {told}"
