"""Which group of the loading graph a run is in."""

from __future__ import annotations

from harness_runtime.session.state import State
from harness_runtime.session.store import Store


def loading_group(store: Store, state: State) -> str:
    """The group of the loading graph that the model needs: the phase's, or what a Review that counts leads to."""
    if state.phase not in ("review", "post_repair_review"):
        return state.phase
    from harness_runtime.artifacts.claims import PASSING  # dear, and most prompts come in another phase
    from harness_runtime.events.gate.proof import last_review

    verdict = last_review(store, state)
    if verdict in PASSING:
        return "completion"
    return "repair_planning" if verdict == "REPAIR_REQUIRED" else state.phase
