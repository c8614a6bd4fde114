"""The first copy of what a call may change, before the call runs; and how things were when it was over. Hot.

Source: harness contract, Undo. The first copy of a session wins. What cannot be copied is recorded with its reason,
and never keeps a call from running; only a folder that takes no record at all does, as an OSError.
"""

from __future__ import annotations

from time import time, time_ns

from harness_runtime.session.entry import NOTHING, look_below, look_or_nothing, names_in
from harness_runtime.session.undo import (
    ABSENT,
    MISSED,
    MIXED,
    OURS,
    THEIRS,
    Record,
    UndoFolder,
    key_of,
    line_of,
    mark_in,
    newest,
)

_WILD = frozenset("*?[")
_CALL_SECONDS = 60  # longer than a call runs that names what it changes: after that its end was missed


def capture(
    undo: UndoFolder,
    root: str,
    targets: list[str],
    run: str,
    call: str,
    git_dir: str = "",
    secrets: tuple[str, ...] = (),
) -> list[Record]:
    """Keep the first copy of every target that has none yet, and note that `call` may change them, and `secrets`, of
    which there are no copies.

    `root`: the resolved workspace root. `targets`: resolved absolute paths; a last part with `*`, `?` or `[` stands
    for every name that it may match. Targets elsewhere are left alone. `run` and `call` are ids; `git_dir` is the
    repository that the workspace lies in, resolved. Returns what could not be captured.
    """
    hidden = [secret[len(root) + 1 :] for secret in secrets if secret.startswith(f"{root}/")]
    paths = [target[len(root) + 1 :] for target in targets if target.startswith(f"{root}/")] + hidden
    if not paths:
        return []
    fresh: list[str] = []
    missed: list[Record] = []
    with undo:
        present = undo.records()
        for path in expand(root, paths):
            line = line_of(present, key_of(root, path))
            if line:
                recheck(undo, root, path, mark_in(line), look_or_nothing(root, path).mark)
            else:
                fresh.append(path)
        if fresh:
            from harness_runtime.loop.undo.copies import Copies  # most calls change what has its copy

            copies = Copies(undo, present, root, run, git_dir, frozenset(hidden))
            for path in fresh:
                copies.take_new(path)
            copies.save()
            missed = copies.missed
        undo.begin_call(call, root, paths, [])
    return missed


def recheck(undo: UndoFolder, root: str, path: str, first: str, mark: str) -> None:
    """A path that has its record, with the mark `first`, and looks like `mark` now: whoever changed it since the
    session's last look was not the session."""
    whose, last = undo.after(key_of(root, path))
    if mark != (last or first) and not _may_be_running(undo, root, path):
        undo.set_after(key_of(root, path), MIXED if whose in (OURS, MIXED) else THEIRS, mark)


def _may_be_running(undo: UndoFolder, root: str, path: str) -> bool:
    """Another call that changes this very path, started a moment ago. A confined command is none: while one runs, no
    other change is let through."""
    return any(
        call.root == root and path in call.paths and time() - call.begun < _CALL_SECONDS for call in undo.calls()
    )


def note_after(undo: UndoFolder, call: str) -> None:
    """The call is over: remember how it left what it was allowed to change."""
    if undo.call(call) is None:
        return
    with undo:
        found = undo.call(call)
        if found is None:  # noted by another hook meanwhile
            return
        present = undo.records()
        paths = expand(found.root, found.paths)
        # what a pattern stood for had its record, so another one is new
        made = [path for path in paths if not line_of(present, key_of(found.root, path))]
        if made:
            undo.append([made_record(found.root, path, present) for path in made], present)
        for path in with_folders(paths):
            line = line_of(present, key_of(found.root, path))
            if line or path in made:
                note_path(undo, found.root, path, mark_in(line) or NOTHING.mark)
        undo.end_call(call)


def with_folders(paths: list[str]) -> list[str]:
    """The paths, and every folder on the way to one."""
    found: dict[str, None] = {}
    for path in paths:
        while path and path not in found:
            found[path] = None
            path = path.rpartition("/")[0]
    return list(found)


def note_path(undo: UndoFolder, root: str, path: str, first: str) -> None:
    """Remember how the session left this path; `first` is the mark of how it was at the very first."""
    try:
        mark = look_below(root, path).mark
    except OSError:  # something stands in the way now; what is known stays as it is
        return
    key = key_of(root, path)
    whose, last = undo.after(key)
    if mark != (last or first):
        undo.set_after(key, MIXED if whose in (MIXED, THEIRS) else OURS, mark)


def made_record(root: str, path: str, present: bytes, why: str = "") -> Record:
    """Of something that the session has made; with a reason, of what may have been there before unseen."""
    last = newest(present)
    run, files, size = (last.run, last.total_files, last.total_bytes) if last else ("", 0, 0)
    kind = MISSED if why else ABSENT
    return Record(kind, root, path, NOTHING.mark, why=why, run=run, total_files=files, total_bytes=size, at=time_ns())


def expand(root: str, paths: list[str]) -> list[str]:
    """The paths, and after a pattern all names there are that begin as it does."""
    found: dict[str, None] = {}
    for path in paths:
        folder, _, name = path.rpartition("/")
        wild = [at for at, char in enumerate(name) if char in _WILD]
        found[path] = None
        if not wild or look_or_nothing(root, path).kind != ABSENT:
            continue
        for other in names_in(root, folder):
            if other.startswith(name[: wild[0]]):
                found[f"{folder}/{other}" if folder else other] = None
    return list(found)
