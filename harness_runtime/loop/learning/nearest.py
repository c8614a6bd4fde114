"""Which existing skills are about the same: by the words of name and description, the same order every time."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from harness_runtime.loop.learning.shelf import Shelved

WORD = re.compile(r"[a-z0-9]{2,}|[\uac00-\ud7a3]{2,}")
COMMON = """
    about after all an and any are as at be before by can do for from has how if in into is it its not of on or out so
    that the their them then this to up use used using via was what when where which who will with you your
"""
_COMMON = frozenset(COMMON.split())
FEW = 4  # words that count against a skill which says next to nothing


def words(text: str) -> frozenset[str]:
    return frozenset(WORD.findall(text.lower())) - _COMMON


def nearest(skills: Iterable[Shelved], text: str, count: int) -> Sequence[Shelved]:
    """At most `count` that share a word with `text`: those first of whose own words most occur in it."""
    wanted = words(text)
    scored = [(_score(skill, wanted), skill) for skill in skills]
    found = sorted((-score, skill.name, skill.path) for score, skill in scored if score > 0)
    by_path = {skill.path: skill for _, skill in scored}
    return [by_path[path] for _, _, path in found[:count]]


def _score(skill: Shelved, wanted: frozenset[str]) -> float:
    own = words(f"{skill.name} {skill.description}")
    return len(own & wanted) / (len(own) + FEW)
