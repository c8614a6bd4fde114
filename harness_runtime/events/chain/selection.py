"""Selecting a chain for a conversation, deselecting it, and where it stands: for hooks and terminal alike."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from pathlib import Path

from harness_runtime.chains.agents import AgentFault, find_agent
from harness_runtime.chains.catalog import Known, catalog
from harness_runtime.events.chain.course import agent_places
from harness_runtime.events.chain.gate import gate_fault
from harness_runtime.events.chain.text import route_text, source_text
from harness_runtime.events.context import Context
from harness_runtime.events.conversation.guarding import arm_for, disarm_for
from harness_runtime.messages.catalog import sentence
from harness_runtime.messages.chains import AGENT_FILES, CHAINS
from harness_runtime.messages.loop_said import SAID
from harness_runtime.session.chain import (
    ChainState,
    StoredChain,
    drop_chain,
    has_chain,
    make_chain_key,
    read_chain,
    take_over_chain,
    write_chain,
)
from harness_runtime.session.layout import is_guarded
from harness_runtime.session.store import Store, StoreFault, now
from harness_runtime.settings.fault import SettingsFault

Said = tuple[str, dict[str, object]]  # a key of messages.chains.CHAINS and its fields
REFUSALS = (
    "unknown",
    "not_trusted",
    "settings",
    "agent_unknown",
    "agent_file",
    "hindered",
    "gate_first",
    "held_first",
)


@dataclass(frozen=True)
class Standing:
    """As the stored copy has it: a hook's next look at the transcript may correct it. `run` 0: none has begun."""

    chain: str
    source: str
    run: int
    stage: int
    length: int
    agent: str
    hops_used: int
    hop_budget: int
    state: ChainState
    halt: str = ""
    detail: str = ""

    @property
    def hops_left(self) -> int:
        return max(0, self.hop_budget - self.hops_used)


def select(context: Context, name: str, *, now_begins: bool = False) -> Said:
    """One of REFUSALS when nothing was changed. `now_begins`: the task comes with it. Takes the session's lock;
    raises StoreFault, OSError."""
    language, root, store = context.language(), context.workspace_root(), context.store
    try:
        found = catalog(root, context.data)
    except SettingsFault as fault:
        return "settings", {"fault": fault.line(context.spoken(language))}
    known = found.find(name)
    if known is None:
        return "unknown", {"chain": name, "known": ", ".join(f"`{each.name}`" for each in found.known)}
    if not known.trusted:
        return "not_trusted", {"chain": name}
    refused = _busy(store) or _agents(context, known, root)
    if refused is not None:
        return refused
    hindrance = arm_for(context, "chain")
    if hindrance is not None:
        key, fields = hindrance
        return "hindered", {"why": sentence(SAID, context.spoken(language), key, **fields)}
    with store.locked():
        make_chain_key(context.data, store.session_id)
        write_chain(context.data, _selected(context, known, root))
    fields = {
        "chain": known.name,
        "source": source_text(context.spoken(language), known.source),
        "route": route_text(known.chain),
        "budget": known.chain.hop_budget,
    }
    return "selected_now" if now_begins else "selected", fields


def take_over(context: Context, folder: Path) -> None:
    """The chain of a session whose `folder` was set aside, into its new one. One that cannot be used is kept where it
    lies, like the rest. Raises StoreFault, OSError."""
    store = context.store
    with store.locked():
        try:
            take_over_chain(store.data, store.session_id, folder)
        except StoreFault:
            return
    arm_for(context, "chain")


def notes(context: Context, name: str) -> str:
    """What else there is to say of a chain that was selected: which ones of its name it hides, and what would keep
    its gates from being run. "" for nothing."""
    language, root = context.spoken(context.language()), context.workspace_root()
    try:
        known = catalog(root, context.data).find(name)
    except SettingsFault:
        return ""
    if known is None:
        return ""
    sources = ", ".join(source_text(language, each) for each in known.shadows)
    fault = gate_fault(context, root, known.chain, language)
    shadowed = sentence(CHAINS, language, "shadowed", sources=sources) if sources else ""
    ungated = sentence(CHAINS, language, "ungated", why=fault) if fault else ""
    return " ".join(filter(None, (shadowed, ungated)))


def _busy(store: Store) -> Said | None:
    """A run in this session that leaves no room for it."""
    if not store.is_armed() or is_guarded(store.data, store.session_id):
        return None
    state = store.load()
    if state is not None and state.pending is not None:
        return "gate_first", {}
    return ("held_first", {}) if state is not None and state.held else None


def _agents(context: Context, known: Known, root: str) -> Said | None:
    """Every stage has instructions, or nothing is selected."""
    places = agent_places(context, root)
    for stage in known.chain.stages:
        try:
            if find_agent(stage.agent, places) is None:
                return "agent_unknown", {"chain": known.name, "agent": stage.agent}
        except AgentFault as fault:
            why = sentence(AGENT_FILES, context.spoken(context.language()), fault.why)
            return "agent_file", {"agent": stage.agent, "path": fault.path, "why": why}
    return None


def _selected(context: Context, known: Known, root: str) -> StoredChain:
    at = now()
    return StoredChain(
        session_id=context.event.session_id,
        chain=known.name,
        source=known.source,
        definition=known.definition,
        selection=secrets.token_hex(8),
        workspace_root=root,
        selected_at=at,
        updated_at=at,
    )


def stop(store: Store) -> Said:
    """Takes the session's lock; raises StoreFault, OSError."""
    if not has_chain(store.data, store.session_id):
        return "stop_nothing", {}
    with store.locked():
        try:
            known = read_chain(store.data, store.session_id)
        except StoreFault:
            known = None
        drop_chain(store.data, store.session_id)
    disarm_for(store, "chain")
    return ("stopped", {"chain": known.chain}) if known else ("stop_unreadable", {})


def standing(store: Store) -> Standing | None:
    """None when no chain is selected. Raises StoreFault."""
    stored = read_chain(store.data, store.session_id)
    if stored is None:
        return None
    place = stored.place
    state, halt = stored.state, stored.halt
    if state == "running" and _waits_for_a_gate(store):
        state, halt = "halted", "run_gate"
    return Standing(
        chain=stored.chain,
        source=stored.source,
        run=place.run if place else 0,
        stage=place.stage if place else 0,
        length=place.length if place else 0,
        agent=place.agent if place else "",
        hops_used=place.hops if place else 0,
        hop_budget=place.budget if place else 0,
        state=state,
        halt=halt,
        detail=stored.detail,
    )


def _waits_for_a_gate(store: Store) -> bool:
    if is_guarded(store.data, store.session_id):
        return False
    state = store.load()
    return state is not None and state.pending is not None


def listed(root: str | Path, data: str | Path, language: str) -> list[str]:
    """One line a chain. Raises SettingsFault."""
    return [
        sentence(
            CHAINS,
            language,
            "listed",
            chain=known.name,
            source=source_text(language, known.source, trusted=known.trusted),
            route=route_text(known.chain),
            about=" ".join(known.chain.description.split()),
        ).rstrip()
        for known in catalog(root, data).known
    ]
