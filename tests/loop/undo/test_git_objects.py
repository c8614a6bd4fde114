"""Which files count as objects of the repository: word for word the same, and there; and taking them out again."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from harness_runtime.loop.undo import bounds
from harness_runtime.loop.undo.git_objects import GitObjects
from harness_runtime.session.undo import first_records
from tests.loop.undo.ground import Session, tree


@pytest.fixture
def session(tmp_path: Path) -> Session:
    session = Session(tmp_path)
    session.write("a.py", "first\n")
    session.write("src/b.py", "second\n", 0o755)
    session.write("src/big.bin", os.urandom(5000))
    session.commit_all()
    return session


def kinds(session: Session) -> dict[str, str]:
    """What was kept of each file."""
    session.capture_boundary()
    return {record.path: record.kind for record in first_records(session.undo.records()) if record.kind != "folder"}


def test_unmodified_tracked_files_are_kept_as_ids(session: Session) -> None:
    assert kinds(session) == {"a.py": "git", "src/b.py": "git", "src/big.bin": "git"}
    assert os.listdir(session.store.folder / "undo/content") == []


@pytest.mark.parametrize("packed", [False, True], ids=["loose", "packed"])
def test_what_was_kept_as_an_id_is_put_back(session: Session, packed: bool) -> None:
    if packed:
        session.git("gc", "-q")
    before = tree(session.root)
    with session.confined():
        session.write("a.py", "changed")
        (session.root / "src/b.py").chmod(0o644)
        (session.root / "src/big.bin").unlink()
    assert {row.state for row in session.rows()} == {"restorable"}
    session.rollback()
    assert tree(session.root) == before


def test_what_differs_from_the_index_is_copied(session: Session) -> None:
    session.write("a.py", "edited by hand\n")
    session.write("same-size", "x")
    session.git("add", "-N", "same-size")
    session.write("new.py", "untracked")
    assert kinds(session) == {
        "a.py": "file", "new.py": "file", "same-size": "file", "src/b.py": "git", "src/big.bin": "git",
    }  # fmt: skip


def test_a_file_of_the_same_size_with_other_bytes_is_copied(session: Session) -> None:
    status = (session.root / "a.py").stat()
    session.write("a.py", "sirst\n")
    os.utime(session.root / "a.py", ns=(status.st_atime_ns, status.st_mtime_ns))
    assert kinds(session)["a.py"] == "file"


def test_what_git_stores_in_another_form_is_copied(session: Session) -> None:
    """Line endings: the object is not what lies in the workspace."""
    session.write(".gitattributes", "*.txt text eol=crlf\n")
    session.write("notes.txt", "one\r\ntwo\r\n")
    session.git("add", "-A")
    session.git("commit", "-q", "-m", "crlf")
    assert session.git("status", "--short") == ""
    assert kinds(session)["notes.txt"] == "file"


def test_an_object_that_is_not_there_is_copied(session: Session) -> None:
    digest = session.git("rev-parse", ":a.py").strip()
    (session.root / ".git/objects" / digest[:2] / digest[2:]).unlink()
    assert kinds(session)["a.py"] == "file"


def test_an_object_that_went_since_is_told(session: Session) -> None:
    session.git("gc", "-q")
    with session.confined():
        session.write("a.py", "changed")
    shutil.rmtree(session.root / ".git/objects/pack")
    assert session.listing() == {"a.py": ("not_captured", "object_gone")}
    session.rollback(force=True)
    assert (session.root / "a.py").read_text() == "changed"


def test_without_the_repository_nothing_is_lost_unsaid(session: Session) -> None:
    with session.confined():
        session.write("a.py", "changed")
    shutil.rmtree(session.root / ".git")
    assert session.listing() == {"a.py": ("not_captured", "object_gone")}


def test_a_single_change_keeps_its_own_copy(session: Session) -> None:
    """It costs less than reading the index."""
    session.edit("a.py")
    assert [record.kind for record in first_records(session.undo.records())] == ["file"]


def test_a_large_tracked_file_is_kept_as_its_id(session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bounds, "MAX_FILE", 100)
    session.edit("src/big.bin", "small")
    assert session.listing() == {"src/big.bin": ("restorable", "")}
    session.rollback()
    assert session.git("status", "--short") == ""


@pytest.mark.parametrize("version", [2, 3, 4])
def test_every_version_of_the_index(session: Session, version: int) -> None:
    if version == 3:
        session.write("intended", "x")
        session.git("add", "-N", "intended")
    else:
        session.git("update-index", f"--index-version={version}")
    raw = (session.root / ".git/index").read_bytes()
    assert raw[4:8] == bytes((0, 0, 0, version))
    assert kinds(session)["src/b.py"] == "git"


def test_a_workspace_below_the_top_of_the_repository(session: Session) -> None:
    session.root = session.root / "src"
    assert kinds(session) == {"b.py": "git", "big.bin": "git"}
    with session.confined():
        session.write("b.py", "changed")
    session.rollback()
    assert (session.root / "b.py").read_text() == "second\n"


def test_a_worktree_and_alternates(session: Session, tmp_path: Path) -> None:
    tree_of = tmp_path / "worktree"
    session.git("worktree", "add", "-q", str(tree_of))
    clone = tmp_path / "clone"
    session.git("clone", "-q", "--shared", str(session.root), str(clone))
    for root, git_dir in ((tree_of, session.root / ".git/worktrees/worktree"), (clone, clone / ".git")):
        objects = GitObjects(str(git_dir), str(root))
        folder = os.open(root, os.O_RDONLY)
        assert objects.id_of("a.py", 6, "a.py", folder) == session.git("rev-parse", ":a.py").strip()
        os.close(folder)
        objects.close()


def test_ids_of_32_bytes(tmp_path: Path) -> None:
    session = Session(tmp_path)
    session.write("a.py", "first\n")
    try:
        session.git("init", "-q", "--object-format=sha256")
    except subprocess.CalledProcessError:
        pytest.skip("this git knows no SHA-256 repositories")
    session.git("add", "-A")
    session.git_dir = str(session.root / ".git")
    assert kinds(session)["a.py"] == "git"
    with session.confined():
        session.write("a.py", "changed")
    session.rollback()
    assert (session.root / "a.py").read_text() == "first\n"


def test_packs_are_searched_to_their_edges(session: Session) -> None:
    """Every object of a pack is found, and nothing that only begins like one."""
    for number in range(60):
        session.write(f"many/{number}", f"{number}")
    session.git("add", "-A")
    session.git("commit", "-q", "-m", "many")
    session.git("gc", "-q")
    objects = GitObjects(str(session.root / ".git"), str(session.root))
    ids = [line.split()[0] for line in session.git("rev-list", "--objects", "HEAD").splitlines()]
    assert all(objects.has(bytes.fromhex(name)) for name in ids)
    assert not any(objects.has(bytes.fromhex(name[:-2] + ("00" if name[-2:] != "00" else "01"))) for name in ids)
    assert not objects.has(b"\0" * 20)
    assert not objects.has(b"\xff" * 20)
    objects.close()


@pytest.mark.parametrize("damage", [b"", b"DIRC", b"garbage" * 10, b"DIRC\0\0\0\x02\0\0\0\x09" + b"\0" * 40])
def test_a_repository_that_is_not_understood_costs_nothing(session: Session, damage: bytes) -> None:
    (session.root / ".git/index").write_bytes(damage)
    assert kinds(session)["a.py"] == "file"


def test_no_git_of_the_workspace_is_run(session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    planted = session.write("bin/git", f"#!/bin/sh\ntouch {session.root}/run\n", 0o755)
    monkeypatch.setenv("PATH", f"{planted.parent}:{os.environ['PATH']}")
    with session.confined():
        session.write("a.py", "changed")
    session.rollback()
    assert (session.root / "a.py").read_text() == "first\n"
    assert not (session.root / "run").exists()
