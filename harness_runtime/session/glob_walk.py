"""Relative POSIX globs matched along a walk down a tree: each folder knows what can still match below it. Cold.

The same meaning as the boundary's patterns (a test holds them equal), paid once a name instead of once a path
and pattern; and a folder below which everything matches needs no walk at all.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

Segment = str | re.Pattern[str]  # "**", a literal name, or a name with wildcards
State = tuple[Segment, ...]  # what is left of one glob, never empty
States = tuple[State, ...]

ANY_DEPTH = "**"
EVERYTHING: State = (ANY_DEPTH,)


def begin(globs: Iterable[str]) -> States:
    """The states at the root."""
    return tuple(dict.fromkeys(tuple(map(_segment, glob.split("/"))) for glob in globs))


def step(states: States, name: str) -> tuple[bool, States]:
    """Is the entry of this name covered, and what can still match below it?"""
    covered = False
    below: dict[State, None] = {}
    for state in states:
        for here in _without_depth(state):
            head, rest = here[0], here[1:]
            if head == ANY_DEPTH:
                below[here] = None
                covered = covered or not rest
            elif head == name or (isinstance(head, re.Pattern) and head.fullmatch(name)):
                covered = covered or not rest
                if rest:
                    below[rest] = None
    return covered, tuple(below)


def covers_everything(states: States) -> bool:
    return EVERYTHING in states


def covers(globs: Iterable[str], path: str) -> bool:
    """One path from the root, `a/b`."""
    states, covered = begin(globs), False
    for name in path.split("/"):
        covered, states = step(states, name)
    return covered


def _without_depth(state: State) -> Iterator[State]:
    """`**` in the middle may stand for no segment at all."""
    yield state
    while state[0] == ANY_DEPTH and len(state) > 1:
        state = state[1:]
        yield state


def _segment(text: str) -> Segment:
    if text == ANY_DEPTH or not ("*" in text or "?" in text):
        return text
    return re.compile("".join({"*": ".*", "?": "."}.get(char, re.escape(char)) for char in text), re.DOTALL)
