"""Checks: what was done or found, and how to mend it. `install`, `upgrade`, `uninstall` and `doctor` end in them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import click
from rich.console import RenderableType
from rich.table import Table

from harness_runtime.cli.contracts.base import to_json
from harness_runtime.cli.contracts.plugin import Check, Checks
from harness_runtime.cli.faults import end_with_finding
from harness_runtime.cli.language import sentence
from harness_runtime.cli.person import say
from harness_runtime.cli.render import STYLES, cell, show


def ok(name: str, key: str, /, **fields: str) -> Check:
    return Check(name=name, status="ok", detail=sentence(key, **fields), mend="")


def warning(name: str, key: str, mend: str, /, **fields: str) -> Check:
    return Check(name=name, status="warning", detail=sentence(key, **fields), mend=sentence(mend, **fields))


def error(name: str, key: str, mend: str, /, **fields: str) -> Check:
    return Check(name=name, status="error", detail=sentence(key, **fields), mend=sentence(mend, **fields))


def end(checks: list[Check], as_json: bool, then: Sequence[str] = ()) -> None:
    """Show the checks and end the verb: exit code 1 when one is an error. `then`: lines for a person, if none is."""
    is_faulty = any(check.status == "error" for check in checks)
    if as_json:
        click.echo(to_json(Checks(checks=checks)))
    else:
        show(*_parts(checks))
        if then and not is_faulty:
            say(*then)
    if is_faulty:
        end_with_finding()


def _parts(checks: list[Check]) -> Iterator[RenderableType]:
    grid = Table.grid(padding=(0, 2, 0, 0))
    grid.add_column(no_wrap=True)
    grid.add_column(no_wrap=True)
    grid.add_column(overflow="fold")
    for check in checks:
        grid.add_row(cell(check.status, STYLES[check.status]), cell(check.name), cell(check.detail))
        if check.mend:
            grid.add_row("", "", cell(f"→ {check.mend}"))
    yield grid
