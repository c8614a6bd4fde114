"""All that a boundary's globs cover now: files, links, and the folders around them. Hot.

No link is followed, and the folders that no Plan may write to (`.git` and kin) are not entered.
"""

from __future__ import annotations

import os
from time import monotonic

from harness_runtime.boundary.folding import fold
from harness_runtime.boundary.patterns import is_literal, matches
from harness_runtime.boundary.places import NEVER
from harness_runtime.session.entry import Look, look, look_below, open_listing
from harness_runtime.session.undo import ABSENT, FOLDER

ANY_DEPTH = "**"


class Walk:
    """`found`: relative path to how it looks. `complete`: nothing was left out, be it for time, number or rights."""

    __slots__ = ("_most", "_root", "complete", "deadline", "found")

    def __init__(self, root: str, globs: list[str], deadline: float, most: int) -> None:
        """`deadline` is of `time.monotonic`; `most`: entries that are looked at."""
        self.found: dict[str, Look] = {}
        self.complete = True
        self._root = root
        self.deadline = deadline
        self._most = most
        for glob in globs:
            self._cover(glob)

    def _cover(self, glob: str) -> None:
        parts = glob.split("/")
        literal = [*parts, "*"].index(next(part for part in [*parts, "*"] if not is_literal(part)))
        base = "/".join(parts[:literal])
        try:
            here = look_below(self._root, base) if base else None
        except OSError:
            self.complete = False
            return
        if here is not None:
            if here.kind == ABSENT or any(fold(part) in NEVER for part in parts[:literal]):
                return
            self.found[base] = here
            if here.kind != FOLDER or literal == len(parts):
                return
        self._below(base, glob, None if ANY_DEPTH in parts else len(parts))

    def _below(self, base: str, glob: str, depth: int | None) -> None:
        """`depth`: segments that a path of this glob has, None for any number."""
        waiting = [base]
        while waiting:
            folder = waiting.pop()
            try:
                waiting += self._list(folder, glob, depth)
            except FileNotFoundError:  # gone meanwhile
                continue
            except OSError:
                self.complete = False
            if self._most < 0 or monotonic() > self.deadline:
                self.complete = False
                return

    def _list(self, folder: str, glob: str, depth: int | None) -> list[str]:
        """The folders below this one that are still to be listed."""
        below = []
        prefix = f"{folder}/" if folder else ""
        listing = open_listing(self._root, folder)
        try:
            for name in os.listdir(listing):
                self._most -= 1
                if self._most < 0:
                    break
                path = prefix + name
                if not name.isalnum() and fold(name) in NEVER:
                    continue
                here = self.found.get(path) or look(name, listing)
                if here.kind == ABSENT:
                    continue
                if matches(glob, path):
                    self.found[path] = here
                if here.kind == FOLDER and (depth is None or path.count("/") + 1 < depth):
                    below.append(path)
        finally:
            os.close(listing)
        return below
