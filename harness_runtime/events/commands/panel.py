"""`$harness:panel QUESTION`: the prompt hook asks the panel, and its one answer is what the person reads."""

from __future__ import annotations

import time

from harness_runtime.events.commands.panelled import ask_panel_of, told_panel
from harness_runtime.events.context import Context
from harness_runtime.loop.panel import MAX_QUESTION
from harness_runtime.messages.catalog import sentence
from harness_runtime.messages.learning import LEARNED
from harness_runtime.messages.panel import PANEL
from harness_runtime.settings.fault import SettingsFault
from harness_runtime.settings.models import model_settings
from harness_runtime.wire.answers import Answer
from harness_runtime.workflow.commands import Command

PROMPT_SECONDS = 270.0  # of the 300 that the hosts give this hook
MAX_ANSWER = 7_500  # characters; with who failed it stays below what the hosts cut


def answer(context: Context, command: Command) -> Answer:
    """The prompt goes no further."""
    language = context.language()
    try:
        settings = model_settings(context.workspace_root(), context.data)
    except SettingsFault as fault:
        return Answer(block=sentence(LEARNED, language, "settings_unusable", fault=fault.line(language)))
    if not command.argument:
        return Answer(block=sentence(PANEL, language, "no_question"))
    if len(command.argument.encode("utf-8", "replace")) > MAX_QUESTION:
        return Answer(block=sentence(PANEL, language, "question_long", limit=MAX_QUESTION))
    if not settings.panel:
        return Answer(block=sentence(PANEL, language, "no_panel", path=f"{context.data}/config.json"))
    panel = ask_panel_of(
        settings, context.event.host, command.argument, context.environ, until=time.monotonic() + PROMPT_SECONDS
    )
    return Answer(block="\n".join(told_panel(language, panel, MAX_ANSWER)))
