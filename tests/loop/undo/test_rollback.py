"""Rolling back: each kind of change, what is told and kept, what is never touched."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from harness_runtime.loop.undo import bounds
from harness_runtime.loop.undo.rollback import RollbackFault
from harness_runtime.session import ledger
from harness_runtime.session.state import Accepted
from tests.loop.undo.ground import Session, tree
from tests.session.conftest import fresh_state
from tests.support.processes import in_process, without_powers


@pytest.fixture
def session(tmp_path: Path) -> Session:
    session = Session(tmp_path)
    session.write("a.py", "first\n")
    session.write("src/b.py", "second\n", 0o755)
    session.write("src/data.bin", bytes(range(256)) * 10)
    os.symlink("a.py", session.root / "link")
    return session


def edit(session: Session) -> None:
    session.edit("a.py")


def edit_twice(session: Session) -> None:
    session.edit("a.py", "second")
    session.edit("a.py", "third")


def binary(session: Session) -> None:
    session.edit("src/data.bin", b"\0\xff\r\n")


def create(session: Session) -> None:
    session.edit("src/new.py")


def create_deep(session: Session) -> None:
    session.edit("x/y/z/new.py")


def create_and_delete(session: Session) -> None:
    session.edit("src/new.py")
    with session.change("src/new.py"):
        (session.root / "src/new.py").unlink()


def delete(session: Session) -> None:
    with session.change("a.py"):
        (session.root / "a.py").unlink()


def delete_with_folder(session: Session) -> None:
    with session.change("src/b.py", "src/data.bin"):
        (session.root / "src/b.py").unlink()
        (session.root / "src/data.bin").unlink()
    with session.change("src"):
        (session.root / "src").rmdir()


def move(session: Session) -> None:
    with session.change("a.py", "src/a.py"):
        (session.root / "a.py").rename(session.root / "src/a.py")


def move_over(session: Session) -> None:
    with session.change("a.py", "src/b.py"):
        (session.root / "a.py").rename(session.root / "src/b.py")


def chmod(session: Session) -> None:
    with session.change("src/b.py"):
        (session.root / "src/b.py").chmod(0o600)


def link(session: Session) -> None:
    with session.change("other"):
        os.symlink("src/b.py", session.root / "other")


def relink(session: Session) -> None:
    with session.change("link"):
        (session.root / "link").unlink()
        os.symlink("src/b.py", session.root / "link")


def link_becomes_file(session: Session) -> None:
    with session.change("link"):
        (session.root / "link").unlink()
        session.write("link", "text")


def file_becomes_folder(session: Session) -> None:
    delete(session)
    with session.change("a.py"):
        (session.root / "a.py").mkdir()
    session.edit("a.py/inner")


def folder_becomes_file(session: Session) -> None:
    delete_with_folder(session)
    session.edit("src", "no folder")


def make_folder(session: Session) -> None:
    with session.change("p", "p/q"):
        (session.root / "p/q").mkdir(parents=True)


def pattern(session: Session) -> None:
    """`cp src/*.py a/`: what lands there is not named beforehand."""
    with session.change("src/*.py"):
        session.write("src/b.py", "other")
        session.write("src/c.py", "new")


def odd_names(session: Session) -> None:
    for name in ("[slug].tsx", "a b.txt", "-x", "한글.txt", 'q"\\.txt'):
        session.edit(name)


def hidden_by_pattern(session: Session) -> None:
    session.write("[id].py", "first")
    session.edit("[id].py", "second")


def confined_everything(session: Session) -> None:
    with session.confined():
        session.write("a.py", "formatted")
        session.write("gen/deep/out.js", "made")
        (session.root / "src/b.py").unlink()
        (session.root / "src/data.bin").rename(session.root / "moved.bin")
        (session.root / "src").chmod(0o700)
        os.symlink("/etc/hostname", session.root / "src/away")


def confined_twice(session: Session) -> None:
    confined_everything(session)
    with session.confined():
        session.write("a.py", "again")
        (session.root / "gen/deep/out.js").unlink()
        session.write("gen/deep/more.js")


CHANGES = [
    edit, edit_twice, binary, create, create_deep, create_and_delete, delete, delete_with_folder, move, move_over,
    chmod, link, relink, link_becomes_file, file_becomes_folder, folder_becomes_file, make_folder, pattern, odd_names,
    hidden_by_pattern, confined_everything, confined_twice,
]  # fmt: skip


@pytest.mark.parametrize("change", CHANGES, ids=lambda change: change.__name__)
def test_all_of_it_is_put_back(session: Session, change) -> None:
    (session.root / "[id].py").write_text("first") if change is hidden_by_pattern else None
    before = tree(session.root)
    change(session)
    rows = session.rows()
    assert {row.state for row in rows} <= {"restorable"}
    if change is not create_and_delete:
        assert tree(session.root) != before
        assert rows
    done = session.rollback()
    assert set(done.values()) <= {"restored", "deleted"}
    assert tree(session.root) == before
    assert session.rows() == []


@pytest.mark.parametrize("change", CHANGES, ids=lambda change: change.__name__)
def test_an_ordinary_user_can_too(session: Session, change) -> None:
    """Root may write into any folder; others may not."""

    def work() -> None:
        without_powers()
        (session.root / "[id].py").write_text("first") if change is hidden_by_pattern else None
        before = tree(session.root)
        change(session)
        session.rollback()
        assert tree(session.root) == before

    assert in_process(work) == 0


def test_listing_changes_nothing(session: Session) -> None:
    edit(session)
    present = tree(session.root)
    assert session.listing() == {"a.py": ("restorable", "")}
    assert [row.action for row in session.rows()] == ["restore"]
    assert tree(session.root) == present


def test_one_path_is_put_back_and_the_others_stay(session: Session) -> None:
    edit(session)
    create(session)
    assert session.rollback("a.py") == {"a.py": "restored"}
    assert (session.root / "a.py").read_text() == "first\n"
    assert session.listing() == {"src/new.py": ("restorable", "")}


@pytest.mark.parametrize("wanted", ["src", "src/", "./src", "x/../src", "{root}/src"])
def test_a_folder_stands_for_what_lies_in_it(session: Session, wanted: str) -> None:
    edit(session)
    session.edit("src/b.py")
    session.edit("src2")
    assert session.rollback(wanted.format(root=session.root)) == {"src/b.py": "restored"}


def test_a_deleted_file_comes_back_with_its_folder(session: Session) -> None:
    (session.root / "src").chmod(0o750)
    delete_with_folder(session)
    assert session.rollback("src/b.py") == {"src/b.py": "restored"}
    assert (session.root / "src").stat().st_mode & 0o777 == 0o750


@pytest.mark.parametrize("wanted", ["nothing.py", "../a.py", "/etc/passwd", "", "sr"])
def test_what_was_not_changed_is_no_path_to_put_back(session: Session, wanted: str) -> None:
    edit(session) if wanted != "" else None
    with pytest.raises(RollbackFault) as caught:
        session.rollback(wanted)
    assert caught.value.code == "path_unchanged"


def test_a_session_without_changes_has_nothing_to_put_back(session: Session) -> None:
    assert session.rollback() == {}
    assert not (session.store.folder / "undo").exists()


def test_the_first_copy_is_the_sessions_not_the_runs(session: Session) -> None:
    edit(session)
    session.run = "run-2"
    session.edit("a.py", "of the second run")
    session.rollback()
    assert (session.root / "a.py").read_text() == "first\n"


def test_after_a_rollback_things_go_on(session: Session) -> None:
    edit(session)
    session.rollback()
    session.edit("a.py", "once more")
    assert session.listing() == {"a.py": ("restorable", "")}
    session.rollback()
    assert (session.root / "a.py").read_text() == "first\n"


# Changes of somebody else


def test_what_somebody_changed_since_is_told_and_kept(session: Session) -> None:
    edit(session)
    create(session)
    session.write("a.py", "by hand")
    assert session.listing()["a.py"] == ("changed_since", "since")
    assert session.rollback() == {"a.py": "kept", "src/new.py": "deleted"}
    assert (session.root / "a.py").read_text() == "by hand"
    assert session.rollback(force=True) == {"a.py": "restored"}
    assert (session.root / "a.py").read_text() == "first\n"


def test_a_change_by_hand_between_two_of_the_session_is_told(session: Session) -> None:
    edit(session)
    session.write("a.py", "by hand")
    session.edit("a.py", "again by the session")
    assert session.listing() == {"a.py": ("changed_since", "mixed")}
    assert session.rollback() == {"a.py": "kept"}


def test_a_new_file_that_somebody_went_on_with_is_kept(session: Session) -> None:
    create(session)
    session.write("src/new.py", "work of hours")
    assert session.rollback() == {"src/new.py": "kept"}
    assert (session.root / "src/new.py").exists()


def test_a_new_folder_with_a_strangers_file_is_kept(session: Session) -> None:
    create_deep(session)
    session.write("x/y/mine")
    assert session.rollback() == {"x": "kept", "x/y": "kept", "x/y/z": "deleted", "x/y/z/new.py": "deleted"}
    assert (session.root / "x/y/mine").exists()


def test_what_the_session_never_changed_is_never_put_back(session: Session) -> None:
    """A confined command has seen it, nothing more; what a person does to it is the person's."""
    with session.confined():
        session.write("src/b.py", "formatted")
    session.write("a.py", "by hand")
    with session.confined():
        session.write("src/b.py", "formatted again")
    assert session.listing() == {"src/b.py": ("restorable", "")}
    session.rollback(force=True)
    assert (session.root / "a.py").read_text() == "by hand"


