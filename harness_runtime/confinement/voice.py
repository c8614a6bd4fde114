"""Says one line to whoever runs harness-confine, in their language."""

from __future__ import annotations

import os

NAME = "harness-confine"
MAX_FIELD = 400  # characters


class Voice:
    """`language` "" stands for the default one."""

    __slots__ = ("language",)

    def __init__(self, language: str) -> None:
        self.language = language

    def say(self, key: str, **fields: str) -> None:
        """A sentence of `messages.confine` on stderr."""
        self.say_to(2, key, fields)

    def say_to(self, descriptor: int, key: str, fields: dict[str, str]) -> None:
        """Only what is said costs the import of its sentence."""
        from harness_runtime.messages.catalog import sentence
        from harness_runtime.messages.confine import CONFINE

        shown = {name: _one_line(text) for name, text in fields.items()}
        write(descriptor, f"{NAME}: {sentence(CONFINE, self.language, key, **shown)}\n")


def _one_line(text: str) -> str:
    line = "".join(char if char.isprintable() else "�" for char in " ".join(text.split()))
    return line if len(line) <= MAX_FIELD else f"{line[: MAX_FIELD - 1]}…"


def write(descriptor: int, text: str) -> None:
    """All of it, or as much as a reader that is still there takes."""
    raw = text.encode("utf-8", "replace")
    while raw:
        try:
            raw = raw[os.write(descriptor, raw) :]
        except OSError:
            return
