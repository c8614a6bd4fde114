"""How the demos print: broken between words where the terminal ends, Korean's wide letters counted as such."""

from __future__ import annotations

from collections.abc import Mapping

from harness_runtime.cli.language import language_of
from harness_runtime.cli.render import cell, columns_of_terminal, to_text

NARROWEST = 20


def show(margin: str, text: str) -> None:
    """The lines of the text that are not empty, each behind the margin."""
    room = max(columns_of_terminal() - len(margin), NARROWEST)
    for line in filter(str.strip, text.splitlines()):
        for piece in to_text(cell(line), room).splitlines():
            print(margin + piece)


def spoken(environ: Mapping[str, str]) -> dict[str, str]:
    """For hooks and terminal alike: the language that is asked for, else the machine's."""
    return {"HARNESS_LANG": language_of(environ, ())}
