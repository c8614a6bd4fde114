"""Scratch paths take files out of the evidence: what they may not take (contract: Completion needs evidence).

Whatever lies in a scratch path counts for no fingerprint: a scratch path that holds the change itself would leave a
passing run in force over files that nobody tested.
"""

from __future__ import annotations

from functools import cache

from harness_runtime.artifacts.fault import Fault

# What programs are written in: no tool leaves such a file as its cache or its report.
CODE = (
    " c cc cjs clj cpp cs cts cxx dart ex exs go h hpp hs java jl js jsx kt kts lua m mjs mm mts php pl pm ps1 py pyi"
    " pyx r rb rs scala sh sql svelte swift ts tsx vue zig "
)


def scratch_faults(section: str, allowed: list[str], scratch: list[str]) -> list[Fault]:
    """One fault for each scratch path that takes away what the change is about."""
    return [
        Fault(section, "scratch_covers", f"{path} ({taken})")
        for path in scratch
        if (taken := next((pattern for pattern in allowed if _takes(path, pattern)), ""))
    ]


def _takes(scratch: str, allowed: str) -> bool:
    """Does this scratch path cover the whole pattern, program text of it, or whatever stands in its first folder?"""
    inner, outer = tuple(scratch.split("/")), tuple(allowed.split("/"))
    if _covers(inner, outer):
        return True
    if not _meet(inner, outer):
        return False
    extension = inner[-1].rpartition(".")[2] if "." in inner[-1] else ""
    if f" {extension.casefold()} " in CODE:
        return True
    named = [at for at, segment in enumerate(inner) if segment.strip("*?")]
    base = [segment for segment in outer if segment.strip("*?")]
    return len(inner) - 1 not in named and (not named or named[-1] < len(base))


@cache
def _covers(wide: tuple[str, ...], narrow: tuple[str, ...]) -> bool:
    """Is every path of `narrow` one of `wide`? False where that is not certain."""
    if not wide or not narrow:
        return not wide and not narrow
    if wide == ("**",):
        return True
    if wide[0] == "**":
        return _covers(wide[1:], narrow) or _covers(wide, narrow[1:])
    return narrow[0] != "**" and _fits(wide[0], narrow[0]) and _covers(wide[1:], narrow[1:])


@cache
def _meet(one: tuple[str, ...], other: tuple[str, ...]) -> bool:
    """May a path be in both?"""
    if not one or not other:
        return not any(segment != "**" for segment in (*one, *other))
    if one[0] == "**":
        return _meet(one[1:], other) or _meet(one, other[1:])
    if other[0] == "**":
        return _meet(other, one)
    return (_fits(one[0], other[0]) or _fits(other[0], one[0]) or _are_open(one[0], other[0])) and _meet(
        one[1:], other[1:]
    )


def _are_open(*segments: str) -> bool:
    return all("*" in segment or "?" in segment for segment in segments)


@cache
def _fits(pattern: str, text: str) -> bool:
    """Does the segment match this text, whose own wildcards count as letters?"""
    places = _behind_stars(pattern, {0})
    for char in text:
        taken = {at for at in places if at < len(pattern) and _takes_letter(pattern[at], char)}
        places = _behind_stars(pattern, {at if pattern[at] == "*" else at + 1 for at in taken})
    return len(pattern) in places


def _takes_letter(wanted: str, char: str) -> bool:
    return wanted in ("*", char) or (wanted == "?" and char != "*")


def _behind_stars(pattern: str, places: set[int]) -> set[int]:
    """These places in the pattern, and those that are reached by letting stars stand for nothing."""
    reached = set(places)
    for at in places:
        while at < len(pattern) and pattern[at] == "*":
            at += 1
            reached.add(at)
    return reached
