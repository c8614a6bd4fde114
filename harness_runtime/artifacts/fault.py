"""A fault of an artifact, as a value; `messages.faults` makes the sentence."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Fault:
    """`section` is the H2 it stands in, "" for the whole text; `code` names the rule; `detail` what was found."""

    section: str
    code: str
    detail: str = ""
