"""Recent guide and sensor results, as the audit's `--history` takes them: one result.json after the other.

A file is a row of JSON values; each is a result or a list of results. Of a result only `guides` (names) and `results`
(`name`, `outcome`) are read.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, ValidationError

FAILURES = ("failed", "timed_out")


class PastSensor(BaseModel):
    model_config = ConfigDict(extra="ignore", strict=True, frozen=True, defer_build=True)

    name: str
    outcome: Literal["passed", "failed", "timed_out", "not_started"]


class PastResult(BaseModel):
    """What the audit reads of one result."""

    model_config = ConfigDict(extra="ignore", strict=True, frozen=True, defer_build=True)

    guides: list[str] = []
    results: list[PastSensor] = []


@dataclass(frozen=True)
class History:
    results: tuple[PastResult, ...]

    @property
    def guides(self) -> set[str]:
        return {name for result in self.results for name in result.guides}

    @property
    def sensors(self) -> set[str]:
        return {past.name for result in self.results for past in result.results}

    @property
    def failures(self) -> Counter[str]:
        """How often each sensor failed or timed out."""
        return Counter(past.name for result in self.results for past in result.results if past.outcome in FAILURES)


class HistoryFault(Exception):
    """The text is no history; `args[0]` says where."""


def read_history(text: str) -> History:
    """Raises HistoryFault."""
    found = []
    for position, value in enumerate(_values(text)):
        for entry in value if isinstance(value, list) else [value]:
            try:
                found.append(PastResult.model_validate(entry))
            except ValidationError as error:
                place = ".".join(str(part) for part in error.errors()[0]["loc"])
                raise HistoryFault(f"[{position}] {place}".strip()) from None
    return History(tuple(found))


def _values(text: str) -> Iterator[Any]:
    decoder, at = json.JSONDecoder(), 0
    while at < len(text):
        if text[at].isspace():
            at += 1
            continue
        try:
            value, at = decoder.raw_decode(text, at)
        except (ValueError, RecursionError):
            raise HistoryFault(f"character {at}") from None
        yield value
