"""What tells one definition of a chain from another."""

from __future__ import annotations

import json
from hashlib import sha256

from harness_runtime.settings.chains import Chain


def definition_hash(name: str, source: str, chain: Chain) -> str:
    """SHA-256 in hex over all that the chain's course rests on; a description changes nothing."""
    course = {
        "name": name,
        "source": source,
        "stages": [stage.model_dump() for stage in chain.stages],
        "hop_budget": chain.hop_budget,
    }
    text = json.dumps(course, sort_keys=True, ensure_ascii=True, separators=(",", ":"))
    return sha256(b"harness:chain:v1\n" + text.encode("ascii")).hexdigest()


def stage_of(chain: Chain, agent: str) -> int | None:
    """The place of this agent's stage, from 1; None for an agent outside the chain."""
    for place, stage in enumerate(chain.stages, 1):
        if stage.agent == agent:
            return place
    return None
