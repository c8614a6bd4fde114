"""Chains as the terminal shows them: the list, the numbered choice, and where a session's chain stands."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from harness_runtime.chains.catalog import Known, catalog
from harness_runtime.cli import language
from harness_runtime.cli.contracts.chain import ChainRow, ChainStatus, ChainView
from harness_runtime.cli.faults import InputFault
from harness_runtime.cli.language import sentence
from harness_runtime.cli.person import say
from harness_runtime.cli.project.guard_trust import stage_text
from harness_runtime.cli.render import columns, show
from harness_runtime.events.chain.command import standing_text
from harness_runtime.events.chain.selection import Standing, standing
from harness_runtime.events.chain.text import source_text
from harness_runtime.messages.catalog import sentence as catalog_sentence
from harness_runtime.messages.chains import CHAINS
from harness_runtime.session.store import Store, StoreFault
from harness_runtime.settings.fault import SettingsFault

NO_FOLDER = Path("/nonexistent")  # without a data folder nobody has a config, and nothing is trusted


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


def show_chains(found: Sequence[Known]) -> None:
    heads = [sentence(name) for name in ("chain_column", "source_column", "stages_column", "about_column")]
    show(columns(heads, [_cells(known) for known in found], folded=3))


def choose_chain(found: Sequence[Known]) -> str:
    """A person picks one of those that can be selected. The caller has seen to the terminal."""
    offered = [known for known in found if known.trusted]
    heads = ["#", *(sentence(name) for name in ("chain_column", "source_column", "stages_column", "about_column"))]
    show(columns(heads, [(str(number), *_cells(known)) for number, known in enumerate(offered, 1)], folded=4))
    untrusted = [known.name for known in found if not known.trusted]
    if untrusted:
        say(sentence("chains_untrusted", names=", ".join(untrusted)))
    number: int = click.prompt(sentence("ask_chain"), type=click.IntRange(1, len(offered)), prompt_suffix=" ")
    return offered[number - 1].name


def _cells(known: Known) -> tuple[str, str, str, str]:
    source = source_text(language.current(), known.source, trusted=known.trusted)
    route = " → ".join(map(stage_text, known.chain.stages))
    return known.name, source, route, " ".join(known.chain.description.split())


def chain_status(session_id: str, found: Standing | None) -> ChainStatus:
    return ChainStatus.model_validate({"session_id": session_id, **_fields(found)})


def chain_view(store: Store) -> ChainView | None:
    """What `inspect` shows; None where no chain is selected."""
    try:
        found = standing(store)
    except StoreFault:
        return ChainView.model_validate({**_fields(None), "state": "unreadable"})
    return ChainView.model_validate(_fields(found)) if found else None


def chain_line(store: Store) -> str:
    """The same in a line; "" where no chain is selected."""
    try:
        found = standing(store)
    except StoreFault as fault:
        return catalog_sentence(CHAINS, language.current(), "unreadable", path=fault.detail)
    return standing_text(language.current(), found) if found else ""


def _fields(found: Standing | None) -> dict[str, object]:
    """The fields of ChainView."""
    if found is None:
        return {
            "chain": None, "source": None, "run": None, "stage": None, "stages": None, "agent": None,
            "hops_left": None, "state": "none", "halt_reason": None, "halt_detail": "",
        }  # fmt: skip
    begun = found.run > 0
    return {
        "chain": found.chain,
        "source": found.source,
        "run": found.run if begun else None,
        "stage": found.stage if begun else None,
        "stages": found.length if begun else None,
        "agent": found.agent if begun else None,
        "hops_left": found.hops_left if begun else None,
        "state": found.state,
        "halt_reason": found.halt or None,
        "halt_detail": found.detail,
    }