def test_a_file_that_a_person_changed_before_the_session_did_is_told(session: Session) -> None:
    with session.confined():
        pass
    session.write("a.py", "by hand")
    with session.confined():
        session.write("a.py", "formatted")
    assert session.listing() == {"a.py": ("changed_since", "mixed")}


def test_a_person_who_put_it_back_alone_leaves_nothing_to_do(session: Session) -> None:
    edit(session)
    session.write("a.py", "first\n")
    assert session.listing() == {}


def test_a_call_whose_end_no_hook_saw_is_told(session: Session) -> None:
    session.capture("a.py", call="interrupted")
    assert session.listing() == {}
    session.write("a.py", "half done")
    assert session.listing() == {"a.py": ("changed_since", "unfinished")}
    assert session.rollback() == {"a.py": "kept"}
    assert session.rollback(force=True) == {"a.py": "restored"}


def test_a_confined_command_whose_end_no_hook_saw_is_told(session: Session) -> None:
    session.capture_boundary("src/**", call="interrupted")
    session.write("src/b.py", "half done")
    session.write("a.py", "by hand")
    assert session.listing() == {"src/b.py": ("changed_since", "unfinished")}


# Inside the workspace only


def test_a_folder_that_became_a_link_is_not_followed(session: Session, tmp_path: Path) -> None:
    session.edit("src/b.py")
    outside = tmp_path / "outside"
    (session.root / "src").rename(outside)
    os.symlink(outside, session.root / "src")
    assert session.rollback() == {"src/b.py": "kept"}
    assert session.rollback(force=True) == {"src/b.py": "failed"}
    assert (outside / "b.py").read_text() == "changed"


