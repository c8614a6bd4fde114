"""Asking the panel of the settings, for the prompt hook and the terminal alike, and telling what it said."""

from __future__ import annotations

import time
from collections.abc import Mapping

from harness_runtime.loop.panel import Observer, Panel, ask_panel
from harness_runtime.messages.catalog import sentence
from harness_runtime.messages.panel import PANEL
from harness_runtime.models.ask import ask
from harness_runtime.models.choose import models_for, panel_models
from harness_runtime.models.interface import Failure, HostName, Model, Question, Reply
from harness_runtime.models.told import told
from harness_runtime.settings.models import ModelSettings


def ask_panel_of(
    settings: ModelSettings,
    host: HostName,
    question: str,
    environ: Mapping[str, str],
    *,
    until: float | None = None,
    observer: Observer | None = None,
) -> Panel:
    """`until`: the moment (time.monotonic) when the last answer must be there. There is at least one model."""

    def put(model: Model, asked: Question) -> Reply | Failure:
        left = float(settings.timeout_seconds)
        if until is not None:
            left = min(left, max(1.0, until - time.monotonic()))
        return ask(model, asked, seconds=left, environ=environ)

    return ask_panel(question, panel_models(settings, host), models_for("synthesis", settings, host), put, observer)


def told_panel(language: str, panel: Panel, most: int | None = None) -> list[str]:
    """The answer for a person, at most `most` characters of it, and after it who answered and who did not, whatever
    the synthesis says of that."""
    answer = "\n".join(_answer(language, panel))
    if most is not None and len(answer) > most:
        answer = f"{answer[:most]}\n{sentence(PANEL, language, 'cut')}\n"
    return [answer, *_asked(language, panel), *_failed(language, panel)]


def _answer(language: str, panel: Panel) -> list[str]:
    match panel.synthesis, panel.replies:
        case Reply(text=text), _:
            return [text, ""]
        case Failure() as failure, replies:
            head = sentence(PANEL, language, "no_synthesis", why=told(failure, language))
            return [head, *(line for reply in replies for line in _reply(language, reply)), ""]
        case _, [only]:
            return [sentence(PANEL, language, "only_one", model=only.model), "", only.text, ""]
        case _:
            return [sentence(PANEL, language, "none_answered")]


def _reply(language: str, reply: Reply) -> list[str]:
    return ["", sentence(PANEL, language, "answer_of", model=reply.model), reply.text]


def _asked(language: str, panel: Panel) -> list[str]:
    replies = panel.replies
    if len(replies) < 2:
        return []
    return [sentence(PANEL, language, "asked", count=len(replies), names=", ".join(reply.model for reply in replies))]


def _failed(language: str, panel: Panel) -> list[str]:
    if not panel.failures:
        return []
    head = sentence(PANEL, language, "failed_head")
    return [head, *(f"- {told(failure, language)}" for failure in panel.failures)]
