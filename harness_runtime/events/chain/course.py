"""A selected chain as a hook meets it: its record held against the transcript, its definition, its agents."""

from __future__ import annotations

from dataclasses import dataclass

from harness_runtime.chains.advance import Halt, Stand
from harness_runtime.chains.agents import Agent, AgentFault, Places, find_agent
from harness_runtime.chains.catalog import catalog
from harness_runtime.chains.stamp import MARK, Place, Seal, last_place, title
from harness_runtime.chains.standing import place_of, reconciled
from harness_runtime.events.context import Context
from harness_runtime.messages.catalog import sentence
from harness_runtime.messages.chains import AGENT_FILES, CHAINS, HALTS, WAYS
from harness_runtime.session.chain import StoredChain, read_chain, read_chain_key, write_chain
from harness_runtime.session.guarded import language_of
from harness_runtime.session.hook_texts import hook_texts
from harness_runtime.session.layout import is_guarded
from harness_runtime.session.store import now
from harness_runtime.settings.chains import Chain
from harness_runtime.settings.fault import SettingsFault
from harness_runtime.wire.answers import Answer
from harness_runtime.wire.environment import host_folder

MAX_BRIEF = 4_000  # characters kept


@dataclass(frozen=True)
class Course:
    """`kept`: the record as it was read, `stored`: as the transcript bears it out; `seal` is what its stamps are
    bound to."""

    context: Context
    language: str
    kept: StoredChain
    stored: StoredChain
    seal: Seal

    @property
    def place(self) -> Place | None:
        return place_of(self.stored)

    def say(self, key: str, **fields: object) -> str:
        return sentence(CHAINS, self.language, key, **fields)

    def title(self) -> str:
        place = self.place
        return title(place) if place else f"{MARK}{self.stored.chain}]"


def course_of(context: Context) -> Course | None:
    """None when no chain is selected. Raises StoreFault when its record cannot be used."""
    event = context.event
    kept = read_chain(context.data, event.session_id)
    if kept is None:
        return None
    seal = Seal(read_chain_key(context.data, event.session_id), event.session_id, kept.selection, kept.definition)
    last = last_place(hook_texts(event.transcript_path, event.host, MARK), seal)
    stored = reconciled(kept, last, same_turn=kept.turn == event.turn)
    return Course(context, spoken_language(context), kept, stored, seal)


def spoken_language(context: Context) -> str:
    return context.spoken(language_of(context.data, context.event.session_id) or context.language())


def definition_of(course: Course) -> Chain | Stand:
    """The chain as it was selected; else why it does not count any more."""
    stored, root = course.stored, course.context.workspace_root()
    if root != stored.workspace_root:
        return Stand(Halt.WORKSPACE_MOVED, stored.workspace_root)
    try:
        known = catalog(root, course.context.data).find(stored.chain)
    except SettingsFault as fault:
        return Stand(Halt.DEFINITION_INVALID, fault.line(course.language))
    if known is None:
        return Stand(Halt.DEFINITION_MISSING, stored.chain)
    gave_way = known.source == "built-in" and stored.source == "project" and "project" in known.shadows
    if not known.trusted or gave_way:
        return Stand(Halt.UNTRUSTED)
    return known.chain if known.definition == stored.definition else Stand(Halt.DEFINITION_CHANGED, stored.chain)


def agent_places(context: Context, root: str) -> Places:
    return Places(
        host=context.event.host,
        project=root,
        codex_home=host_folder(context.environ, "codex"),
        claude_home=host_folder(context.environ, "claude"),
        plugin_root=context.plugin_root,
    )


def agent_of(course: Course, name: str) -> Agent | Stand:
    try:
        agent = find_agent(name, agent_places(course.context, course.stored.workspace_root))
    except AgentFault as fault:
        return Stand(Halt.AGENT_MISSING, f"{fault.path} ({sentence(AGENT_FILES, course.language, fault.why)})")
    return agent or Stand(Halt.AGENT_MISSING, f"`{name}`")


def knows_agent(course: Course, name: str) -> bool:
    return isinstance(agent_of(course, name), Agent)


def keep(course: Course, stored: StoredChain) -> None:
    """Under the session's lock. Raises OSError."""
    brief = stored.brief[:MAX_BRIEF]
    write_chain(course.context.data, stored.model_copy(update={"brief": brief, "updated_at": now()}))
    _record(course, stored)


def _record(course: Course, stored: StoredChain) -> None:
    """In a run its ledger tells each step of the chain."""
    context, place = course.context, place_of(stored)
    if place is None or is_guarded(context.data, context.event.session_id):
        return
    state = context.store.load()
    if state is not None:
        stage = title(place).removeprefix(MARK).removesuffix("]")
        step = f"{stored.state} {stored.halt}".rstrip()
        context.store.commit(state, "chain_step", stage=stage, step=step, hops=place.hops, nudges=place.nudges)


def halted(course: Course, stand: Stand) -> StoredChain:
    return course.stored.model_copy(update={"state": "halted", "halt": stand.halt.value, "detail": stand.detail})


def halt_reason(language: str, halt: str, detail: str) -> str:
    """Why it stands still; an unknown name says itself."""
    return sentence(HALTS, language, halt, detail=detail) if halt in HALTS else halt


def halt_sentence(language: str, halt: str, detail: str) -> str:
    """The same with the way on."""
    way = sentence(WAYS, language, halt, detail=detail) if halt in WAYS else ""
    return f"{halt_reason(language, halt, detail)} {way}".rstrip()


def told_halt(course: Course, stand: Stand) -> Answer:
    why = halt_sentence(course.language, stand.halt.value, stand.detail)
    return Answer(message=course.say("halted", title=course.title(), halt=stand.halt.value, why=why))
