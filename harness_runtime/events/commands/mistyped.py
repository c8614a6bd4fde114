"""The answer to a prompt that begins as a command of ours does and names none, which sent on would look obeyed; and
to `$harness:help`."""

from __future__ import annotations

from harness_runtime.events.context import Context
from harness_runtime.messages.catalog import sentence
from harness_runtime.messages.commands import COMMANDS, HEADS
from harness_runtime.messages.loop_said import SAID
from harness_runtime.settings.fault import shown
from harness_runtime.wire.answers import Answer
from harness_runtime.workflow.commands import Mistyped


def answer_mistyped(context: Context, found: Mistyped) -> Answer:
    language = context.language()
    commands = "\n".join([sentence(HEADS, language, "run"), *_lines(found, language)])
    if found.help:
        return Answer(block=f"{commands}\n{sentence(HEADS, language, 'more')}")
    nearest = sentence(SAID, language, "command_nearest", nearest=found.nearest) if found.nearest else ""
    typed = shown(found.typed)
    return Answer(block=sentence(SAID, language, "command_unknown", typed=typed, nearest=nearest, commands=commands))


def _lines(found: Mistyped, language: str) -> list[str]:
    return [f"`{spelt}` {sentence(COMMANDS, language, name)}" for name, spelt in found.commands.items()]
