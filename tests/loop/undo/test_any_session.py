"""`rollback all` after any sequence of changes restores the tree bit for bit."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.loop.undo.ground import Session, tree

NAMES = st.sampled_from(["a", "b", "c.py", "d", "d/a", "d/b", "d/e", "d/e/a", "d/e/f/g", "x y", "é"])
CONTENTS = st.binary(max_size=40)
MODES = st.sampled_from([0o600, 0o644, 0o755, 0o444, 0o4755])


def closed_to_us() -> list[int]:
    """Into a folder without its owner's rights nobody but root can look."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o000)
        open_anyway = os.access(folder, os.R_OK | os.X_OK)
        Path(folder).chmod(0o700)
    return [0o000] if open_anyway else []


FOLDER_MODES = st.sampled_from([0o700, 0o755, 0o555, *closed_to_us()])

CALLS = st.one_of(
    st.tuples(st.just("write"), NAMES, CONTENTS),
    st.tuples(st.just("delete"), NAMES),
    st.tuples(st.just("chmod"), NAMES, MODES),
    st.tuples(st.just("move"), NAMES, NAMES),
    st.tuples(st.just("link"), NAMES, NAMES),
    st.tuples(st.just("mkdir"), NAMES),
    st.tuples(st.just("rmdir"), NAMES),
)
COMMAND_STEPS = st.one_of(
    CALLS,
    st.tuples(st.just("chmod_folder"), NAMES, FOLDER_MODES),
    st.tuples(st.just("remove_tree"), NAMES),
    st.tuples(st.just("move_any"), NAMES, NAMES),
)
EVENTS = st.one_of(
    CALLS.map(lambda step: ("call", [step])),
    st.lists(COMMAND_STEPS, max_size=6).map(lambda steps: ("confined", steps)),
)
Step = tuple[Any, ...]


def targets_of(session: Session, step: Step) -> list[str]:
    """What a call of this kind is judged by: entries, their parents resolved, and where a link leads that is written
    through."""
    verb, name, *more = step
    names = [name, *(more[:1] if verb == "move" else [])]
    if verb == "mkdir":
        names += [str(folder) for folder in Path(name).parents if str(folder) != "."]
    found = [os.path.join(os.path.realpath((session.root / name).parent), Path(name).name) for name in names]
    if verb == "write":
        found.append(os.path.realpath(session.root / name))
    return [os.path.relpath(path, session.root) for path in found]


def play(session: Session, step: Step) -> None:
    """Do it, if it can be done."""
    verb, name, *more = step
    path = session.root / name
    with suppress(OSError):
        match verb:
            case "write":
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(more[0])
            case "delete":
                path.unlink()
            case "chmod":
                path.chmod(more[0]) if path.is_file() and not path.is_symlink() else None
            case "chmod_folder":
                path.chmod(more[0]) if path.is_dir() and not path.is_symlink() else None
            case "move":
                path.rename(session.root / more[0]) if path.is_file() and not path.is_symlink() else None
            case "move_any":
                path.rename(session.root / more[0])
            case "link":
                os.symlink(os.path.relpath(session.root / more[0], path.parent), path)
            case "mkdir":
                path.mkdir(parents=True, exist_ok=True)
            case "rmdir":
                path.rmdir()
            case "remove_tree":
                shutil.rmtree(path)


@contextmanager
def fresh_session() -> Iterator[Session]:
    folder = Path(tempfile.mkdtemp())
    try:
        yield Session(folder)
    finally:
        for inner, _, _ in os.walk(folder):
            Path(inner).chmod(0o700)
        shutil.rmtree(folder)


def events(session: Session, happenings: list[tuple[str, list[Step]]]) -> None:
    for kind, steps in happenings:
        if kind == "confined":
            with session.confined():
                for step in steps:
                    play(session, step)
        else:
            with session.change(*targets_of(session, steps[0])):
                play(session, steps[0])


@settings(suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(st.lists(CALLS, max_size=8), st.lists(EVENTS, max_size=10), st.sampled_from([False, False, False, True]))
def test_all_of_any_session_is_put_back(
    before: list[Step], happenings: list[tuple[str, list[Step]]], is_repository: bool
) -> None:
    with fresh_session() as session:
        for step in before:
            play(session, step)
        if is_repository:
            session.commit_all()
        there = tree(session.root)
        events(session, happenings)
        assert {row.state for row in session.rows()} <= {"restorable"}
        assert set(session.rollback().values()) <= {"restored", "deleted"}
        assert tree(session.root) == there
        assert session.rows() == []


@settings(suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(st.lists(CALLS, max_size=8), st.lists(EVENTS, max_size=8), NAMES)
def test_one_path_of_any_session_leaves_the_others(
    before: list[Step], happenings: list[tuple[str, list[Step]]], wanted: str
) -> None:
    with fresh_session() as session:
        for step in before:
            play(session, step)
        there = tree(session.root)
        events(session, happenings)
        changed = tree(session.root)
        if not any(f"{row.path}/".startswith(f"{wanted}/") for row in session.rows()):
            return
        session.rollback(wanted)
        after = tree(session.root)
        inside = {name for name in {*there, *changed} if f"{name}/".startswith(f"{wanted}/")}
        ways = {str(parent) for parent in Path(wanted).parents}
        for name in inside:
            assert after.get(name) == there.get(name) or blocked(changed, wanted)
        for name in {*there, *changed} - inside - ways:
            assert after.get(name) == changed.get(name)


def blocked(changed: dict[str, tuple[str, int, bytes]], wanted: str) -> bool:
    """A file stands where a folder on the way was: that one has to be put back first."""
    return any(changed.get(str(way), ("folder",))[0] != "folder" for way in Path(wanted).parents if str(way) != ".")
