"""First copies on disk: how each path was before the session first let it be changed. Hot.

    undo/records          one line a path: key, mark of how it was, a JSON object. The first line of a key wins.
    undo/content/<key>    the bytes of a copied file, published before its line is written
    undo/after/<key>      the mark of how the path was when the session had changed it last
    undo/calls/<id>       what a call that may be running now may change

Everything is written under the folder's lock, which dies with the process that holds it. A kill at any instant leaves
a record or none; a copy without its line is written anew. Not promised: to survive a loss of power.
"""

from __future__ import annotations

import os

from harness_runtime.session.layout import folder_name, run_folder, sha256
from harness_runtime.wire.fastjson import dumps, loads

FILE, GIT, LINK, FOLDER, ABSENT, MISSED = "file", "git", "link", "folder", "absent", "missed"
OURS, THEIRS, MIXED = "ours", "theirs", "mixed"  # whose changes a path holds: the session's, somebody else's, both

KEY = 64
MARK = 16
INCOMPLETE = "-" * KEY  # key of the line that says: not everything could be looked at before a command ran
_END = b"}"  # of a line that was written whole
_FLAGS = os.O_NOFOLLOW | os.O_CLOEXEC


class Record:
    """How a path was. `path` is relative to `root`; `text` a link's target, or a git object's id; `why` names the
    reason of MISSED; `total_files` and `total_bytes` are what `run` has copied with this one; `at` is in ns since
    the epoch."""

    __slots__ = (
        "at",
        "gid",
        "kind",
        "mark",
        "mode",
        "path",
        "root",
        "run",
        "size",
        "text",
        "total_bytes",
        "total_files",
        "uid",
        "why",
    )

    def __init__(
        self,
        kind: str,
        root: str,
        path: str,
        mark: str,
        *,
        mode: int = 0,
        uid: int = 0,
        gid: int = 0,
        size: int = 0,
        text: str = "",
        why: str = "",
        run: str = "",
        total_files: int = 0,
        total_bytes: int = 0,
        at: int = 0,
    ) -> None:
        self.kind = kind
        self.root = root
        self.path = path
        self.mark = mark
        self.mode = mode
        self.uid = uid
        self.gid = gid
        self.size = size
        self.text = text
        self.why = why
        self.run = run
        self.total_files = total_files
        self.total_bytes = total_bytes
        self.at = at

    @property
    def key(self) -> str:
        return INCOMPLETE if not self.path else key_of(self.root, self.path)

    def line(self) -> bytes:
        fields = {name: getattr(self, name) for name in self.__slots__ if name != "mark"}
        return f"{self.key} {self.mark} {dumps(fields)}\n".encode("ascii")


def key_of(root: str, path: str) -> str:
    return sha256(os.fsencode(f"{root}\0{path}"))


def mark_of(look: str) -> str:
    """The short form of how an entry looks."""
    return sha256(os.fsencode(look))[:MARK]


class Call:
    """A call that was let through: it may change `paths` below `root`, or whatever the globs cover. `begun`: seconds
    since the epoch."""

    __slots__ = ("begun", "globs", "paths", "root")

    def __init__(self, root: str, paths: list[str], globs: list[str], begun: float) -> None:
        self.root = root
        self.paths = paths
        self.globs = globs
        self.begun = begun


