"""The end of a turn, as those see it who may send the agent on: verification, a chain, a goal.

Models and gates take their time and hold no lock meanwhile. So whoever has found something commits it under the lock,
and only while the session `stands` as it stood when the turn ended.
"""

from __future__ import annotations

from dataclasses import dataclass
from time import monotonic

from pydantic import ValidationError

from harness_runtime.events.context import Context
from harness_runtime.session.guarded import read_guarded
from harness_runtime.session.sealed import SealedFault
from harness_runtime.session.state import LoopLimits, State
from harness_runtime.session.store import StoreFault

LEAST_SECONDS = 5.0  # with less left nothing is begun


@dataclass(frozen=True)
class TurnEnd:
    """`run`: the run as its Stop has left it, None without one. `until`: monotonic seconds; nothing lasts longer."""

    context: Context
    language: str
    until: float
    limits: LoopLimits
    run: State | None = None
    turn: str = ""  # the latest turn that was opened, as far as the session knows
    settled: bool = False  # an artifact has ended the run's work, and the turn: findings are told, nothing goes on

    @property
    def root(self) -> str:
        return self.run.workspace_root if self.run else self.context.workspace_root()

    def seconds(self, most: float) -> float:
        """What there is left for one thing that may last `most` seconds; 0.0: it is not to be begun."""
        left = self.until - monotonic()
        return min(most, left) if left >= LEAST_SECONDS else 0.0

    def stands(self) -> bool:
        """To be asked under the session's lock."""
        store = self.context.store
        if not store.is_armed():
            return False
        if self.run is None:
            known = guarded_end(self.context, self.until)
            return known is not None and known.turn == self.turn
        try:
            state = store.load()
        except StoreFault:
            return False
        if state is None or state.pending is not None or state.held:
            return False
        seen = (self.run.run_id, self.run.revision, self.run.phase, self.run.turn.id)
        return (state.run_id, state.revision, state.phase, state.turn.id) == seen


def guarded_end(context: Context, until: float) -> TurnEnd | None:
    """Of a session that is guarded without a run; None when that has changed meanwhile."""
    try:
        guarded = read_guarded(context.data, context.event.session_id)
    except SealedFault:
        return None
    if guarded is None:
        return None
    language = context.spoken(str(guarded["language"]))
    return TurnEnd(context, language, until, _limits(guarded.get("loop")), turn=str(guarded["turn"]))


def run_end(context: Context, state: State, until: float, *, settled: bool = False) -> TurnEnd:
    return TurnEnd(context, context.spoken(state.language), until, state.loop, state, state.turn.id, settled)


def _limits(sealed: object) -> LoopLimits:
    try:
        return LoopLimits.model_validate(sealed)
    except ValidationError:
        return LoopLimits()
