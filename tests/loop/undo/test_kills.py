"""A kill at any step of taking copies, of noting what became of them and of putting them back; and races."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from harness_runtime.loop.first_copy import note_after
from harness_runtime.loop.undo.boundary import note_boundary
from tests.loop.kills import killed_everywhere
from tests.loop.undo.ground import Session, Tree, tree
from tests.support.processes import in_processes

NAMES = ("a.py", "src/b.py", "src/gone", "link", "new/deep.py")


class Ground:
    """A fresh workspace, and how it was."""

    def __init__(self, folder: Path) -> None:
        self.session = Session(folder)
        self.session.write("a.py", "first")
        self.session.write("src/b.py", "second", 0o755)
        self.session.write("src/gone", "third")
        os.symlink("a.py", self.session.root / "link")
        self.before: Tree = tree(self.session.root)

    def mutate(self) -> None:
        """What the session does once it was let through."""
        root = self.session.root
        self.session.write("a.py", "changed")
        (root / "src/b.py").chmod(0o600)
        (root / "src/gone").unlink()
        (root / "link").unlink()
        self.session.write("link", "no link")
        self.session.write("new/deep.py", "made")

    def change(self) -> None:
        with self.session.change(*NAMES):
            self.mutate()

    def check(self, *, force: bool = False) -> None:
        self.session.rollback(force=force)
        assert tree(self.session.root) == self.before


Prepare = Callable[[int], Ground]


@pytest.fixture
def prepare(tmp_path: Path) -> Prepare:
    return lambda step: Ground(tmp_path / str(step))


def test_a_kill_while_copies_are_taken_loses_none(prepare: Prepare) -> None:
    """The killed call never ran; what the next one keeps is still how it was."""

    def check(ground: Ground) -> None:
        assert ground.session.rows() == []
        ground.change()
        ground.check()

    assert killed_everywhere(prepare, lambda ground: ground.session.capture(*NAMES), check) > 15


def test_a_kill_while_a_boundary_is_copied_loses_none(prepare: Prepare) -> None:
    def check(ground: Ground) -> None:
        assert ground.session.rows() == []
        with ground.session.confined():
            ground.mutate()
        ground.check()

    assert killed_everywhere(prepare, lambda ground: ground.session.capture_boundary(), check) > 15


@pytest.mark.parametrize("is_confined", [False, True], ids=["call", "confined"])
def test_a_kill_while_the_end_is_noted_hides_nothing(prepare: Prepare, is_confined: bool) -> None:
    """What is not known for sure to be the session's is told and kept, and put back when the person insists."""

    def prepared(step: int) -> Ground:
        ground = prepare(step)
        call = ground.session.capture_boundary if is_confined else ground.session.capture
        call(*(() if is_confined else NAMES), call="call-1")
        ground.mutate()
        return ground

    def note(ground: Ground) -> None:
        if is_confined:
            note_boundary(ground.session.undo, "call-1", ground.session.is_secret)
        else:
            note_after(ground.session.undo, "call-1")

    def check(ground: Ground) -> None:
        present = tree(ground.session.root)
        differing = {name for name in {*present, *ground.before} if present.get(name) != ground.before.get(name)}
        assert differing <= set(ground.session.listing())
        ground.session.rollback(force=True)
        left = set(ground.session.listing())
        assert left <= {"new", "new/deep.py"}  # made by a command whose end was not seen: told, never removed
        rest = {name: entry for name, entry in tree(ground.session.root).items() if name not in left}
        assert rest == ground.before

    assert killed_everywhere(prepared, note, check) > 10


def test_a_kill_while_it_is_put_back_leaves_the_rest_to_the_next(prepare: Prepare) -> None:
    def prepared(step: int) -> Ground:
        ground = prepare(step)
        ground.change()
        with ground.session.change("src/b.py", "src"):
            (ground.session.root / "src/b.py").unlink()
            (ground.session.root / "src").rmdir()
        return ground

    assert killed_everywhere(prepared, lambda ground: ground.session.rollback(), Ground.check) > 30


# Many at once


def test_many_calls_keep_one_first_copy(tmp_path: Path) -> None:
    """Each takes its copy and then changes the file at once: only the very first content may be kept."""
    ground = Ground(tmp_path)

    def work(number: int) -> None:
        ground.session.capture("a.py", call=f"call-{number}")
        ground.session.write("a.py", f"changed by {number}")
        note_after(ground.session.undo, f"call-{number}")

    assert set(in_processes(16, work)) == {0}
    ground.check(force=True)


def test_many_calls_add_up_to_one_total(tmp_path: Path) -> None:
    session = Session(tmp_path)
    for number in range(16):
        session.write(f"f{number}", b"x" * 10)
    assert set(in_processes(16, lambda number: session.capture(f"f{number}", call=str(number)))) == {0}
    lines = (session.store.folder / "undo/records").read_text("ascii").splitlines()
    assert len(lines) == 16
    assert '"total_bytes":160,"total_files":16' in lines[-1]


def test_a_file_that_changes_while_it_is_copied_is_copied_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = Session(tmp_path)
    path = session.write("a.py", "first")
    real, reads = os.read, iter(range(100))

    def read(handle: int, size: int) -> bytes:
        if next(reads) == 1:
            path.write_text("saved by an editor")
        return real(handle, size)

    monkeypatch.setattr(os, "read", read)
    session.capture("a.py", call="c")
    monkeypatch.undo()
    copy = next((session.store.folder / "undo/content").iterdir())
    assert copy.read_text() in ("first", "saved by an editor")
    assert copy.read_text() == path.read_text()


def test_a_file_that_keeps_changing_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    session = Session(tmp_path)
    path = session.write("log", "x")
    real = os.read

    def read(handle: int, size: int) -> bytes:
        with path.open("a") as file:
            file.write("x")
        return real(handle, size)

    monkeypatch.setattr(os, "read", read)
    missed = session.capture("log")
    monkeypatch.undo()
    assert [record.why for record in missed] == ["unsettled"]


def test_a_path_that_is_swapped_for_a_link_while_it_is_copied_is_not_followed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = Session(tmp_path)
    (tmp_path / "secret").write_text("hidden")
    path = session.write("src/a.py", "first")
    real = os.open

    def swapping(name: str, *rest: object, **more: object) -> int:
        if name == "a.py" and not path.is_symlink():
            path.unlink()
            os.symlink(tmp_path / "secret", path)
        return real(name, *rest, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(os, "open", swapping)
    session.capture("src/a.py")
    monkeypatch.undo()
    assert path.is_symlink()
    kept = [file.read_bytes() for file in session.store.folder.rglob("*") if file.is_file()]
    assert not any(b"hidden" in content for content in kept)


# The price


def test_a_call_whose_targets_have_their_copies_reads_no_content(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = Session(tmp_path)
    session.write("big", b"x" * 5_000_000)
    session.edit("big", b"y" * 5_000_000)
    monkeypatch.setattr("harness_runtime.session.undo.UndoFolder.new_content", None)
    session.edit("big", b"z" * 10)
    assert session.listing() == {"big": ("restorable", "")}
