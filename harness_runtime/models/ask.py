"""The one door: redact the question, ask whoever was chosen, and hand back a reply or a failure."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import ExitStack
from dataclasses import replace
from typing import assert_never

from harness_runtime.models.command import ask_command
from harness_runtime.models.interface import (
    MAX_QUESTION,
    CommandModel,
    EndpointModel,
    Failure,
    HostModel,
    Model,
    Question,
    Reply,
    UntrustedModel,
)
from harness_runtime.models.process import private_folder
from harness_runtime.models.redact import redact

MAX_DETAIL = 300


def ask(
    chosen: Model, question: Question, *, seconds: float, environ: Mapping[str, str], cwd: str | None = None
) -> Reply | Failure:
    """Raises nothing for what a model, a program or a server does. `cwd`: else an empty folder made for this."""
    if isinstance(chosen, UntrustedModel):
        return chosen.failure
    if len(f"{question.instructions}{question.text}".encode("utf-8", "replace")) > MAX_QUESTION:
        return Failure(chosen.name, "question_too_long")
    clean = Question(redact(_sayable(question.instructions)), redact(_sayable(question.text)))
    with ExitStack() as stack:
        try:
            folder = cwd or stack.enter_context(private_folder(environ))
        except OSError as error:
            return Failure(chosen.name, "cannot_start", error.strerror or "")
        found = _asked(chosen, clean, seconds, environ, folder)
    return replace(found, detail=_one_line(found.detail)) if isinstance(found, Failure) else found


def _asked(
    chosen: HostModel | EndpointModel | CommandModel,
    question: Question,
    seconds: float,
    environ: Mapping[str, str],
    folder: str,
) -> Reply | Failure:
    match chosen:
        case CommandModel():
            return ask_command(chosen, question, seconds=seconds, environ=environ, folder=folder)
        case HostModel():
            from harness_runtime.models.host import ask_host

            return ask_host(chosen, question, seconds=seconds, environ=environ, folder=folder)
        case EndpointModel():
            from harness_runtime.models.endpoint import ask_endpoint

            return ask_endpoint(chosen, question, seconds=seconds, environ=environ)
        case _:
            assert_never(chosen)


def _sayable(text: str) -> str:
    """Without what UTF-8 cannot say: lone surrogates come from bytes that were no text."""
    return text.encode("utf-8", "replace").decode("utf-8")


def _one_line(detail: str) -> str:
    plain = "".join(char if char.isprintable() else " " for char in redact(detail))
    return " ".join(plain.split())[:MAX_DETAIL]
