"""Takes first copies: content, mode, a link's target, or that nothing was there. Hot.

Not promised: owners beyond numbers, extended attributes, hard links between files.
"""

from __future__ import annotations

import os
from time import monotonic, time_ns

from harness_runtime.loop.undo import bounds
from harness_runtime.session.entry import NOTHING, OTHER, Look, look, look_below, name_of, open_parent
from harness_runtime.session.undo import (
    ABSENT,
    FILE,
    GIT,
    INCOMPLETE,
    LINK,
    MISSED,
    Record,
    UndoFolder,
    key_of,
    line_of,
    newest,
    parse,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from harness_runtime.loop.undo.git_objects import GitObjects

_CHUNK = 1 << 20
_COARSE = 20_000_000  # ns by which a file's time may lag behind the clock


class Copies:
    """Takes first copies under the folder's lock; `save` writes their records. `missed` are those without a copy."""

    def __init__(
        self,
        undo: UndoFolder,
        present: bytes,
        root: str,
        run: str,
        git_dir: str,
        hidden: frozenset[str] = frozenset(),
    ) -> None:
        """`present`: what `undo.records()` gives under the lock; `hidden`: paths that are never copied."""
        self.undo = undo
        self.root = root
        self.run = run
        self.git_dir = git_dir
        self.hidden = hidden
        self.objects: GitObjects | None = None
        self.prefers_objects = False  # for many files at once
        self.deadline = monotonic() + bounds.CALL_SECONDS
        self.present = present
        last = newest(present)
        same = last is not None and last.run == run
        self.files = last.total_files if last and same else 0
        self.bytes = last.total_bytes if last and same else 0
        incomplete = parse(line_of(present, INCOMPLETE))
        self.unseen_since = incomplete.at - _COARSE if incomplete else 0
        self.taken: dict[str, Record] = {}

    @property
    def missed(self) -> list[Record]:
        return [record for record in self.taken.values() if record.kind == MISSED]

    def take_new(self, path: str) -> None:
        """A path that has no record yet, and whatever folders on the way to it are not there yet."""
        try:
            folder = open_parent(self.root, path)
        except (FileNotFoundError, NotADirectoryError):
            if self._is_below_a_link(path):  # somebody has just put it there: the judge had followed all links
                self._miss(path, NOTHING, bounds.IN_THE_WAY)
                return
            above = path.rpartition("/")[0]
            if above and above not in self.taken and not line_of(self.present, key_of(self.root, above)):
                self.take_new(above)
            self._miss(path, NOTHING, bounds.SECRET) if path in self.hidden else self._add(path, NOTHING)
            return
        except OSError:
            self._miss(path, NOTHING, bounds.UNREADABLE)
            return
        try:
            self._take_from(path, folder)
        finally:
            os.close(folder)

    def _take_from(self, path: str, folder: int) -> None:
        try:
            found = look(name_of(path), folder)
            if path in self.hidden:
                self._miss(path, found, bounds.SECRET)
            elif self.unseen_since and self._is_late(found, folder):
                self._miss(path, found, bounds.LATE)
            elif found.kind == OTHER:
                self._miss(path, found, bounds.SPECIAL)
            elif found.kind == FILE:
                self._file(path, found, folder)
            else:
                self._add(path, found)
        except OSError:
            self._miss(path, NOTHING, bounds.UNREADABLE)

    def save(self) -> None:
        if self.taken:
            self.undo.append(list(self.taken.values()), self.present)

    def miss_the_rest(self) -> None:
        """Not everything that may change could be looked at."""
        if not line_of(self.present, INCOMPLETE):
            why = bounds.TOO_SLOW if monotonic() > self.deadline else bounds.TOO_MANY
            self._miss("", NOTHING, why)

    def close(self) -> None:
        if self.objects is not None:
            self.objects.close()

    def _is_below_a_link(self, path: str) -> bool:
        while path := path.rpartition("/")[0]:
            if look_below(self.root, path).kind == LINK:
                return True
        return False

    def _is_late(self, found: Look, folder: int) -> bool:
        """Could a command have changed it that ran before everything was looked at?"""
        if found.kind == ABSENT:
            return os.stat(folder).st_mtime_ns >= self.unseen_since
        return found.changed >= self.unseen_since

    def _same_object(self, path: str, found: Look, folder: int) -> str:
        """The id of the repository's object that holds just these bytes, or ""."""
        if not self.git_dir or monotonic() > self.deadline:
            return ""
        if self.objects is None:
            from harness_runtime.loop.undo.git_objects import GitObjects

            self.objects = GitObjects(self.git_dir, self.root)
        return self.objects.id_of(path, found.size, name_of(path), folder)

    def _file(self, path: str, found: Look, folder: int) -> None:
        why = self._refusal(found.size)
        if why == bounds.TOO_LARGE or self.prefers_objects:
            same = self._same_object(path, found, folder)
            if same and look(name_of(path), folder).mark == found.mark:
                self._add(path, found, GIT, text=same)
                return
        if not why:
            why = self._copy(path, found, folder)
        if why == bounds.UNSETTLED:  # somebody is writing it this very moment
            found = look(name_of(path), folder)
            why = self._copy(path, found, folder) if found.kind == FILE else bounds.UNSETTLED
        if why:
            self._miss(path, found, why)
            return
        self.files += 1
        self.bytes += found.size
        self._add(path, found)

    def _refusal(self, size: int) -> str:
        """The bound that a copy of this size would break, or ""."""
        if size > bounds.MAX_FILE:
            return bounds.TOO_LARGE
        if self.files >= bounds.MAX_FILES:
            return bounds.TOO_MANY
        if self.bytes + size > bounds.MAX_BYTES:
            return bounds.TOO_MUCH
        return bounds.TOO_SLOW if monotonic() > self.deadline else ""

    def _copy(self, path: str, found: Look, folder: int) -> str:
        """Why there is no copy, "" when there is one."""
        source = os.open(name_of(path), os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC, dir_fd=folder)
        try:
            try:
                target = self.undo.new_content()
            except OSError:
                return bounds.NO_ROOM
            try:
                why = self._pour(source, target, found.size)
            finally:
                os.close(target)
            if not why and look(name_of(path), folder).mark != found.mark:
                why = bounds.UNSETTLED
        finally:
            os.close(source)
        if not why:
            self.undo.keep_content(key_of(self.root, path))
        return why

    def _pour(self, source: int, target: int, size: int) -> str:
        left = size
        while chunk := os.read(source, _CHUNK):
            left -= len(chunk)
            if left < 0:
                return bounds.UNSETTLED
            if monotonic() > self.deadline:
                return bounds.TOO_SLOW
            try:
                if os.write(target, chunk) != len(chunk):
                    return bounds.NO_ROOM
            except OSError:
                return bounds.NO_ROOM
        return bounds.UNSETTLED if left else ""

    def _add(self, path: str, found: Look, kind: str = "", text: str = "", why: str = "") -> None:
        self.taken[path] = Record(
            kind or found.kind,
            self.root,
            path,
            found.mark,
            mode=found.mode,
            uid=found.uid,
            gid=found.gid,
            size=found.size,
            text=text or found.text,
            why=why,
            run=self.run,
            total_files=self.files,
            total_bytes=self.bytes,
            at=time_ns(),
        )

    def _miss(self, path: str, found: Look, why: str) -> None:
        self._add(path, found, MISSED, why=why)
