"""Whether the targets of a shell command are inside the boundary. Hot for the Bash calls that change files."""

from __future__ import annotations

from harness_runtime.boundary.decision import Fault, Places
from harness_runtime.boundary.paths import Resolved, below
from harness_runtime.boundary.patterns import first_match, first_rule, is_literal
from harness_runtime.boundary.places import is_bytecode, is_listed, listed_only, never_writable
from harness_runtime.boundary.shell.finding import FILE, FOLDER, REMOVED
from harness_runtime.boundary.targets import check_write, shown


def check_target(kind: str, place: Resolved, root: str, patterns: list[str], places: Places) -> str:
    """The resolved path when it may be changed in this way. Faults as for a file that is written."""
    relative = below(root, place.path)
    if kind == FILE or (kind == REMOVED and not is_bytecode(relative or "")):  # which nobody has to keep
        return check_write(place, root, patterns, places)
    if relative is None or below(root, place.location) is None or place.magic:
        raise Fault("symlink" if place.is_link else "outside_boundary", place.path, allowed=shown(patterns))
    if never_writable(place.path, relative, places):
        raise Fault("never_writable", relative)
    if first_rule(places.rules.deny_write, relative):
        raise Fault("denied_by_project", relative)
    if kind in (FOLDER, REMOVED):
        _check_folder(relative, patterns, places)
    else:
        _check_pattern(relative, patterns)
    return place.path


def _check_folder(relative: str, patterns: list[str], places: Places) -> None:
    """A folder inside the boundary, or one that a file of the boundary lies in."""
    if any(_lies_in(pattern, relative) for pattern in patterns):
        return
    if listed_only(relative) or first_rule(places.rules.listed_only, relative):
        if not is_listed(patterns, relative):
            raise Fault("listed_only", relative)
    elif not first_match(patterns, relative):
        raise Fault("outside_boundary", relative or ".", allowed=shown(patterns), hint="plan_deviation")


def _lies_in(pattern: str, relative: str) -> bool:
    """Does the part of the pattern before its first wildcard lead through this folder?"""
    literal: list[str] = []
    for segment in pattern.split("/"):
        if not is_literal(segment):
            break
        literal.append(segment)
    end = literal if len(literal) < len(pattern.split("/")) else literal[:-1]
    return bool(relative) and "/".join([*end, ""]).startswith(relative + "/")


def _check_pattern(relative: str, patterns: list[str]) -> None:
    """Is every name that the shell's pattern could match inside the boundary?"""
    folder, _, last = relative.rpartition("/")
    for pattern in patterns:
        base, _, end = pattern.rpartition("/")
        if end == "**" and is_literal(base) and (not base or below(base, folder) is not None):
            return
        if base == folder and is_literal(base) and end in ("*", last):
            return
    raise Fault("outside_boundary", relative, allowed=shown(patterns), hint="narrow_change")
