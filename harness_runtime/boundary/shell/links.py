"""Where a new link may lead: only to what the boundary opens anyway. Hot for the Bash calls that make one.

Another call may have been let pass before the link is there, as long as it has not run to its end, and its names were
judged without it. So no name through the link may reach anything but what the same name without it could: neither a
place with rules of its own nor another link in it.
"""

from __future__ import annotations

import posix

from harness_runtime.boundary.decision import Fault, Places
from harness_runtime.boundary.folding import fold, fold_path, is_at_or_below
from harness_runtime.boundary.paths import Resolved, below, resolve
from harness_runtime.boundary.patterns import fold_glob, segment_matches
from harness_runtime.boundary.places import (
    LISTED_AT_ROOT,
    LISTED_PAIRS,
    NEVER_AT_ROOT,
    NEVER_PAIRS,
    listed_only,
    never_writable,
)
from harness_runtime.boundary.shell.ground import ENTRIES
from harness_runtime.boundary.targets import check_write, is_git_folder, linked, shown

_PARENTS = {first for first, _ in (*NEVER_PAIRS, *LISTED_PAIRS)}


def check_link_target(place: Resolved, root: str, patterns: list[str], places: Places) -> None:
    """Fault unless the link leads to a file that may be written, or to a folder whose whole tree may be."""
    if place.mode and not place.is_directory:
        check_write(place, root, patterns, places)
        return
    relative = below(root, place.path)
    if relative is None or place.magic:
        raise Fault("symlink", place.path, allowed=shown(patterns))
    segments = relative.split("/") if relative else []
    if not any(_opens_tree(pattern.split("/"), segments) for pattern in patterns):
        raise Fault("outside_boundary", relative or ".", allowed=shown(patterns), hint="plan_deviation")
    refuse_reserved(place.path, relative, root, places)
    refuse_rules(relative, places)
    if place.is_directory:
        _refuse_tree(place.path, root)


def _opens_tree(pattern: list[str], segments: list[str]) -> bool:
    """Does `a/**` cover everything below this folder?"""
    *folder, last = pattern
    return last == "**" and all(
        at < len(segments) and (part == "**" or segment_matches(part, segments[at])) for at, part in enumerate(folder)
    )


def refuse_rules(relative: str, places: Places) -> None:
    """A rule that speaks of this folder would not speak of it by another name."""
    segments = relative.split("/") if relative else []
    if segments and (listed_only(relative) or fold(segments[-1]) in _PARENTS):
        raise Fault("listed_only", relative)
    folded = [fold(segment) for segment in segments]
    rules = places.rules
    for rule, globs in (("denied_by_project", rules.deny_write), ("listed_only", rules.listed_only)):
        for glob in globs:
            if _goes_into(glob.split("/"), segments) or _goes_into(fold_glob(glob).split("/"), folded):
                raise Fault(rule, relative or ".")


def _goes_into(glob: list[str], segments: list[str]) -> bool:
    """May the glob match something below the folder because of where that folder is? `**/*.key` matches anywhere."""
    states = {0}
    for segment in segments:
        after: set[int] = set()
        for at in _past_stars(states, glob):
            if at < len(glob) and glob[at] == "**":
                after.add(at)
            elif at < len(glob) and segment_matches(glob[at], segment):
                after.add(at + 1)
        states = after
    return any(0 < at < len(glob) or (at == 0 and glob[0] != "**") for at in states)


def _past_stars(states: set[int], glob: list[str]) -> set[int]:
    found = set(states)
    for at in states:
        while at < len(glob) and glob[at] == "**":
            at += 1
            found.add(at)
    return found


def refuse_reserved(path: str, relative: str, root: str, places: Places) -> None:
    """A place that no Plan opens in this folder, or around it."""
    if relative and never_writable(path, relative, places):
        raise Fault("never_writable", relative)
    ends = [places.data, places.plugin_root, places.codex_home, places.claude_home]
    ends += [*linked(root, NEVER_AT_ROOT), *linked(root, LISTED_AT_ROOT)]
    ends += [resolve(entry).path for entry in places.path.split(":") if entry.startswith("/")]
    folded = fold_path(path)
    for end in map(fold_path, filter(None, ends)):
        if is_at_or_below(folded, end) or is_at_or_below(end, folded):
            raise Fault("never_writable", relative or ".")


def _refuse_tree(path: str, root: str) -> None:
    """Fault for what a name in this folder would be judged by, if it went there straight: links, other names of a
    file, pipes, repositories."""
    left = ENTRIES
    waiting = [path]
    while waiting:
        folder = waiting.pop()
        try:
            names = posix.listdir(folder)
        except OSError:
            raise Fault("symlink", folder) from None
        left -= len(names)
        if left < 0:
            raise Fault("too_large", below(root, folder) or ".")
        if is_git_folder(folder):
            raise Fault("never_writable", below(root, folder) or ".")
        for name in names:
            found = resolve(f"{folder}/{name}")
            if found.is_link or found.is_special or (found.links > 1 and not found.is_directory):
                raise Fault("symlink", below(root, found.location) or found.location)
            if found.is_directory:
                waiting.append(found.path)
