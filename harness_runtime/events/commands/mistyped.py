"""The answer to a prompt that begins as a command of ours does and names none: sent on, it would look obeyed."""

from __future__ import annotations

from harness_runtime.events.context import Context
from harness_runtime.messages.catalog import sentence
from harness_runtime.messages.loop_said import SAID
from harness_runtime.settings.fault import shown
from harness_runtime.wire.answers import Answer
from harness_runtime.workflow.commands import Mistyped


def answer_mistyped(context: Context, found: Mistyped) -> Answer:
    language = context.language()
    nearest = sentence(SAID, language, "command_nearest", nearest=found.nearest) if found.nearest else ""
    commands = ", ".join(f"`{command}`" for command in found.commands)
    typed = shown(found.typed)
    return Answer(block=sentence(SAID, language, "command_unknown", typed=typed, nearest=nearest, commands=commands))
