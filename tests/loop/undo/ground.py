"""A workspace, a session that changes it the way hooks let it, and the whole tree as a value."""

from __future__ import annotations

import itertools
import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from harness_runtime.boundary.decision import Places
from harness_runtime.boundary.secrets import is_secret
from harness_runtime.loop.first_copy import capture, note_after
from harness_runtime.loop.undo.boundary import Captured, capture_boundary, note_boundary
from harness_runtime.loop.undo.changes import Change, look_at
from harness_runtime.loop.undo.rollback import Row, listing, rollback
from harness_runtime.session.store import Store
from harness_runtime.session.undo import Record, UndoFolder

SESSION = "11111111-2222-4333-8444-555555555555"
GLOBS = ["**"]
Tree = dict[str, tuple[str, int, bytes]]


def tree(root: Path) -> Tree:
    """Every entry below root: kind, mode, content or target. Times do not count."""
    found: Tree = {}
    for folder, names, files in os.walk(root):
        for name in (*names, *files):
            path = Path(folder, name)
            status = path.lstat()
            key = str(path.relative_to(root))
            if path.is_symlink():
                found[key] = ("link", 0, os.fsencode(os.readlink(path)))
            elif path.is_dir():
                found[key] = ("folder", status.st_mode & 0o7777, b"")
            else:
                found[key] = ("file", status.st_mode & 0o7777, path.read_bytes())
    return found


class Session:
    """`change` is an allowed call with known targets, `confined` a command that may change whatever `globs` cover."""

    def __init__(self, folder: Path, run: str = "run-1") -> None:
        self.root = folder / "workspace"
        self.data = folder / "data"
        self.run = run
        self.git_dir = ""
        self.root.mkdir(parents=True, exist_ok=True)
        self.store = Store(str(self.data), SESSION)
        self.store.folder.mkdir(parents=True, exist_ok=True)
        self.calls = (f"call-{number}" for number in itertools.count(1))

    @property
    def undo(self) -> UndoFolder:
        return UndoFolder(str(self.data), SESSION)

    def path(self, name: str) -> str:
        return f"{self.root}/{name}"

    def capture(self, *names: str, call: str = "call-0") -> list[Record]:
        targets = [self.path(name) for name in names]
        return capture(self.undo, str(self.root), targets, self.run, call, self.git_dir)

    @contextmanager
    def change(self, *names: str) -> Iterator[None]:
        call = next(self.calls)
        self.capture(*names, call=call)
        yield
        note_after(self.undo, call)

    @contextmanager
    def confined(self, *globs: str) -> Iterator[Captured]:
        call = next(self.calls)
        yield self.capture_boundary(*globs, call=call)
        note_boundary(self.undo, call, self.is_secret)

    def capture_boundary(self, *globs: str, call: str = "call-0") -> Captured:
        covered = list(globs or GLOBS)
        return capture_boundary(self.undo, str(self.root), covered, self.run, call, self.is_secret, self.git_dir)

    def is_secret(self, path: str) -> bool:
        return is_secret(path, str(self.root), Places(str(self.data), "/plugin", "/h", "/c", "/d", ""))

    def write(self, name: str, content: bytes | str = "x", mode: int | None = None) -> Path:
        """By hand: no hook sees it."""
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        if mode is not None:
            path.chmod(mode)
        return path

    def edit(self, name: str, content: bytes | str = "changed") -> None:
        """By the session."""
        with self.change(name):
            self.write(name, content)

    def rollback(self, wanted: str = "all", *, force: bool = False) -> dict[str, str]:
        return {row.path: row.action for row in rollback(self.store, wanted, str(self.root), force=force)}

    def listing(self) -> dict[str, tuple[str, str]]:
        return {row.path: (row.state, row.why) for row in self.rows()}

    def rows(self) -> list[Row]:
        return listing(self.store)

    def changes(self) -> list[Change]:
        return look_at(self.undo)

    def git(self, *words: str) -> str:
        environment = {
            **os.environ,
            "GIT_CONFIG_GLOBAL": os.devnull,
            "GIT_CONFIG_NOSYSTEM": "1",
            **{f"GIT_{who}_{what}": "me@x" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")},
        }
        done = subprocess.run(
            ["git", *words], cwd=self.root, env=environment, capture_output=True, text=True, check=True
        )
        return done.stdout

    def commit_all(self) -> None:
        """Make the workspace a repository with everything in it."""
        self.git("init", "-q", "-b", "main")
        self.git("add", "-A")
        self.git("commit", "-q", "--allow-empty", "-m", "all")
        self.git_dir = str(self.root / ".git")
