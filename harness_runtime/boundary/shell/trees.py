"""Every target of a command that takes a whole folder: `rm -r D`, `mv D D2`. Hot for the Bash calls that do.

The folder is looked through when the line is judged, so a large one is refused; undo keeps a copy of each file.
"""

from __future__ import annotations

import posix

from harness_runtime.boundary.decision import Fault
from harness_runtime.boundary.folding import fold
from harness_runtime.boundary.paths import Resolved, below, resolve, resolve_both
from harness_runtime.boundary.shell.finding import FILE, FOLDER, PATTERN, REMOVED, Changes
from harness_runtime.boundary.shell.ground import Ground
from harness_runtime.boundary.shell.links import refuse_reserved, refuse_rules
from harness_runtime.boundary.targets import names_directory

MAX_ENTRIES = 500
_TOLD_BY_FOLDER = ("__pycache__", "objects", "refs")  # bytecode, and what makes a folder a repository


def add_removal(name: str, ground: Ground, changes: Changes) -> None:
    """`rm -r NAME`: the file, or the folder with all that is in it. A link goes by itself, with nothing behind it."""
    place = _only_reading(name, ground, changes)
    if not place.is_directory or place.is_link:
        changes.add(REMOVED, name, ground)
        return
    _add_gone(place, _entries(place.path, ground), ground, changes)


def add_move(name: str, target: str, ground: Ground, changes: Changes) -> None:
    """`mv NAME TARGET` for a folder that stays where it is, when nothing has the new name yet. Elsewhere a link in it
    could lead out, and one may be made between the judgement and the move. So may a file, which was judged by the
    old name: the new one may not say more of it."""
    if changes.touched:  # what takes its time before may be used for such a file
        raise Fault("shell_option", f"mv {name}", hint="one_command")
    place, end = _only_reading(name, ground, changes), _only_reading(target, ground, changes)
    if place.is_link or end.mode or end.is_link or below(place.path, end.path) is not None:
        raise Fault("shell_option", f"mv {name}", hint="change_forms")
    if place.path.rpartition("/")[0] != end.path.rpartition("/")[0]:
        raise Fault("shell_option", f"mv {name}", hint="no_recursion")
    _refuse_name(end, ground)
    entries = _entries(place.path, ground)
    _add_gone(place, entries, ground, changes)
    changes.add(FOLDER, end.path, ground)
    changes.add(PATTERN, f"{end.path}/*", ground)
    for entry in entries:
        if entry.is_link:  # what it leads to may be another place from there
            raise Fault("shell_option", f"mv {name}", hint="existing_file")
        path = f"{end.path}/{below(place.path, entry.location)}"
        changes.add(FOLDER if entry.is_directory else FILE, path, ground)


def _refuse_name(end: Resolved, ground: Ground) -> None:
    """Fault for a folder in which other rules hold than in one of any name."""
    relative = below(ground.root, end.path)
    if not relative:  # outside, which is denied as any target there
        return
    if fold(relative.rpartition("/")[2]) in _TOLD_BY_FOLDER:
        raise Fault("never_writable", relative)
    refuse_reserved(end.path, relative, ground.root, ground.places)
    refuse_rules(relative, ground.places)


def _only_reading(name: str, ground: Ground, changes: Changes) -> Resolved:
    found = resolve_both(ground.cwd, name)
    if names_directory(name.rstrip("/")) or len(found) > 1:
        raise Fault("shell_option", name, hint="literal_words")
    if changes.is_touched(found[0].location):  # by this line, before: what is in it then is not known
        raise Fault("shell_option", name, hint="one_command")
    return found[0]


def _entries(path: str, ground: Ground) -> list[Resolved]:
    """All that is below the folder, each folder before what is in it. Fault for more than can be looked at."""
    found: list[Resolved] = []
    waiting = [path]
    while waiting:
        folder = waiting.pop()
        try:
            names = posix.listdir(folder)
        except OSError:
            raise Fault("shell_option", below(ground.root, folder) or folder, hint="no_recursion") from None
        for name in names:
            entry = resolve(f"{folder}/{name}")
            found.append(entry)
            if len(found) > MAX_ENTRIES:
                raise Fault("too_large", f"{below(ground.root, path) or path} (> {MAX_ENTRIES})", hint="no_recursion")
            if entry.is_directory and not entry.is_link:
                waiting.append(entry.path)
    return found


def _add_gone(place: Resolved, entries: list[Resolved], ground: Ground, changes: Changes) -> None:
    """The pattern asks for a boundary that opens whatever else may lie there by then."""
    changes.add(PATTERN, f"{place.path}/*", ground)
    for entry in entries:
        is_folder = entry.is_directory and not entry.is_link
        changes.add(FOLDER if is_folder else REMOVED, entry.location, ground, removes=is_folder)
    changes.add(FOLDER, place.path, ground, removes=True)
