"""Diffs in the terminal: coloured where somebody looks, bare where they are piped. Tabs stay tabs."""

from __future__ import annotations

from collections.abc import Iterator

import click

from harness_runtime.cli import language
from harness_runtime.cli.contracts.loop import PathDiff
from harness_runtime.cli.language import sentence
from harness_runtime.cli.plain import plain
from harness_runtime.cli.render import is_seen, knows_colour
from harness_runtime.messages.loop import undo_reason

COLOURS = {"+": "green", "-": "red", "@": "cyan"}
WHY_NONE = {
    "same": "diff_same",
    "no_text": "diff_no_text",
    "binary": "diff_binary",
    "too_large": "diff_too_large",
    "not_captured": "not_captured",
    "unreadable": "diff_unreadable",
    "left_out": "diff_left_out",
}


def show_diffs(files: list[PathDiff]) -> None:
    coloured = is_seen() and knows_colour()
    for number, file in enumerate(files):
        if number:
            click.echo("")
        head = plain(_head(file))
        click.echo(click.style(head, bold=True) if coloured else head)
        for at, line in enumerate(file.lines):
            shown = "\t".join(map(plain, line.split("\t")))
            colour = COLOURS.get(line[:1]) if at > 1 else None  # the first two name the files
            click.echo(click.style(shown, fg=colour) if coloured and colour else shown)
        if file.cut:
            click.echo(sentence("diff_cut", count=str(file.cut)))


def _head(file: PathDiff) -> str:
    return "  ".join((file.path, *_parts(file)))


def _parts(file: PathDiff) -> Iterator[str]:
    if file.was != file.now and file.told != "not_captured":
        yield f"{file.was} → {file.now}"
    if file.told == "diff":
        yield f"+{file.added} -{file.removed}"
    else:
        yield sentence(WHY_NONE[file.told])
    if file.why:
        yield f"({undo_reason(language.current(), file.why)})"
