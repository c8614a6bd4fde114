"""Help that fits a terminal in either language: click counts characters, a screen cells; Hangul takes two of them."""

from __future__ import annotations

from collections.abc import Iterable

import click

FILLER = "\0"  # stands for the second cell of a wide character while lines are broken


class CellFormatter(click.HelpFormatter):
    def write_text(self, text: str) -> None:
        super().write_text(widened(text))

    def write_dl(self, rows: Iterable[tuple[str, str]], col_max: int = 30, col_spacing: int = 2) -> None:
        super().write_dl([(term, widened(text)) for term, text in rows], col_max, col_spacing)

    def getvalue(self) -> str:
        return super().getvalue().replace(FILLER, "")


class CellContext(click.Context):
    formatter_class = CellFormatter


def widened(text: str) -> str:
    """As many characters as cells."""
    from rich.cells import cell_len  # only a call for help pays for it

    return "".join(character + FILLER * (cell_len(character) - 1) for character in text)


def in_cells(command: click.Command) -> click.Command:
    """The same command, whose help and whose verbs' help is broken so."""
    for each in (command, *(command.commands.values() if isinstance(command, click.Group) else ())):
        each.context_class = CellContext
    return command
