"""How the terminal shows things: plain lines, aligned columns, nothing that a model wrote acts on the terminal."""

from __future__ import annotations

import io
import os
import shutil
import sys
from collections.abc import Iterable, Sequence

import click
from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from harness_runtime.cli.plain import plain

NARROW = 80
UNFOLDED = 10_000  # when nobody looks, a line stays one line
STYLES = {"ok": "green", "warning": "yellow", "error": "bold red", "allow": "green", "deny": "red"}


def cell(text: str, style: str = "") -> Text:
    return Text(plain(text), style=style, overflow="fold")


def facts(rows: Iterable[tuple[str, str]]) -> Table:
    """Labels and their values, one a line; an empty label continues the value above it."""
    grid = Table.grid(padding=(0, 2, 0, 0))
    grid.add_column(no_wrap=True, style="dim")
    grid.add_column(overflow="fold")
    for label, value in rows:
        grid.add_row(label, cell(value))
    return grid


def columns(heads: Sequence[str], rows: Iterable[Sequence[str]], folded: int) -> Table:
    """A table without lines; the columns from `folded` on are broken where they do not fit, the others never."""
    table = Table(box=None, pad_edge=False, header_style="dim", padding=(0, 2, 0, 0))
    for position, head in enumerate(heads):
        table.add_column(head, no_wrap=position < folded, overflow="fold")
    for row in rows:
        table.add_row(*(cell(value, STYLES.get(value, "")) for value in row))
    return table


def indented(text: str, by: int = 2) -> Text:
    return Text(" " * by + plain(text))


def width() -> int:
    """Columns of the terminal; without one nobody looks, and a line stays one line."""
    return columns_of_terminal() if is_seen() else UNFOLDED


def columns_of_terminal() -> int:
    return shutil.get_terminal_size((NARROW, 24)).columns


def is_seen() -> bool:
    return sys.stdout is not None and sys.stdout.isatty()


def show(*parts: RenderableType) -> None:
    """Print to stdout, coloured and folded for a terminal, plain and unfolded for anything else."""
    click.echo(to_text(Group(*parts), width(), colour=is_seen() and knows_colour()))


def complain(text: str) -> None:
    """A line on stderr, broken between words where a terminal ends."""
    is_seen = sys.stderr is not None and sys.stderr.isatty()
    click.echo(to_text(cell(text), columns_of_terminal() if is_seen else UNFOLDED), err=True)


def knows_colour() -> bool:
    return not os.environ.get("NO_COLOR") and os.environ.get("TERM") not in (None, "", "dumb")


def to_text(part: RenderableType, width: int, colour: bool = False) -> str:
    sheet = Console(
        file=io.StringIO(),
        width=width,
        height=100,  # unset, rich takes a dumb terminal for one of 80 columns
        force_terminal=colour,
        color_system="standard" if colour else None,
        highlight=False,
        markup=False,
        emoji=False,
        legacy_windows=False,
    )
    with sheet.capture() as captured:
        sheet.print(part)
    return "\n".join(line.rstrip() for line in captured.get().removesuffix("\n").split("\n"))
