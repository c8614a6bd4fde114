"""Where a chain stands: what the transcript's last stamp says, and what the stored copy may add to it. Pure.

The stored copy adds only what no stamp says: that the run has finished, or why it stands still. It counts while the
last stamp is its own. It also fills in where the transcript shows no stamp at all (a compaction, a file that is too
long or not there): then nothing contradicts it.
"""

from __future__ import annotations

from dataclasses import replace

from harness_runtime.chains.stamp import Place
from harness_runtime.session.chain import StoredChain, StoredPlace


def place_of(chain: StoredChain) -> Place | None:
    return Place(chain=chain.chain, **chain.place.model_dump()) if chain.place else None


def stored_place(place: Place) -> StoredPlace:
    fields = {name: getattr(place, name) for name in StoredPlace.model_fields}
    return StoredPlace(**fields)


def reconciled(chain: StoredChain, last: Place | None, *, same_turn: bool) -> StoredChain:
    """`last`: the transcript's last stamp of this selection. `same_turn`: the stored copy was written in the present
    turn. Nobody can have gone back within it, so an older stamp only means that the host has not written yet."""
    if last is None or last.sequence == chain.last_sequence:
        return chain
    if last.sequence < chain.last_sequence and (same_turn or _is_there(chain, last)):
        return chain
    return chain.model_copy(
        update={
            "state": "running",
            "halt": "",
            "detail": "",
            "place": stored_place(last),
            "brief": "",
            "last_run": max(chain.last_run, last.run),
            "last_sequence": max(chain.last_sequence, last.sequence),
        }
    )


def _is_there(chain: StoredChain, last: Place) -> bool:
    """The newer stamp, which the transcript does not show, only repeated the older one."""
    stored = chain.place
    return stored is not None and (stored.run, stored.stage, stored.agent) == (last.run, last.stage, last.agent)


def moved(chain: StoredChain, place: Place, *, turn: str, brief: str) -> tuple[StoredChain, Place]:
    """On its way at this place, which gets the next stamp."""
    stamped = replace(place, sequence=chain.last_sequence + 1)
    update = {
        "state": "running",
        "halt": "",
        "detail": "",
        "place": stored_place(stamped),
        "last_run": max(chain.last_run, place.run),
        "last_sequence": stamped.sequence,
        "turn": turn,
        "brief": brief,
    }
    return chain.model_copy(update=update), stamped