class UndoFolder:
    """The folder `undo/` of one session. Paths are strings; OSError comes through."""

    __slots__ = ("_lock", "path")

    def __init__(self, data: str, session_id: str) -> None:
        self.path = f"{run_folder(data, session_id)}/undo"
        self._lock = -1

    def __enter__(self) -> UndoFolder:
        flags = os.O_RDWR | _FLAGS
        try:
            self._lock = os.open(f"{self.path}/lock", flags)
        except FileNotFoundError:
            for folder in ("", "/content", "/after", "/calls"):
                _make(self.path + folder)
            self._lock = os.open(f"{self.path}/lock", flags | os.O_CREAT, 0o600)  # last: with it all is there
        os.lockf(self._lock, os.F_LOCK, 0)
        return self

    def __exit__(self, *_: object) -> None:
        os.close(self._lock)

    def records(self) -> bytes:
        """The lines as they stand, each after a newline; what a kill left of a line is one too."""
        try:
            handle = os.open(f"{self.path}/records", os.O_RDONLY | _FLAGS)
        except FileNotFoundError:
            return b"\n"
        try:
            return b"\n" + os.read(handle, os.fstat(handle).st_size)
        finally:
            os.close(handle)

    def append(self, records: list[Record], present: bytes) -> None:
        """`present`: what `records()` gave under this lock."""
        lines = b"".join(record.line() for record in records)
        if not present.endswith(b"\n"):
            lines = b"\n" + lines
        handle = os.open(f"{self.path}/records", os.O_WRONLY | os.O_CREAT | os.O_APPEND | _FLAGS, 0o600)
        try:
            if os.write(handle, lines) != len(lines):
                raise OSError("undo record written in part")
        finally:
            os.close(handle)

    def new_content(self) -> int:
        """A descriptor to write a copy to; `keep_content` publishes it. One at a time, under the lock."""
        return os.open(f"{self.path}/content/new", os.O_WRONLY | os.O_CREAT | os.O_TRUNC | _FLAGS, 0o600)

    def keep_content(self, key: str) -> None:
        os.rename(f"{self.path}/content/new", f"{self.path}/content/{key}")

    def after(self, key: str) -> tuple[str, str]:
        """Whose changes the path holds and its mark after them; two empty texts when it was not changed."""
        words = _read(f"{self.path}/after/{key}").split()
        return (words[0], words[1]) if len(words) == 2 else ("", "")

    def set_after(self, key: str, whose: str, mark: str) -> None:
        _write(f"{self.path}/after/new", f"{whose} {mark}\n")
        os.rename(f"{self.path}/after/new", f"{self.path}/after/{key}")

    def begin_call(self, call: str, root: str, paths: list[str], globs: list[str]) -> None:
        """Leave word that this call may change these paths, or whatever the globs cover."""
        _write(self._call(call), dumps({"root": root, "paths": paths, "globs": globs}))

    def call(self, call: str) -> Call | None:
        """None when no such call has begun."""
        return _call(self._call(call))

    def end_call(self, call: str) -> None:
        os.unlink(self._call(call))

    def calls(self) -> list[Call]:
        """All whose end no hook has seen."""
        try:
            names = os.listdir(f"{self.path}/calls")
        except FileNotFoundError:
            return []
        found = (_call(f"{self.path}/calls/{name}") for name in names)
        return [call for call in found if call is not None]

    def _call(self, call: str) -> str:
        return f"{self.path}/calls/{folder_name(call) if call else 'unnamed'}"


def line_of(raw: bytes, key: str) -> bytes:
    """The first whole line of this key in what `records()` gave, b"" when there is none."""
    end = 0
    while (start := raw.find(f"\n{key} ".encode("ascii"), end)) >= 0:
        end = raw.find(b"\n", start + 1)
        line = raw[start + 1 : end if end >= 0 else len(raw)]
        if line.endswith(_END):
            return line
        if end < 0:
            break
    return b""


def marks(raw: bytes) -> dict[str, str]:
    """Key to mark, for all of them."""
    return {
        line[:KEY].decode("ascii", "replace"): mark_in(line)
        for line in reversed(raw.split(b"\n"))
        if line.endswith(_END)
    }


def mark_in(line: bytes) -> str:
    return line[KEY + 1 : KEY + 1 + MARK].decode("ascii", "replace")


def parse(line: bytes) -> Record | None:
    """None for what is no whole line."""
    try:
        fields = loads(line[KEY + MARK + 2 :])
        if not isinstance(fields, dict):
            return None
        return Record(mark=mark_in(line), **fields)
    except (ValueError, TypeError):
        return None


def newest(raw: bytes) -> Record | None:
    """The record that was written last: it knows the totals."""
    end = len(raw)
    while end > 0:
        start = raw.rfind(b"\n", 0, end) + 1
        record = parse(raw[start:end])
        if record is not None:
            return record
        end = start - 1
    return None


def first_records(raw: bytes) -> list[Record]:
    """The first record of every key, in their order."""
    found: dict[bytes, Record] = {}
    for line in raw.split(b"\n"):
        if line[:KEY] not in found and (record := parse(line)) is not None:
            found[line[:KEY]] = record
    return list(found.values())


def _call(path: str) -> Call | None:
    try:
        begun = os.lstat(path).st_mtime
        fields = loads(_read(path).encode("ascii", "replace"))
    except (FileNotFoundError, ValueError):
        return None
    match fields:
        case {"root": str(root), "paths": list(paths), "globs": list(globs)}:
            return Call(root, paths, globs, begun)
    return None


def _read(path: str) -> str:
    """ "" when there is no such file."""
    try:
        handle = os.open(path, os.O_RDONLY | _FLAGS)
    except FileNotFoundError:
        return ""
    try:
        return os.read(handle, 1 << 20).decode("ascii", "replace")
    finally:
        os.close(handle)


def _write(path: str, text: str) -> None:
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | _FLAGS, 0o600)
    try:
        if os.write(handle, text.encode("ascii")) != len(text):
            raise OSError(f"{path}: written in part")
    finally:
        os.close(handle)


def _make(folder: str) -> None:
    try:
        os.mkdir(folder, 0o700)
    except FileExistsError:  # another call was faster
        return
