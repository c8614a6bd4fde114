"""A command of the person's own: the question on stdin, the answer on stdout, exit code 0.

stdin is the instructions, a line `---` between two empty ones, and the text, all in UTF-8.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from harness_runtime.models import process
from harness_runtime.models.environment import nested_environment
from harness_runtime.models.interface import MAX_ANSWER, CommandModel, Failure, Question, Reply
from harness_runtime.models.programs import current_folder, find

BETWEEN = "\n\n---\n\n"
# Of what nobody sees only the two joiners are needed to write something.
_HIDDEN = (
    0xAD,
    0x61C,
    0x180E,
    0x200B,
    *range(0x200E, 0x2010),
    *range(0x2028, 0x202F),
    *range(0x2060, 0x2070),
    0xFEFF,
)
_TAGS = range(0xE0000, 0xE0080)
_CONTROLS = {code: "\ufffd" for code in (*range(32), *range(127, 160), *_HIDDEN, *_TAGS) if chr(code) not in "\n\t"}


def ask_command(
    chosen: CommandModel, question: Question, *, seconds: float, environ: Mapping[str, str], folder: str
) -> Reply | Failure:
    here = current_folder()
    program = find(chosen.words[0], environ, here)
    if program is None:
        return Failure(chosen.name, "no_program", chosen.words[0])
    words = (program, *chosen.words[1:])
    return ask_program(chosen.name, words, as_text(question), seconds, nested_environment(environ, here), folder)


def as_text(question: Question) -> str:
    return f"{question.instructions}{BETWEEN}{question.text}\n"


def ask_program(
    name: str, words: Sequence[str], given: str, seconds: float, environ: Mapping[str, str], folder: str
) -> Reply | Failure:
    """What any program answers, or how it failed to."""
    try:
        ended = process.run(words, given.encode("utf-8", "replace"), folder, environ, seconds)
    except process.CannotStart as fault:
        return Failure(name, "no_program" if fault.missing else "cannot_start", fault.detail)
    if ended.overflow:
        return Failure(name, "too_long")
    if ended.code is None:
        return Failure(name, "timeout", f"{seconds:g}")
    if ended.code != 0:
        return Failure(name, "exit_status", str(ended.code if ended.code > 0 else 128 - ended.code))
    return as_reply(name, ended.output.decode("utf-8", "replace"))


def as_reply(name: str, text: str) -> Reply | Failure:
    """A model that says nothing has not answered. What a terminal would obey, or nobody would see, is no text."""
    text = text.replace("\r\n", "\n").translate(_CONTROLS).strip()
    if not text:
        return Failure(name, "nonsense")
    if len(text.encode("utf-8", "replace")) > MAX_ANSWER:
        return Failure(name, "too_long")
    return Reply(text, name)
