"""Relative POSIX globs: `**` any depth, `*` and `?` inside a segment, everything else literal. Hot.

No regular expressions: a compiled pattern is a tuple of segments, and matching never backtracks further than to
the last star, so a pattern of many stars costs length times length at worst.
"""

from __future__ import annotations

from harness_runtime.boundary.folding import fold


def matches(pattern: str, path: str) -> bool:
    """Does the glob cover this relative path? `a/**` covers what is below `a`, not `a` itself."""
    return _segments_match(pattern.split("/"), path.split("/"))


def is_literal(pattern: str) -> bool:
    """No wildcard: the pattern names exactly one path."""
    return "*" not in pattern and "?" not in pattern


def first_match(patterns: list[str], path: str) -> str:
    """The first pattern that covers the path, or ""."""
    for pattern in patterns:
        if matches(pattern, path):
            return pattern
    return ""


def first_rule(patterns: list[str], path: str) -> str:
    """The first pattern of a project or a person that covers the path, however either of them is spelled, or ""."""
    if not patterns:
        return ""
    folded = "/".join(fold(part) for part in path.split("/"))
    for pattern in patterns:
        if matches(pattern, path) or matches(fold_glob(pattern), folded):
            return pattern
    return ""


def fold_glob(pattern: str) -> str:
    """For folded paths. Blanks and dots go from the end of a literal segment only: `*.` must not become `*`."""
    return "/".join(
        fold(part) if part.rstrip(" .")[-1:] not in ("*", "?") else fold(part + "x")[:-1]
        for part in pattern.split("/")
    )


def _segments_match(pattern: list[str], path: list[str]) -> bool:
    p = s = 0
    star = -1
    resume = 0
    while s < len(path):
        if p < len(pattern) and pattern[p] == "**":
            if p == len(pattern) - 1:
                return True  # at least one segment is left for it
            star, resume = p, s
            p += 1
        elif p < len(pattern) and segment_matches(pattern[p], path[s]):
            p += 1
            s += 1
        elif star >= 0:
            resume += 1
            p, s = star + 1, resume
        else:
            return False
    return p == len(pattern)


def segment_matches(pattern: str, name: str) -> bool:
    """One segment against one name; `*` and `?` stand for any character, a leading dot too."""
    p = n = 0
    star = -1
    resume = 0
    while n < len(name):
        if p < len(pattern) and pattern[p] == "*":
            star, resume = p, n
            p += 1
        elif p < len(pattern) and (pattern[p] == "?" or pattern[p] == name[n]):
            p += 1
            n += 1
        elif star >= 0:
            resume += 1
            p, n = star + 1, resume
        else:
            return False
    while p < len(pattern) and pattern[p] == "*":
        p += 1
    return p == len(pattern)
