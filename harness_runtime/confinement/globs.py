"""The boundary's globs matched along a walk: each folder knows what can still match below it.

The same meaning as `boundary.patterns` (a test holds them equal), paid once a name instead of once a path. What
`session.glob_walk` does with regular expressions, whose import would cost each start of harness-confine more.
"""

from __future__ import annotations

from harness_runtime.boundary.patterns import is_literal, segment_matches

States = tuple[tuple[str, ...], ...]  # what is left of each glob, never empty ones

ANY_DEPTH = "**"
_EVERYTHING = ((ANY_DEPTH,), (ANY_DEPTH, "*"))


def begin(globs: list[str]) -> States:
    """The states at the root."""
    return tuple(dict.fromkeys(tuple(glob.split("/")) for glob in globs))


def step(states: States, name: str) -> tuple[bool, States]:
    """Is the entry of this name covered, and what can still match below it?"""
    covered = False
    below: dict[tuple[str, ...], None] = {}
    for state in states:
        while True:
            head, rest = state[0], state[1:]
            if head == ANY_DEPTH:
                below[state] = None
                covered = covered or not rest
            elif head == name or (not is_literal(head) and segment_matches(head, name)):
                covered = covered or not rest
                if rest:
                    below[rest] = None
            if head != ANY_DEPTH or not rest:
                break
            state = rest  # `**` may stand for no segment at all
    return covered, tuple(below)


def is_whole_tree(states: States) -> bool:
    """Is everything below covered, at any depth?"""
    return any(state in _EVERYTHING for state in states)


def tree_of(glob: str) -> str:
    """`a/b` of `a/b/**`, "" for `**` and for every other glob."""
    folder, _, last = glob.rpartition("/")
    return folder if last == ANY_DEPTH and is_literal(folder) else ""
