"""What an unquoted glob stands for now. Hot for the Bash calls that hold one.

bash, dash and zsh agree on `*`, `?` and `[…]` inside a name; hidden names need their dot. Where nothing matches the
word stays as it is (zsh then runs nothing). `**` is taken at its widest, as zsh does: any depth.
"""

from __future__ import annotations

import posix

from harness_runtime.boundary.decision import Fault
from harness_runtime.boundary.paths import below, join, resolve
from harness_runtime.boundary.shell.ground import Ground
from harness_runtime.boundary.shell.syntax import Word

_Piece = tuple[str, ...]  # one segment: a character each, "*", "?" or "[]" where it is a wildcard


def expand(word: Word, ground: Ground) -> list[str]:
    """The matches, sorted, or the word itself. Faults: too_large, shell_unmodeled, symlink."""
    segments = _segments(word)
    found = [""]
    for at, segment in enumerate(segments):
        is_last = at == len(segments) - 1
        found = [name for base in found for name in _step(base, segment, is_last, ground)]
        if not found:
            return [word.text]
    if any(name.startswith("-") for name in found):
        raise Fault("shell_unmodeled", word.text, hint="name_like_option")
    for name in found:
        place = resolve(join(ground.cwd, name))
        if below(ground.root, place.spelled) is not None and below(ground.root, place.path) is None:
            raise Fault("symlink", name)
    return sorted(found)


def _segments(word: Word) -> list[_Piece]:
    segments: list[list[str]] = [[]]
    at = 0
    while at < len(word.text):
        char = word.text[at]
        if at in word.globs:
            if char == "[":
                at = word.text.index("]", at + 2)
                char = "]"
            segments[-1].append({"*": "**", "?": "??", "]": "[]"}[char])  # two characters: a wildcard
        elif char == "/":
            segments.append([])
        else:
            segments[-1].append(char)
        at += 1
    return [tuple(segment) for segment in segments]


def _step(base: str, segment: _Piece, is_last: bool, ground: Ground) -> list[str]:
    """The names below `base` that one more segment gives; a folder's name ends in a slash."""
    if all(len(part) == 1 for part in segment):
        name = base + "".join(segment)
        if is_last:
            end = resolve(join(ground.cwd, name))
            return [name] if not name or (end.mode if segment else end.is_directory) else []
        return [name + "/"]
    if segment == ("**", "**"):
        folders = _below(base, ground)
        names = [name for folder in folders for name in _listing(folder, ground)] if is_last else []
        return [*folders, *names] if not is_last else names
    names = _listed(base, ground)
    if segment[0] == ".":  # dash and older shells match these, too
        names += [".", ".."]
    found = [base + name for name in names if _matches(segment, name)]
    return found if is_last else [name + "/" for name in found]


def _listing(folder: str, ground: Ground) -> list[str]:
    return [folder + name for name in _listed(folder, ground) if not name.startswith(".")]


def _below(base: str, ground: Ground) -> list[str]:
    """`base` and every folder below it, hidden ones and links left out, as zsh walks `**/`."""
    found = [base]
    for folder in found:
        for name in _listed(folder, ground):
            path = join(ground.cwd, folder + name)
            if not name.startswith(".") and resolve(path).is_directory and not resolve(path).is_link:
                found.append(f"{folder}{name}/")
    return found


def _listed(folder: str, ground: Ground) -> list[str]:
    try:
        names = posix.listdir(join(ground.cwd, folder) if folder else ground.cwd)
    except OSError:
        return []
    ground.left[0] -= len(names)
    if ground.left[0] < 0:
        raise Fault("too_large", f"{folder or '.'} ({len(names)})", hint="narrow_listing")
    return names


def _matches(segment: _Piece, name: str) -> bool:
    if name.startswith(".") and segment[0] != ".":
        return False
    p = n = 0
    star = -1
    resume = 0
    while n < len(name):
        if p < len(segment) and segment[p] == "**":
            star, resume = p, n
            p += 1
        elif p < len(segment) and (segment[p] in ("??", "[]") or segment[p] == name[n]):
            p += 1
            n += 1
        elif star >= 0:
            resume += 1
            p, n = star + 1, resume
        else:
            return False
    return all(part == "**" for part in segment[p:])
