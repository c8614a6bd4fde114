"""The stamp on each message of a chain: which stage this is, signed, so that the transcript is the state.

`[harness:review-loop run 1 stage 2/3 test] hop 1/12 nudge 0 seal 5.<32 hex>`

The seal is a MAC under a key of the session over everything in the line, the chain's definition and the selection:
no model can make one, and one from another conversation, another chain or an earlier selection is none. The number
before the MAC grows with every stamp of a session, so an older stamp that comes again stays an older one.
"""

from __future__ import annotations

import hmac
import json
import re
from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import sha256

MARK = "[harness:"
MAC_DIGITS = 32
MAX_NUMBER = 10**9

_NAME = r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}"
_NUMBER = r"(?:0|[1-9][0-9]{0,8})"
_LINE = re.compile(
    rf"\[harness:(?P<chain>{_NAME}) run (?P<run>{_NUMBER}) stage (?P<stage>{_NUMBER})/(?P<length>{_NUMBER}) "
    rf"(?P<agent>{_NAME})\] hop (?P<hops>{_NUMBER})/(?P<budget>{_NUMBER}) nudge (?P<nudges>{_NUMBER}) "
    rf"seal (?P<sequence>{_NUMBER})\.(?P<mac>[0-9a-f]{{{MAC_DIGITS}}})",
    re.ASCII,
)
_NUMBERS = ("run", "stage", "length", "hops", "budget", "nudges", "sequence")


@dataclass(frozen=True)
class Place:
    """Where a run stands. `stage` counts from 1; `agent` is another one than the stage's during a detour.

    `hops` are the changes of stage since the person's last message, `nudges` the reminders since the last of these.
    """

    chain: str
    run: int
    stage: int
    length: int
    agent: str
    hops: int
    budget: int
    nudges: int
    sequence: int


@dataclass(frozen=True)
class Seal:
    """What a stamp is bound to besides its own words. `selection` is new each time that a chain is selected."""

    key: bytes
    session_id: str
    selection: str
    definition: str

    def mac(self, place: Place) -> str:
        bound = [
            "harness:stamp:v1",
            self.session_id,
            self.selection,
            self.definition,
            place.chain,
            place.agent,
            *(getattr(place, name) for name in _NUMBERS),
        ]
        text = json.dumps(bound, ensure_ascii=True, separators=(",", ":"))
        return hmac.new(self.key, text.encode("ascii"), sha256).hexdigest()[:MAC_DIGITS]


def stamp(place: Place, seal: Seal) -> str:
    """The line, without a line end."""
    return (
        f"{title(place)} hop {place.hops}/{place.budget} nudge {place.nudges} seal {place.sequence}.{seal.mac(place)}"
    )


def title(place: Place) -> str:
    """The part of it that people read."""
    return f"{MARK}{place.chain} run {place.run} stage {place.stage}/{place.length} {place.agent}]"


def read_stamp(line: str, seal: Seal) -> Place | None:
    """What a line says that was stamped with this seal; None for every other line."""
    found = _LINE.fullmatch(line)
    if found is None:
        return None
    place = Place(chain=found["chain"], agent=found["agent"], **{name: int(found[name]) for name in _NUMBERS})
    return place if hmac.compare_digest(found["mac"], seal.mac(place)) else None


def last_place(texts: Iterable[str], seal: Seal) -> Place | None:
    """The latest stamp in texts that a hook wrote, in any order: the one with the highest number."""
    latest: Place | None = None
    for text in texts:
        for line in text.split("\n"):
            place = read_stamp(line.rstrip("\r"), seal) if line.startswith(MARK) else None
            if place is not None and (latest is None or place.sequence > latest.sequence):
                latest = place
    return latest


def unstamped(text: str) -> str:
    """A text that others wrote, as it may stand in a message of ours: no line of it begins like a stamp."""
    return "\n".join(
        f" {line}" if line.startswith(MARK) else line
        for line in re.split(r"\r\n|[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]", text)
    )