def test_a_file_that_became_a_link_is_replaced_not_followed(session: Session, tmp_path: Path) -> None:
    edit(session)
    (tmp_path / "outside").write_text("outside")
    (session.root / "a.py").unlink()
    os.symlink(tmp_path / "outside", session.root / "a.py")
    assert session.rollback(force=True) == {"a.py": "restored"}
    assert (tmp_path / "outside").read_text() == "outside"
    assert not (session.root / "a.py").is_symlink()


def test_the_copy_of_a_link_is_the_link(session: Session, tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("hidden")
    os.symlink(tmp_path / "secret", session.root / "out")
    session.capture("out")
    kept = [path.read_bytes() for path in session.store.folder.rglob("*") if path.is_file()]
    assert not any(b"hidden" in content for content in kept)


def test_targets_elsewhere_are_left_alone(session: Session, tmp_path: Path) -> None:
    (tmp_path / "workspace2").write_text("x")
    assert session.capture("../workspace2") == []
    assert not (session.store.folder / "undo").exists() or session.listing() == {}


def test_no_secret_is_copied(session: Session) -> None:
    session.write(".env", "TOKEN=hidden")
    session.write("src/.ssh/id", "hidden")
    session.capture_boundary()
    kept = [path.read_bytes() for path in session.store.folder.rglob("*") if path.is_file()]
    assert not any(b"hidden" in content for content in kept)


def test_the_copies_are_for_their_owner_only(session: Session) -> None:
    edit(session)
    confined_everything(session)
    undo = session.store.folder / "undo"
    modes = {path.stat().st_mode & 0o077 for path in (undo, *undo.rglob("*"))}
    assert modes == {0}


# The run


def with_state(session: Session, **fields: object) -> None:
    with session.store.locked():
        session.store.commit(fresh_state(workspace_root=str(session.root), **fields), "activated")


@pytest.mark.parametrize("phase", ["implement", "review", "repair_pending"])
def test_while_a_run_works_on_an_accepted_plan_nothing_is_put_back(session: Session, phase: str) -> None:
    with_state(session, phase=phase, accepted=Accepted(plan="a" * 64, policy="b" * 64))
    edit(session)
    assert session.listing() == {"a.py": ("restorable", "")}
    with pytest.raises(RollbackFault) as caught:
        session.rollback()
    assert (caught.value.code, caught.value.fields) == ("run_open", {"phase": phase})
    assert (session.root / "a.py").read_text() == "changed"


@pytest.mark.parametrize("phase", ["completed", "cancelled", "blocked"])
def test_a_rollback_is_recorded_in_the_ledger(session: Session, phase: str) -> None:
    with_state(session, phase=phase, accepted=Accepted(plan="a" * 64, policy="b" * 64))
    edit(session)
    create(session)
    session.rollback()
    state = session.store.load()
    assert state is not None
    assert ledger.verify(session.store.ledger_path, state.ledger).ok
    _, begun, done = ledger.read(session.store.ledger_path)
    assert (begun["event"], begun["paths"], begun["force"]) == ("rollback_begun", ["a.py", "src/new.py"], False)
    assert (done["event"], done["outcomes"]) == ("rolled_back", {"deleted": 1, "restored": 1})
    assert state.phase == phase


def test_a_new_run_in_planning_does_not_stand_in_the_way(session: Session) -> None:
    edit(session)
    with_state(session, phase="planning")
    assert session.rollback() == {"a.py": "restored"}


def test_a_state_that_cannot_be_trusted_does_not_either(session: Session) -> None:
    edit(session)
    (session.store.folder / "state.json").write_text("broken")
    assert session.rollback() == {"a.py": "restored"}


# Bounds, each hit


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in (("MAX_FILE", 100), ("MAX_BYTES", 250), ("MAX_FILES", 4), ("MAX_ENTRIES", 10)):
        monkeypatch.setattr(bounds, name, value)


def test_a_file_over_the_bound_is_told(session: Session, small: None) -> None:
    session.write("big", b"x" * 101)
    session.write("fits", b"x" * 100)
    with session.change("big", "fits"):
        session.write("big", "changed")
        session.write("fits", "changed")
    assert session.listing() == {"big": ("not_captured", "too_large"), "fits": ("restorable", "")}
    assert session.rollback(force=True) == {"big": "none", "fits": "restored"}
    assert (session.root / "big").read_text() == "changed"


def test_a_runs_bytes_are_bounded(session: Session, small: None) -> None:
    for number in range(3):
        session.write(f"f{number}", b"x" * 100)
        session.edit(f"f{number}")
    session.write("small", b"x" * 50)
    session.edit("small")
    states = session.listing()
    assert [states[name][1] for name in ("f0", "f1", "f2", "small")] == ["", "", "too_much", ""]


def test_a_runs_files_are_bounded(session: Session, small: None) -> None:
    for number in range(6):
        session.write(f"f{number}", "x")
        session.edit(f"f{number}")
    assert [why for _, why in session.listing().values()] == ["", "", "", "", "too_many", "too_many"]
    session.run = "run-2"
    session.write("later", "x")
    session.edit("later")
    assert session.listing()["later"] == ("restorable", "")


def test_new_files_and_links_cost_nothing(session: Session, small: None) -> None:
    for number in range(6):
        session.edit(f"new{number}")
    assert {state for state, _ in session.listing().values()} == {"restorable"}


def test_the_time_of_a_call_is_bounded(session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bounds, "CALL_SECONDS", -1.0)
    edit(session)
    create(session)
    assert session.listing() == {"a.py": ("not_captured", "too_slow"), "src/new.py": ("restorable", "")}


def test_a_pipe_is_no_file(session: Session) -> None:
    os.mkfifo(session.root / "pipe")
    with session.change("pipe"):
        (session.root / "pipe").unlink()
    assert session.listing() == {"pipe": ("not_captured", "special")}


def test_a_boundary_too_large_is_told_and_nothing_is_guessed(session: Session, small: None) -> None:
    for number in range(20):
        session.write(f"many/{number}", "x")
    with session.confined() as captured:
        assert not captured.complete
        session.write("many/made", "by the command")
    rows = session.listing()
    assert rows["."] == ("not_captured", "too_many")
    assert {state for path, (state, _) in rows.items() if path != "."} <= {"not_captured"}
    session.rollback(force=True)
    assert (session.root / "many/made").exists()


def test_what_is_found_later_counts_only_when_it_cannot_have_been_changed(session: Session, small: None) -> None:
    for number in range(20):
        session.write(f"many/{number}", "x")
    with session.confined("many/**"):
        session.write("late", "changed by the command")
    session.edit("late", "by the session")
    assert session.listing()["late"] == ("not_captured", "late")


def test_a_full_disk_is_told(session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_: object) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("harness_runtime.session.undo.UndoFolder.new_content", full)
    edit(session)
    assert session.listing() == {"a.py": ("not_captured", "no_room")}


def test_a_copy_that_was_damaged_is_told_and_not_used(session: Session) -> None:
    edit(session)
    copy = next((session.store.folder / "undo/content").iterdir())
    copy.write_bytes(b"")
    assert session.listing() == {"a.py": ("not_captured", "damaged")}
    session.rollback(force=True)
    assert (session.root / "a.py").read_text() == "changed"
