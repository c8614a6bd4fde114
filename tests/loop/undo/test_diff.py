"""Each kind of change as a diff: text is shown, all else is said; bounds; nothing of a secret; nothing is changed."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from harness_runtime.loop.first_copy import capture, note_after
from harness_runtime.loop.undo import diff as diff_
from harness_runtime.loop.undo.diff import Diff, diffs
from harness_runtime.loop.undo.rollback import RollbackFault, changes_of
from tests.loop.undo.ground import Session, tree


@pytest.fixture
def session(tmp_path: Path) -> Session:
    session = Session(tmp_path)
    session.write("a.py", "one\ntwo\n", 0o644)
    session.write("data.bin", bytes(range(256)))
    session.write(".env", "KEY=secret")
    os.symlink("a.py", session.root / "link")
    return session


def shown(session: Session, *wanted: str) -> list[Diff]:
    return list(diffs(session.undo, changes_of(session.store, wanted, str(session.root))))


def edit(session: Session) -> None:
    session.edit("a.py", "one\n2")


def binary(session: Session) -> None:
    session.edit("data.bin", "text now\n")


def delete(session: Session) -> None:
    with session.change("a.py"):
        (session.root / "a.py").unlink()


def mode(session: Session) -> None:
    with session.change("a.py"):
        (session.root / "a.py").chmod(0o755)


def link(session: Session) -> None:
    with session.change("link"):
        (session.root / "link").unlink()
        os.symlink("b.py", session.root / "link")


def folder(session: Session) -> None:
    with session.change("new"):
        (session.root / "new").mkdir(0o755)


def large(session: Session) -> None:
    session.edit("a.py", "x" * ((1 << 20) + 1))


END = "\\ No newline at end of file"
CASES = {
    edit: (
        "diff",
        "file 644",
        "file 644",
        ["--- a/a.py", "+++ b/a.py", "@@ -1,2 +1,2 @@", " one", "-two", "+2", END],
    ),
    delete: ("diff", "file 644", "absent", ["--- a/a.py", "+++ /dev/null", "@@ -1,2 +0,0 @@", "-one", "-two"]),
    link: ("diff", "link", "link", ["--- a/link", "+++ b/link", "@@ -1 +1 @@", "-a.py", END, "+b.py", END]),
    mode: ("same", "file 644", "file 755", []),
    folder: ("no_text", "absent", "folder 755", []),
    binary: ("binary", "file 644", "file 644", []),
    large: ("too_large", "file 644", "file 644", []),
}


@pytest.mark.parametrize(("change", "expected"), CASES.items(), ids=[case.__name__ for case in CASES])
def test_each_kind_of_change(session, change, expected):
    change(session)
    before = tree(session.root)
    [found] = shown(session)
    assert (found.told, found.was, found.now, list(found.lines)) == expected
    assert tree(session.root) == before


def test_a_tracked_file_is_compared_with_its_object(session):
    session.commit_all()
    with session.confined("a.py"):
        (session.root / "a.py").write_text("one\n")
    [found] = shown(session)
    assert found.change.record.kind == "git"
    assert found.lines[2:] == ("@@ -1,2 +1 @@", " one", "-two")


def test_a_secret_has_no_copy_and_is_not_shown(session):
    secret = session.path(".env")
    capture(session.undo, str(session.root), [secret], "run-1", "call", secrets=(secret,))
    Path(secret).write_text("KEY=other")
    note_after(session.undo, "call")
    [found] = shown(session)
    assert (found.change.path, found.change.why, found.told, found.lines) == (".env", "secret", "not_captured", ())


def test_a_copy_that_is_gone_is_said(session):
    session.edit("a.py")
    for copy in Path(session.undo.path, "content").iterdir():
        copy.write_bytes(b"")
    assert [(found.told, found.change.why) for found in shown(session)] == [("not_captured", "damaged")]


def test_what_is_cut_is_counted(session, monkeypatch):
    monkeypatch.setattr(diff_, "MAX_LINES", 4)
    monkeypatch.setattr(diff_, "MAX_LINE", 5)
    session.edit("a.py", "123456789\n")
    [found] = shown(session)
    assert (len(found.lines), found.cut, found.lines[1], found.removed) == (4, 2, "+++ b… +5", 2)


def test_of_too_many_paths_the_last_are_left_out(session, monkeypatch):
    monkeypatch.setattr(diff_, "MAX_PATHS", 1)
    session.edit("a.py")
    session.edit("b.py")
    assert [found.told for found in shown(session)] == ["diff", "left_out"]


def test_only_what_is_named_is_shown_and_each_once(session):
    session.edit("a.py")
    session.edit("src/b.py")
    assert [found.change.path for found in shown(session, "src/b.py", "src")] == ["src", "src/b.py"]
    with pytest.raises(RollbackFault):
        shown(session, "link")
