"""Is this file word for word an object that the repository holds? Then its id is all that undo need keep. Hot.

No git process: the index names the object, the file's own bytes prove that it is the same (line endings, filters and
large-file pointers fail that proof), and a look into the object folders shows that it is there. The index refers to
it, so git keeps it as long as the index does.
"""

from __future__ import annotations

import os

from harness_runtime.session.git_entries import Entry, NotUnderstood, entries

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Protocol

    class Hash(Protocol):
        def update(self, data: bytes, /) -> None: ...
        def digest(self) -> bytes: ...


MAX_INDEX = 4 << 20  # bytes; some 40,000 entries
MAX_ALTERNATES = 8
_FANOUT = 8  # where a pack index (version 2) has its 256 counts
_NAMES = _FANOUT + 256 * 4
_PACK_INDEX = b"\xfftOc\x00\x00\x00\x02"
_CHUNK = 1 << 20


class GitObjects:
    """The objects that the index of one repository names. Nothing is raised for a repository that is not understood:
    it then knows none."""

    def __init__(self, git_dir: str, root: str) -> None:
        """`git_dir`: resolved, of the repository that the workspace `root` lies in."""
        self._prefix = _prefix(root)
        self._folders = object_folders(git_dir)
        self._entries: dict[bytes, Entry] = {}
        self._packs: list[tuple[int, int]] | None = None
        if self._prefix is None:
            return
        try:
            raw = _read(f"{git_dir}/index", MAX_INDEX)
            self._entries = {entry.name: entry for entry in entries(raw) if not entry.stage}
        except (OSError, NotUnderstood):
            return

    def id_of(self, path: str, size: int, name: str, folder: int) -> str:
        """The hex id of the object that has exactly this file's bytes, "" when there is none.

        `path` is relative to the workspace root, `size` the file's, `name` its name in the open `folder`.
        """
        entry = self._entries.get((self._prefix or b"") + os.fsencode(path))
        if entry is None or entry.size != size & 0xFFFFFFFF:
            return ""
        source = os.open(name, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC, dir_fd=folder)
        try:
            same = blob_id(source, size, len(entry.id)) == entry.id
        finally:
            os.close(source)
        return entry.id.hex() if same and self.has(entry.id) else ""

    def has(self, object_id: bytes) -> bool:
        """Is the object in one of the object folders, loose or packed?"""
        text = object_id.hex()
        if any(os.path.lexists(f"{folder}/{text[:2]}/{text[2:]}") for folder in self._folders):
            return True
        if self._packs is None:
            self._packs = [pack for folder in self._folders for pack in _packs(f"{folder}/pack")]
        return any(_is_packed(handle, count, object_id) for handle, count in self._packs)

    def close(self) -> None:
        for handle, _ in self._packs or ():
            os.close(handle)
        self._packs = None


def blob_id(source: int, size: int, length: int) -> bytes:
    """The id that git gives these bytes: SHA-1 for a `length` of 20, SHA-256 for 32. b"" when there are more or fewer
    bytes than `size`."""
    digest = _hash(length)
    digest.update(f"blob {size}\0".encode("ascii"))
    while chunk := os.read(source, _CHUNK):
        size -= len(chunk)
        digest.update(chunk)
    return b"" if size else bytes(digest.digest())


def _hash(length: int) -> Hash:
    """Without `hashlib`, whose import costs more than the whole look at a small file."""
    try:
        if length == 20:
            from _sha1 import sha1  # type: ignore[import-not-found]

            return sha1()  # type: ignore[no-any-return]
        from _sha256 import sha256  # type: ignore[import-not-found]  # Python 3.11

        return sha256()  # type: ignore[no-any-return]
    except ImportError:
        import hashlib

        return hashlib.sha1() if length == 20 else hashlib.sha256()


def _prefix(root: str) -> bytes | None:
    """How the index calls what lies in `root`: b"" at the top of the repository, `b"sub/"` below it."""
    folder, inner = root.rstrip("/"), ""
    while folder:
        if os.path.lexists(f"{folder}/.git"):
            return os.fsencode(inner)
        folder, _, name = folder.rpartition("/")
        inner = f"{name}/{inner}"
    return None


def object_folders(git_dir: str) -> list[str]:
    """The repository's own, a worktree's shared one, and the alternates of either, each once."""
    try:
        common = os.fsdecode(_read(f"{git_dir}/commondir", 4096)).rstrip("\n")
    except OSError:
        common = "."
    waiting = [os.path.normpath(os.path.join(git_dir, common, "objects"))]
    found: list[str] = []
    while waiting and len(found) < MAX_ALTERNATES:
        folder = waiting.pop(0)
        if folder in found:
            continue
        found.append(folder)
        try:
            lines = os.fsdecode(_read(f"{folder}/info/alternates", 65536)).split("\n")
        except OSError:
            continue
        waiting += [os.path.normpath(os.path.join(folder, line)) for line in lines if line and line[0] not in '#"']
    return found


def _packs(folder: str) -> list[tuple[int, int]]:
    """Open pack indexes, and how many objects each lists."""
    found = []
    try:
        names = os.listdir(folder)
    except OSError:
        return []
    for name in names:
        if not name.endswith(".idx") or not os.path.lexists(f"{folder}/{name[:-4]}.pack"):
            continue
        try:
            handle = os.open(f"{folder}/{name}", os.O_RDONLY | os.O_CLOEXEC)
        except OSError:
            continue
        head = os.pread(handle, _NAMES, 0)
        if len(head) == _NAMES and head.startswith(_PACK_INDEX):
            found.append((handle, int.from_bytes(head[-4:], "big")))
        else:
            os.close(handle)
    return found


def _is_packed(handle: int, count: int, object_id: bytes) -> bool:
    """Binary search in the sorted ids between the two counts of the first byte."""
    first = object_id[0]
    counts = os.pread(handle, 8, _FANOUT + (first - 1) * 4) if first else b"\0" * 4 + os.pread(handle, 4, _FANOUT)
    low, high = int.from_bytes(counts[:4], "big"), min(int.from_bytes(counts[4:8], "big"), count)
    size = len(object_id)
    while low < high:
        middle = (low + high) // 2
        found = os.pread(handle, size, _NAMES + middle * size)
        if found == object_id:
            return True
        if found < object_id:
            low = middle + 1
        else:
            high = middle
    return False


def _read(path: str, most: int) -> bytes:
    """At most `most` bytes of a file; OSError when it is longer."""
    handle = os.open(path, os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK)
    try:
        raw = os.read(handle, most + 1)
    finally:
        os.close(handle)
    if len(raw) > most:
        raise OSError(f"{path}: too long")
    return raw
