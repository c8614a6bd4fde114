"""Where a session's chain stands, as it is shown."""

from __future__ import annotations

from harness_runtime.cli import language
from harness_runtime.cli.contracts.chain import ChainStatus, ChainView
from harness_runtime.cli.language import said
from harness_runtime.events.chain.command import standing_text
from harness_runtime.events.chain.selection import Standing, standing
from harness_runtime.messages.chains import CHAINS
from harness_runtime.session.store import Store, StoreFault


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
        return said(CHAINS, "unreadable", path=fault.detail)
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
