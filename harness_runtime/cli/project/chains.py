"""The chains that a workspace knows: as a list, as a program reads them, and as a numbered choice."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click
from rich.table import Table

from harness_runtime.chains.catalog import Known, catalog
from harness_runtime.cli import language
from harness_runtime.cli.contracts.chain import ChainRow
from harness_runtime.cli.faults import InputFault
from harness_runtime.cli.homes import NO_FOLDER
from harness_runtime.cli.language import sentence
from harness_runtime.cli.person import say
from harness_runtime.cli.project.guard_trust import stage_text
from harness_runtime.cli.render import columns, show
from harness_runtime.events.chain.text import source_text
from harness_runtime.settings.fault import SettingsFault


def known_chains(root: Path, folders: Sequence[Path]) -> list[Known]:
    """In any of the data folders; trusted means in all. Raises InputFault for a settings file that is wrong."""
    found: dict[tuple[str, str], Known] = {}
    try:
        for data in folders or [NO_FOLDER]:
            for known in catalog(root, data).known:
                before = found.setdefault((known.name, known.source), known)
                if not known.trusted:
                    found[before.name, before.source] = known
    except SettingsFault as fault:
        raise InputFault("loop_fault", why=fault.line(language.current())) from None
    return list(found.values())


def chain_row(known: Known) -> ChainRow:
    return ChainRow(
        name=known.name,
        description=known.chain.description,
        source=known.source,
        trusted=known.trusted,
        stages=[stage.agent for stage in known.chain.stages],
        hop_budget=known.chain.hop_budget,
        shadows=list(known.shadows),
    )


def choose_chain(found: Sequence[Known]) -> str:
    """A person picks one of those that can be selected. The caller has seen to the terminal."""
    offered = [known for known in found if known.trusted]
    show(numbered_table(offered))
    untrusted = [known.name for known in found if not known.trusted]
    if untrusted:
        say(sentence("chains_untrusted", names=", ".join(untrusted)))
    number: int = click.prompt(sentence("ask_chain"), type=click.IntRange(1, len(offered)), prompt_suffix=" ")
    return offered[number - 1].name


def chain_table(found: Sequence[Known]) -> Table:
    return columns(_heads(), map(_cells, found), folded=2)


def numbered_table(found: Sequence[Known]) -> Table:
    rows = [(str(number), *_cells(known)) for number, known in enumerate(found, 1)]
    return columns(["#", *_heads()], rows, folded=3)


def _heads() -> list[str]:
    return [sentence(name) for name in ("chain_column", "source_column", "stages_column", "about_column")]


def _cells(known: Known) -> tuple[str, str, str, str]:
    source = source_text(language.current(), known.source, trusted=known.trusted)
    route = " → ".join(map(stage_text, known.chain.stages))
    return known.name, source, route, " ".join(known.chain.description.split())
