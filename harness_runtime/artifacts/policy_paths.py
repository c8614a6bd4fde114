"""What a path of a policy may look like (contract: Policy block): a relative POSIX glob that nobody misreads."""

from __future__ import annotations

from itertools import pairwise

from harness_runtime.artifacts.fault import Fault

MAX_PATH = 1024
MAX_SEGMENTS = 64
TINY_PATHS = 3


def path_faults(section: str, key: str, patterns: list[str]) -> list[Fault]:
    """One fault for each pattern that is no relative glob, and for each that stands there twice."""
    faults = [
        Fault(section, "path_form", f"{key}: {pattern!r}") for pattern in patterns if not _is_relative_glob(pattern)
    ]
    repeated = {pattern for pattern in patterns if patterns.count(pattern) > 1}
    return faults + [Fault(section, "path_repeated", f"{key}: {pattern}") for pattern in sorted(repeated)]


def has_wildcard(pattern: str) -> bool:
    return "*" in pattern or "?" in pattern


def _is_relative_glob(pattern: str) -> bool:
    if not 0 < len(pattern) <= MAX_PATH or pattern[0] in "/~" or "\\" in pattern or pattern != pattern.strip():
        return False
    if any(char < " " or char == "\x7f" for char in pattern) or _looks_like_lines(pattern):
        return False
    segments = pattern.split("/")
    return len(segments) <= MAX_SEGMENTS and all(map(_is_segment, segments))


def _looks_like_lines(pattern: str) -> bool:
    """Blanks in a row, or the mark that the gate's lines begin with: a screen that wraps shows a line of its own."""
    blanks = any(left.isspace() and right.isspace() for left, right in pairwise(pattern))
    return blanks or any(f"{mark} " in pattern for mark in "·⚠")


def _is_segment(segment: str) -> bool:
    if segment in ("", ".", ".."):
        return False
    return segment == "**" or "**" not in segment
